"""The command: forms, seeds, plans, resuming, atomic writing, and every bad request told in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dubious_ai.content.library import library
from dubious_ai.core.events import GameSetUp
from dubious_ai.core.model import KINDS
from dubious_ai.errors import UsageError
from dubious_ai.game.seating import Plan
from dubious_ai.storage.record import read_record
from dubious_ai.teach import orders
from dubious_ai.teach.export import SampleDocument
from dubious_ai.teach.orders import Order, RunReport, form_named
from dubious_ai.teach.sample_games import Wish, samples
from dubious_ai.teach.sample_run import deliver
from dubious_ai.teach.teaching_aims import AIMS, Aim, aim_named, aim_shown
from tests.readers import READERS
from tests.teach.classroom import class_file
from tests.teach.conftest import Command

SHORT = ("--setting", "antiquity", "--players", "3", "--questions", "1+1")


def sample(*more: str) -> tuple[str, ...]:
    return ("sample", *SHORT, *more)


def test_a_sample_is_a_real_game_of_the_seed(dubious: Command, tmp_path: Path) -> None:
    code, _, err = dubious(*sample("--seed", "7", "-o", "a.md", "--record"))
    assert code == 0, err
    events = read_record(tmp_path / "a.dubious.jsonl").game().events
    setup = next(e for e in events if isinstance(e, GameSetUp))
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    for player in setup.players:
        assert f"### {player.name}:" in text
    # the record beside it tells the same lesson
    code, again, _ = dubious("sample", "--from", "a.dubious.jsonl")
    assert (code, again) == (0, text)


def test_forms_follow_the_name_or_the_option(dubious: Command, tmp_path: Path) -> None:
    for name, start in (("l.html", "<!doctype"), ("l.json", "{"), ("l.md", "# ")):
        assert dubious(*sample("--seed", "7", "-o", name))[0] == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    assert dubious(*sample("--seed", "7", "-f", "json", "-o", "l.txt"))[0] == 0
    assert json.loads((tmp_path / "l.txt").read_text(encoding="utf-8"))["format"] == "dubious-sample"


def test_several_games_are_an_array_or_numbered_files(dubious: Command, tmp_path: Path) -> None:
    dubious(*sample("--seed", "7", "--count", "2", "-o", "two.json"))
    games = json.loads((tmp_path / "two.json").read_text(encoding="utf-8"))
    assert [game["seed"] for game in games] == ["7", "7#2"]
    dubious(*sample("--seed", "7", "--count", "2", "-o", "two.html"))
    assert sorted(p.name for p in tmp_path.glob("two*.html")) == ["two-1.html", "two-2.html"]


def test_lines_are_resumed_by_the_same_command_to_the_same_bytes(dubious: Command, tmp_path: Path) -> None:
    assert dubious(*sample("--seed", "7", "--count", "4", "-o", "whole.jsonl"))[0] == 0
    whole = (tmp_path / "whole.jsonl").read_bytes()
    assert len(whole.splitlines()) == 4
    lines = whole.splitlines(keepends=True)
    # killed in the middle of the third line
    (tmp_path / "cut.jsonl.partial").write_bytes(lines[0] + lines[1] + lines[2][:200])
    code, _, err = dubious(*sample("--count", "4", "-o", "cut.jsonl"))
    assert code == 0
    assert "after 2 of 4" in err
    assert (tmp_path / "cut.jsonl").read_bytes() == whole
    assert not (tmp_path / "cut.jsonl.partial").exists()


def test_an_unfinished_file_of_another_command_is_left_alone(dubious: Command, tmp_path: Path) -> None:
    dubious(*sample("--seed", "7", "-o", "a.jsonl"))
    line = (tmp_path / "a.jsonl").read_bytes()
    (tmp_path / "b.jsonl.partial").write_bytes(line)
    code, _, err = dubious(*sample("--seed", "8", "--count", "3", "-o", "b.jsonl"))
    assert code == 2
    assert "unfinished file of another command" in err
    assert (tmp_path / "b.jsonl.partial").read_bytes() == line
    assert dubious(*sample("--seed", "8", "-o", "b.jsonl", "--force"))[0] == 0


def test_stopping_a_long_run_keeps_what_is_done(tmp_path: Path) -> None:
    target, said = tmp_path / "x.jsonl", list[str]()

    def step(done: int, tries: int) -> None:
        if done == 2 and not tries:
            raise KeyboardInterrupt

    plan = Plan(setting="antiquity", seats=3)
    order = Order(form="jsonl", target=target, count=5)
    with pytest.raises(KeyboardInterrupt):
        deliver(order, Wish(plan, "7", "antiquity"), RunReport(say=said.append, step=step), READERS)
    assert not target.exists()
    kept = (tmp_path / "x.jsonl.partial").read_text(encoding="utf-8").splitlines()
    assert [SampleDocument.model_validate_json(line).number for line in kept] == [1, 2]
    assert "2 of 5 games" in said[-1]


def test_a_failure_leaves_no_half_written_file(
    dubious: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old.md").write_text("mine", encoding="utf-8")

    def no_space(handle: int) -> None:
        del handle
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dubious_ai.teach.output_files.os.fsync", no_space)
    code, _, err = dubious(*sample("--seed", "7", "-o", "old.md", "--force"))
    assert code == 2
    assert "No space left" in err
    assert [(p.name, p.read_text(encoding="utf-8")) for p in tmp_path.iterdir()] == [("old.md", "mine")]


@pytest.mark.parametrize("aim", AIMS)
def test_a_plan_finds_what_it_promises(aim: Aim) -> None:
    found = next(samples(Wish(Plan(seats=4), "plan", "antiquity", show=aim), READERS))
    assert found.shows == aim_shown(found.game, aim, READERS)
    rows = [row for r in found.game.state.rounds for row in r.rows]
    match aim:
        case "all-guessed":
            assert any(row.outcome == "all" for row in rows)
        case "none-guessed":
            assert any(row.outcome == "none" for row in rows)
        case "tie-break":
            standing = found.game.state.standing()
            leaders = [s for s, total in standing.totals.items() if total == max(standing.totals.values())]
            assert len(leaders) > 1
            assert len(standing.winners) == 1
        case "false-trail":
            assert any(
                card in found.shows for row in rows for card in wrong_names(found.game.state.setting, row)
            )
        case "both-cards":
            assert "hints at both cards" in found.shows


def wrong_names(setting: object, row: object) -> list[str]:
    """The names of the wrong cards guessed in a row."""
    from dubious_ai.core.model import Setting
    from dubious_ai.core.scoring import Row

    assert isinstance(setting, Setting)
    assert isinstance(row, Row)
    return [setting.card(row.kind, guess).name for _, guess in row.guesses if guess and guess != row.card]


def test_a_search_says_so(dubious: Command, tmp_path: Path) -> None:
    code, _, err = dubious(
        "sample", "--seed", "plan", "-s", "antiquity", "--show", "none-guessed", "-o", "n.md"
    )
    assert code == 0
    assert "seed tried" in err
    assert "Nobody named" in err
    assert "Chosen because: Nobody named" in (tmp_path / "n.md").read_text(encoding="utf-8")


def test_cards_are_left_out_for_an_audience(dubious: Command) -> None:
    code, out, _ = dubious(*sample("--seed", "7", "--exclude", "pirate,zeus", "--family", "-f", "json"))
    assert code == 0
    dealt = json.loads(out)["table"]["rounds"][0]
    names = {name for field in ("kept", "rejected") for pair in dealt[field].values() for name in pair}
    risque = {f.name for f in library("antiquity").files if f.risque}
    assert risque
    assert not names & (risque | {"Pirate", "Thinks that their father is Zeus"})


def test_a_class_can_have_its_own_round_as_a_lesson(dubious: Command, tmp_path: Path) -> None:
    code, out, err = dubious("sample", "--from", str(class_file(tmp_path)), "--commentary", "full")
    assert code == 0
    assert "rejected cards of Ann, Ben, Cem are not told" in err
    assert "### Ann: Gladiator · Raised by barbarians" in out


def test_a_sample_can_be_told_again(dubious: Command) -> None:
    dubious(*sample("--seed", "7", "-o", "a.json"))
    code, out, _ = dubious("sample", "--from", "a.json")
    assert code == 0
    assert "bots of the house" in out
    assert dubious("sheet", "--round", "a.json", "-o", "a.html")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--count", "0"), "0 games are none"),
        (("--count", "1000000", "-f", "jsonl", "-o", "x.jsonl"), "too many"),
        (("--count", "500", "-o", "x.html"), "for data sets use --format jsonl"),
        (("-f", "pdf"), "There is no format 'pdf'"),
        (("--seed", " "), "The seed is empty"),
        (("--show", "fireworks"), "nothing called 'fireworks'"),
        (("--spoilers", "maybe"), "--spoilers 'maybe'"),
        (("--commentary", "long"), "--commentary 'long'"),
        (("-o", "nowhere/x.md"), "There is no folder nowhere"),
        (("-o", "."), "is a folder"),
        (("--exclude", "pirate,gladi,legio,mahout,hiero,senator,philos,pearl,potter"), "Exclude fewer"),
        (("--exclude", "unicorn"), "unicorn"),
        (("--from", "missing.json"), "missing.json"),
        (("--from", "x", "--count", "3"), "leave out"),
        (("--count", "2", "-f", "html"), "Several pages need a file"),
        (("--brain", "oracle"), "oracle"),
    ],
)
def test_a_bad_request_is_told_in_a_sentence(
    dubious: Command, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    code, out, err = dubious(*sample(*arguments))
    assert code == 2
    assert told in err
    assert err.startswith("dubious: ")
    assert out == ""
    assert not list(tmp_path.iterdir())


def test_excluding_cards_needs_a_setting(dubious: Command) -> None:
    assert "needs --setting" in dubious("sample", "--exclude", "pirate")[2]


def test_an_existing_file_is_kept_unless_forced(dubious: Command, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("mine", encoding="utf-8")
    code, _, err = dubious(*sample("--seed", "7", "-o", "a.md"))
    assert code == 2
    assert "--force" in err
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == "mine"
    assert dubious(*sample("--seed", "7", "-o", "a.md", "--force"))[0] == 0


def test_somebody_at_the_keyboard_is_asked(tmp_path: Path) -> None:
    path, asked = tmp_path / "a.md", list[str]()
    path.write_text("mine", encoding="utf-8")

    def yes(question: str) -> bool:
        asked.append(question)
        return True

    order = Order(form="md", target=path)
    deliver(order, Wish(Plan(setting="antiquity", seats=3), "7", "antiquity"), RunReport(ask=yes), READERS)
    assert len(asked) == 1
    assert path.read_text(encoding="utf-8") != "mine"


def test_without_a_setting_the_seed_chooses_one() -> None:
    settings = {Wish(Plan(), "any").game_plan(n).setting for n in range(1, 12)}
    assert len(settings) == 3
    assert Wish(Plan(), "any").game_plan(5).setting == Wish(Plan(), "any").game_plan(5).setting


def test_names_of_forms_and_aims() -> None:
    assert form_named(None, Path("x.HTML")) == "html"
    assert form_named(None, Path("x")) == "md"
    assert aim_named("Tie break") == "tie-break"
    with pytest.raises(UsageError):
        orders.depth_named("")


def test_sheets_list_every_card_and_question(dubious: Command, tmp_path: Path) -> None:
    code, _, _ = dubious("sheet", "cthulhu", "--players", "5", "-o", "s.html")
    assert code == 0
    text = (tmp_path / "s.html").read_text(encoding="utf-8")
    texts = library("cthulhu")
    for name in [f.name for kind in KINDS for f in texts.texts(kind)] + [q.text for q in texts.questions]:
        assert name.replace('"', "&quot;").replace("'", "&#x27;") in text
    assert "<script" not in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "Name a setting"),
        (("cthulhu", "--round", "x"), "one of the two"),
        (("atlantis",), "There is no setting 'atlantis'"),
        (("cthulhu", "--players", "7"), "3 to 6"),
        (("cthulhu", "-o", "s.pdf"), "Name an .html file"),
        (("--round", "missing.json"), "missing.json"),
    ],
)
def test_a_bad_sheet_is_told_in_a_sentence(
    dubious: Command, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    code, _, err = dubious("sheet", *arguments)
    assert code == 2
    assert told in err
    assert not list(tmp_path.iterdir())
