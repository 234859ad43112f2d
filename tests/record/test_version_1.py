"""Games of record version 1 are read for ever: real files of every command and phase, as the program wrote them then."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from dubious_ai.storage.home import games_folder
from dubious_ai.storage.record import SUFFIX, read_record
from tests.cli.support import Dubious, Ran, lines
from tests.llm.support import good_model, serving

FOLDER = Path(__file__).parents[2] / "fixtures" / "records" / "version-1"


class Result(BaseModel):
    """How a game ended, by name."""

    totals: dict[str, int]
    role_points: dict[str, int]
    guess_points: dict[str, int]
    winners: list[str]
    tie_break: str


class Fact(BaseModel):
    """What must stay of a game. Lists go by round, answers by question within it; `script` plays an unfinished game to its end."""

    setting: str
    players: list[str]
    person: str | None
    models: bool
    finished: bool
    torn: bool
    kept: list[dict[str, list[str]]]
    answers: list[list[dict[str, str]]]
    guesses: list[dict[str, dict[str, list[str | None]]]]
    notes: list[str]
    coach: list[str]
    stepped_in: list[str]
    script: list[str] | None
    result: Result | None


FACTS = {
    name: Fact.model_validate(fact)
    for name, fact in json.loads((FOLDER / "expected.json").read_text(encoding="utf-8")).items()
}
FINISHED = [name for name, fact in FACTS.items() if fact.finished]
UNFINISHED = [name for name, fact in FACTS.items() if not fact.finished]


def flat(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.split())


def well(ran: Ran) -> str:
    """What a command printed that has to succeed."""
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def table_of(dubious: Dubious, path: Path) -> dict[str, Any]:
    """A game as a sample in JSON."""
    return json.loads(well(dubious("sample", "--from", str(path), "-f", "json")))


def told_alike(told: dict[str, Any], fact: Fact) -> None:
    """Everything that had happened in the record is told as it was; more may have come since."""
    assert told["table"]["setting"] == fact.setting
    assert told["table"]["players"] == fact.players
    for happened, now in zip(fact.kept, told["table"]["rounds"], strict=False):
        for name, cards in happened.items():
            assert now["kept"][name] == cards
    for happened, now in zip(fact.answers, told["table"]["rounds"], strict=False):
        for question, given in enumerate(happened):
            for name, text in given.items():
                assert now["answers"][name][question] == text


def test_the_facts_are_about_all_records_there_are() -> None:
    assert set(FACTS) == {path.name for path in FOLDER.glob(f"*{SUFFIX}")}
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert not [path.name for path in FOLDER.iterdir() if path.name not in readme and path.suffix != ".md"]


@pytest.mark.parametrize("name", FACTS)
def test_a_record_is_read_and_folded(name: str) -> None:
    fact, before = FACTS[name], (FOLDER / name).read_bytes()
    loaded = read_record(FOLDER / name)
    assert (loaded.finished, bool(loaded.dropped)) == (fact.finished, fact.torn)
    state = loaded.game().state
    assert [player.name for player in state.players] == fact.players
    assert state.setting.slug == fact.setting
    if fact.result:
        standing = state.standing()
        assert {fact.players[seat - 1]: n for seat, n in standing.totals.items()} == fact.result.totals
        assert [fact.players[seat - 1] for seat in standing.winners] == fact.result.winners
        assert standing.tie_break == fact.result.tie_break
    assert (FOLDER / name).read_bytes() == before


@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_game_replays_with_all_that_was_said(dubious: Dubious, name: str) -> None:
    fact, path = FACTS[name], str(FOLDER / name)
    text = flat(well(dubious("replay", path)))
    for given in (given for questions in fact.answers for given in questions):
        for answer in given.values():
            assert f"“{answer}”" in text
    for cards in (cards for kept in fact.kept for cards in kept.values()):
        assert all(card.casefold() in text.casefold() for card in cards)
    assert text.count(" rejects ") == (len(fact.kept) if fact.person else 0)
    page = well(dubious("replay", path, "--format", "md", "--spoil"))
    assert page.count(" rejects ") == len(fact.players) * len(fact.kept)
    assert fact.result
    for player, points in fact.result.totals.items():
        assert f"| {points} |" in next(
            line for line in reversed(page.splitlines()) if line.startswith(f"| {player} ")
        )


@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_game_is_exported_with_its_cards_answers_guesses_and_points(
    dubious: Dubious, name: str
) -> None:
    fact, path = FACTS[name], FOLDER / name
    told = table_of(dubious, path)
    told_alike(told, fact)
    assert [r["guesses"] for r in told["table"]["rounds"]] == fact.guesses
    assert Result.model_validate(told["result"]) == fact.result
    last = [text for given in fact.answers[-1][-1:] for text in given.values()]
    for form in ("md", "html"):
        page = well(dubious("sample", "--from", str(path), "-f", form))
        assert all(player in page for player in fact.players)
        assert any(text in page for text in last)


@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_game_is_reviewed(dubious: Dubious, name: str, tmp_path: Path) -> None:
    fact, page = FACTS[name], tmp_path / "review.html"
    text = flat(well(dubious("review", str(FOLDER / name))))
    assert all(player in text for player in fact.players if player != fact.person)
    well(dubious("review", str(FOLDER / name), "--html", str(page)))
    assert all(player in page.read_text(encoding="utf-8") for player in fact.players)


def test_substitutions_coach_and_spending_are_still_told(dubious: Dubious) -> None:
    modelled = FACTS["model-finished" + SUFFIX]
    assert modelled.stepped_in
    text = flat(well(dubious("replay", str(FOLDER / ("model-finished" + SUFFIX)))))
    assert text.count("The house acted for") == len(modelled.stepped_in)
    told = table_of(dubious, FOLDER / ("model-finished" + SUFFIX))
    assert [f"{s['player']} {s['action']} {s['question']}" for s in told["stepped_in"]] == modelled.stepped_in
    helped = flat(well(dubious("replay", str(FOLDER / ("finished-three" + SUFFIX)))))
    assert "The coach helped Ann: hint 2×." in helped


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Puts a record, and the draft that lay beside it, among the saved games; models play at this address."""

    def save(name: str, address: str) -> Path:
        raw = (FOLDER / name).read_text(encoding="utf-8")
        port = raw.partition("@http://127.0.0.1:")[2].partition("/")[0]
        path = (
            games_folder()
            / f"2026-01-01-{FACTS[name].setting}-{json.loads(raw.splitlines()[0])['game']}{SUFFIX}"
        )
        path.parent.mkdir(parents=True)
        path.write_text(
            raw.replace(f"http://127.0.0.1:{port}/v1", address) if port else raw, encoding="utf-8"
        )
        draft = FOLDER / name.replace(SUFFIX, ".draft.txt")
        if draft.exists():
            path.with_name(path.name.replace(SUFFIX, ".draft.txt")).write_bytes(draft.read_bytes())
        if port:
            # the person's own settings name the server that the record names
            monkeypatch.setenv("DUBIOUS_BRAIN", f"openai:m@{address}")
        return path

    return save


