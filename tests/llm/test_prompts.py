"""Prompt files as validated data, and what a model is shown."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dubious_ai.brains.llm.reply.reply_models import REPLIES
from dubious_ai.brains.llm.spending import estimate
from dubious_ai.content import prompt_files, shipped
from dubious_ai.core import events as ev
from dubious_ai.core.model import Options
from dubious_ai.errors import ContentError
from tests.llm.support import ScriptedWire, good_model, happened, play, purpose, scripted, settings, texts

HEAD = '+++\nname = "x"\nversion = 1\nvariables = ["a"]\nreply = ""\n+++\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no front matter", "front matter"),
        (HEAD + "uses {{a}} and {{b}}", "'b'|b"),
        (HEAD + "uses nothing", "'a'"),
        (HEAD.replace("version = 1", "version = 0") + "{{a}}", "version"),
        (HEAD.replace("reply", "replies") + "{{a}}", "replies"),
        (HEAD.replace("= 1", "= = 1") + "{{a}}", "front matter"),
        (HEAD + "{{a}} {{not a name}}", "not a name"),
    ],
)
def test_a_wrong_prompt_file_is_an_error_when_it_is_loaded(text: str, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        prompt_files.parse(text, "prompts/x.md")


def test_every_shipped_prompt_loads_and_asks_for_a_reply_the_program_reads() -> None:
    names = [entry.name.removesuffix(".md") for entry in shipped.root().joinpath("prompts").iterdir()]
    assert {"seat", "cast", "answer", "guess", "again"} <= set(names)
    for name in ("seat", "cast", "answer", "guess", "again"):
        prompt = prompt_files.parse(shipped.read("prompts", f"{name}.md"), name)
        assert prompt.reply in ("", *REPLIES)


def test_a_caller_that_reads_something_else_is_told() -> None:
    with pytest.raises(ContentError, match="'answer'"):
        prompt_files.load("answer", "guess")
    with pytest.raises(ContentError, match="variables"):
        prompt_files.load("answer", "answer", frozenset(("other",)))


def test_values_are_put_in_once_and_never_looked_at() -> None:
    prompt = prompt_files.parse(HEAD.replace('["a"]', '["a", "b"]') + "{{ a }}/{{b}}", "x")
    assert prompt.render(a="{{b}} $b {b}", b="\\1") == "{{b}} $b {b}/\\1"
    with pytest.raises(ValueError, match="takes"):
        prompt.render(a="1")


def shared_prefix(first: str, second: str) -> int:
    """Characters two texts have in common at their beginning."""
    return next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
        min(len(first), len(second)),
    )


@pytest.fixture(scope="module")
def game() -> ScriptedWire:
    """What a table of four sends in a round of five questions."""
    models, wire = scripted(good_model)
    play(models, seats=4, options=Options(), seed="7")
    return wire


def of_seat(wire: ScriptedWire) -> dict[str, list[tuple[str, str]]]:
    """System and user text of every call, by seat (told apart by its prefix)."""
    calls: dict[str, list[tuple[str, str]]] = {}
    for payload in wire.sent:
        (_, system), (_, user) = texts(payload)[:2]
        calls.setdefault(system, []).append((system, user))
    return calls


def test_seven_calls_a_seat_and_one_prefix_each(game: ScriptedWire) -> None:
    calls = of_seat(game)
    assert len(calls) == 4
    assert [len(made) for made in calls.values()] == [7] * 4


def test_the_transcript_only_grows_and_most_of_a_prompt_repeats(game: ScriptedWire) -> None:
    shares: list[float] = []
    for made in of_seat(game).values():
        whole = [system + user for system, user in made]
        for earlier, later in pairwise(whole):
            shared = shared_prefix(earlier, later)
            shares.append(shared / len(later))
        answers = [user for _, user in made[1:6]]
        for earlier, later in pairwise(answers):
            transcript = earlier.rpartition("\n\n")[0]
            assert later.startswith(transcript)
    assert sum(shares) / len(shares) >= 0.7


def test_prompts_stay_under_two_thousand_tokens(game: ScriptedWire) -> None:
    assert max(estimate("".join(t for _, t in texts(p))) for p in game.sent) <= 2000


def test_every_seat_has_its_own_order_of_the_lists(game: ScriptedWire) -> None:
    orders = {system.split("OCCUPATIONS: ")[1].split("\n")[0] for system in of_seat(game)}
    assert len(orders) == 4
    assert len({tuple(sorted(order.split("; "))) for order in orders}) == 1
    other, wire = scripted(good_model)
    play(other, seats=4, seed="8")
    assert not orders & {system.split("OCCUPATIONS: ")[1].split("\n")[0] for system in of_seat(wire)}


def test_the_guess_shows_every_answer_and_no_delivery(game: ScriptedWire) -> None:
    for payload in game.sent:
        user = texts(payload)[1][1]
        if purpose(payload) == "guess":
            assert user.count(" says: ") == 20
        assert "with a shrug" not in user


def test_a_later_round_shows_one_line_of_each_earlier_one() -> None:
    models, wire = scripted(good_model)
    play(models, options=Options(rounds=2, appearance=1, assorted=1))
    last = texts(wire.sent[-1])[1][1].split("\n")
    assert last[0].startswith("ROUND 1, over: ")
    assert last[1] == "ROUND 2."
    assert sum(line.startswith("QUESTION") for line in last) == 2


def test_long_talk_is_trimmed_and_the_rules_and_latest_answers_stay() -> None:
    models, wire = scripted(good_model, settings(llm__context_window=2100))
    play(models, options=Options(appearance=2, assorted=3), seats=4)
    guess = next(p for p in wire.sent if purpose(p) == "guess")
    system, user = texts(guess)[0][1], texts(guess)[1][1]
    assert estimate(system + user) <= 2100 - 700
    assert system.startswith("You play one seat")
    assert "QUESTION 5 of 5" in user
    assert "now guess" in user


def test_records_name_the_prompt_and_the_brain() -> None:
    models, _ = scripted(good_model)
    notes = happened(play(models), ev.TurnNoted)
    assert {n.usage.prompt if n.usage else "" for n in notes} == {"cast 1", "answer 1", "guess 1"}
    assert {n.brain for n in notes} == {"openai:m@http://127.0.0.1:9/v1"}