@pytest.mark.parametrize("name", UNFINISHED)
def test_an_unfinished_game_goes_on_to_its_end(
    dubious: Dubious, saved: Callable[[str, str], Path], name: str
) -> None:
    fact = FACTS[name]
    with serving(model=good_model) as server:
        path = saved(name, server.url)
        listed = json.loads(well(dubious("games", "--json")))
        assert [(item["problem"], tuple(item["players"])) for item in listed] == [("", tuple(fact.players))]
        assert dubious("replay", str(path)).code == 2
        well(dubious("replay", str(path), "--spoil"))
        looked = dubious("review", str(path), "--spoil")
        answered = bool(fact.answers[0]) and len(fact.answers[0][0]) == len(fact.players)
        assert looked.code == (0 if answered else 2), looked.err
        command = ("learn",) if name.startswith("learn") else ("resume", "--no-timers")
        typed = [*(["/sheet"] if fact.notes else []), *(fact.script or [])]
        out = flat(well(dubious(*command, stdin=lines(*typed))))
    assert ("torn" in out) == fact.torn
    assert all(note in out for note in fact.notes)
    loaded = read_record(path)
    assert loaded.finished
    assert not loaded.dropped
    told_alike(table_of(dubious, path), fact)
    assert "Final standing" in out


def test_the_draft_is_given_back(dubious: Dubious, saved: Callable[[str, str], Path]) -> None:
    name = "question-1-with-a-draft" + SUFFIX
    path = saved(name, "")
    draft = (FOLDER / name.replace(SUFFIX, ".draft.txt")).read_text(encoding="utf-8").strip()
    out = well(dubious("resume", stdin=""))
    assert "what you were writing" in out
    kept = path.with_name(path.name.replace(SUFFIX, ".draft.txt")).read_text(encoding="utf-8")
    assert kept.strip().endswith(draft)


def test_marks_made_before_leaving_are_the_guesses(
    dubious: Dubious, saved: Callable[[str, str], Path]
) -> None:
    name = "guesses-marked" + SUFFIX
    path = saved(name, "")
    well(dubious("resume", "--no-timers", stdin="\n"))
    (guesses,) = [r["guesses"]["Ann"] for r in table_of(dubious, path)["table"]["rounds"]]
    assert sorted(card is None for pair in guesses.values() for card in pair) == [False, False, False, True]


def test_all_saved_games_lie_together_and_sum_up_to_a_career(dubious: Dubious) -> None:
    games_folder().mkdir(parents=True)
    for number, name in enumerate(FACTS):
        (games_folder() / f"2026-01-01-antiquity-{number:04}{SUFFIX}").write_bytes(
            (FOLDER / name).read_bytes()
        )
    listed = json.loads(well(dubious("games", "--json")))
    assert not [item["problem"] for item in listed if item["problem"]]
    assert len(listed) == len(FACTS)
    played = [fact for fact in FACTS.values() if fact.finished and fact.person]
    career = json.loads(well(dubious("games", "--stats", "--json")))["total"]
    assert career["games"] == len(played)
    assert career["guess_points"] == sum(f.result.guess_points[f.person or ""] for f in played if f.result)
    assert "finished" in well(dubious("games"))


@pytest.mark.parametrize("name", ["sample.json", "samples.jsonl"])
def test_a_sample_of_version_1_is_read_again(dubious: Dubious, name: str, tmp_path: Path) -> None:
    path = FOLDER / name
    old = json.JSONDecoder().raw_decode(path.read_text(encoding="utf-8"))[0]
    ran = dubious("sample", "--from", str(path), "-f", "json")
    assert ran.code == 0
    told = json.loads(ran.out)
    for part in ("players", "setting"):
        assert told["table"][part] == old["table"][part]
    for before, now in zip(old["table"]["rounds"], told["table"]["rounds"], strict=True):
        assert {key: now[key] for key in ("kept", "answers", "guesses")} == {
            key: before[key] for key in ("kept", "answers", "guesses")
        }
    assert Result.model_validate(told["result"]) == Result.model_validate(old["result"])
    assert dubious("sheet", "--round", str(path), "-o", str(tmp_path / "sheet.html")).code == 0
    table = tmp_path / "table.json"
    table.write_text(json.dumps(old["table"]), encoding="utf-8")
    scored = json.loads(well(dubious("score", str(table), "--json")))
    assert scored["totals"] == old["result"]["totals"]


def test_the_record_beside_a_sample_tells_the_same_game(dubious: Dubious) -> None:
    old = json.loads((FOLDER / "sample.json").read_text(encoding="utf-8"))
    told = table_of(dubious, FOLDER / ("sample" + SUFFIX))
    assert told["table"] == old["table"]
    lesson = (FOLDER / "sample.md").read_text(encoding="utf-8")
    assert all(text in lesson for given in FACTS["sample" + SUFFIX].answers[0] for text in given.values())


def test_results_of_practice_are_read_and_added_to(dubious: Dubious) -> None:
    kept = (FOLDER / "practice.jsonl").read_bytes()
    file = games_folder().parent / "practice.jsonl"
    file.write_bytes(kept)
    told = flat(well(dubious("progress")))
    assert "Antiquity, guessing: 4 cards" in told
    assert "Cthulhu World, guessing: 8 cards" in told
    assert "Science Fiction, hinting: 3 cards" in told
    well(
        dubious(
            "drill", "-s", "antiquity", "-c", "1", "-k", "guess", "--seed", "1", stdin=lines("pirate", "zeus")
        )
    )
    assert file.read_bytes().startswith(kept)
    assert "Antiquity, guessing: 6 cards" in flat(well(dubious("progress")))
