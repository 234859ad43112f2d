"""Listing, deleting, replaying and summing up saved games; watching; scoring from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dubious_ai.core import events as ev
from dubious_ai.storage.home import games_folder
from dubious_ai.storage.record import read_record
from dubious_ai.storage.record_writer import Record
from tests.cli.support import PLAY, SCRIPT, SHORT, Dubious, game_id, lines, saved
from tests.document.test_loading import EXAMPLE, example


@pytest.fixture
def finished(dubious: Dubious) -> str:
    """The id of a finished game of Ann's."""
    return game_id(dubious(*PLAY, stdin=lines(*SCRIPT)))


@pytest.fixture
def unfinished(dubious: Dubious) -> str:
    """The id of a game in which Ann has answered one question."""
    return game_id(dubious(*PLAY, stdin=lines(*SCRIPT[:5])))


def test_games_are_listed_with_where_they_stand(dubious: Dubious, unfinished: str) -> None:
    told = " ".join(dubious("games").out.split())
    assert f"{unfinished}: " in told
    assert "Antiquity, Ann, " in told
    assert "round 1, question 2 of 2" in told


def test_a_finished_game_tells_who_won_and_json_tells_the_same(dubious: Dubious, finished: str) -> None:
    (listed,) = json.loads(dubious("games", "--json").out)
    assert listed["game"] == finished
    assert listed["where"].startswith("finished: ")
    assert listed["problem"] == ""
    assert listed["where"] in " ".join(dubious("games").out.split())


def test_damaged_games_are_listed_with_their_problem_and_can_be_deleted(
    dubious: Dubious, finished: str
) -> None:
    path = saved()[0]
    whole = path.read_bytes().splitlines(keepends=True)
    torn = path.with_name("2026-01-01-antiquity-BAD1.dubious.jsonl")
    torn.write_bytes(b"".join([*whole[:5], b"{nonsense}\n", *whole[5:]]))
    impossible = path.with_name("2026-01-01-antiquity-BAD2.dubious.jsonl")
    impossible.write_bytes(b"".join([*whole[:5], *whole[9:]]))
    told = {item["game"]: item for item in json.loads(dubious("games", "--json").out)}
    assert "line 6 is damaged" in told["BAD1"]["problem"]
    assert "cannot have happened" in told["BAD2"]["problem"]
    assert told[finished]["problem"] == ""
    assert dubious("games", "--stats").code == 0
    for bad in ("BAD1", "BAD2"):
        assert dubious("games", "--delete", bad, "--yes").code == 0
        assert dubious("replay", bad).code == 2
    assert saved() == [path]


def test_deleting_needs_a_yes_and_takes_the_draft_along(dubious: Dubious) -> None:
    found = game_id(dubious(*PLAY, stdin=lines(*SCRIPT[:4], "x" * 2000)))
    assert len(saved()) == 2
    refused = dubious("games", "--delete", found, stdin="y\n")
    assert refused.code == 2
    assert "--yes" in refused.err
    assert len(saved()) == 2
    assert dubious("games", "--delete", found, "--yes").code == 0
    assert saved() == []


def test_a_game_open_elsewhere_is_not_deleted(dubious: Dubious, unfinished: str) -> None:
    record, _ = Record.reopen(saved()[0])
    with record:
        ran = dubious("games", "--delete", unfinished, "--yes")
    assert ran.code == 1
    assert "open in another window or process" in ran.err
    assert len(saved()) == 1


def test_no_games_yet_says_how_to_start(dubious: Dubious) -> None:
    assert "`dubious play` starts one" in dubious("games").out
    assert "`dubious play` starts one" in dubious("games", "--stats").out
    assert json.loads(dubious("games", "--json").out) == []


def test_a_career_adds_up_what_the_records_say(dubious: Dubious, finished: str) -> None:
    dubious("watch", *SHORT[:-1], "--fast", "--save")
    dubious(*PLAY, stdin=lines(*SCRIPT[:5]))
    told = json.loads(dubious("games", "--stats", "--json").out)
    state = read_record(next(p for p in saved() if finished in p.name)).game().state
    points = state.standing()
    total = told["total"]
    assert (total["games"], total["rounds"]) == (1, 1)
    assert (total["role_points"], total["guess_points"]) == (points.role_points[1], points.guess_points[1])
    assert total["wins"] + total["shared_wins"] == (1 in points.winners)
    assert sum(total["guesses_right"]["occupation"]) <= 1 + 1
    assert total["guesses_right"]["secret"][1] == 2
    assert list(told["settings"]) == ["Antiquity"]
    shown = dubious("games", "--stats").out
    assert f"Points for guesses: {points.guess_points[1]}" in shown


def test_a_replay_tells_the_game_but_not_the_cards_the_others_rejected(
    dubious: Dubious, finished: str
) -> None:
    state = read_record(saved()[0]).game().state
    text = " ".join(dubious("replay", finished).out.split())
    now = state.round
    for opened in now.opened:
        for spoken in opened.answers:
            assert f"“{spoken.text}”" in text
    assert "Final standing" in text
    assert text.count(", rejects ") == 1
    spoilt = " ".join(dubious("replay", finished, "--spoil").out.split())
    assert spoilt.count(", rejects ") == len(state.players)


def test_an_unfinished_game_is_replayed_only_with_spoil(dubious: Dubious, unfinished: str) -> None:
    ran = dubious("replay", unfinished)
    assert (ran.code, ran.out) == (2, "")
    assert f"`dubious resume {unfinished}`" in ran.err
    spoilt = dubious("replay", unfinished, "--spoil")
    assert "Not finished: round 1, question 2 of 2." in spoilt.out
    assert SCRIPT[4] in spoilt.out


def test_markdown_is_written_whole_and_never_over_something_else(
    dubious: Dubious, finished: str, tmp_path: Path
) -> None:
    file = tmp_path / "evening.md"
    assert dubious("replay", finished, "--format", "md", "-o", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == dubious("replay", finished, "--format", "md").out
    again = dubious("replay", finished, "-o", str(file))
    assert again.code == 2
    assert "exists already" in again.err
    assert dubious("replay", finished, "-o", str(file), "--force").code == 0
    assert file.read_text(encoding="utf-8").startswith("Antiquity · Ann")
    lost = dubious("replay", finished, "-o", str(tmp_path / "no" / "folder.md"))
    assert lost.code == 2
    assert "There is no folder" in lost.err
    assert list(tmp_path.iterdir()) == [file]


def test_markdown_from_players_stays_text(dubious: Dubious) -> None:
    nasty = "<script>x</script> [a](http://x) **b** `c` # d | e"
    found = game_id(dubious(*PLAY, stdin=lines(*SCRIPT[:4], nasty, *SCRIPT[5:])))
    told = dubious("replay", found, "--format", "md").out
    assert "<script>" not in told
    assert "[a](http" not in told
    assert "**b**" not in told
    assert "\\<script\\>x" in told


def test_watching_plays_to_the_end_and_keeps_a_game_only_when_asked(dubious: Dubious) -> None:
    ran = dubious("watch", *SHORT[:-1], "--fast")
    assert (ran.code, ran.err) == (0, "")
    assert "Final standing" in ran.out
    assert "You say" not in ran.out
    assert saved() == []
    kept = dubious("watch", *SHORT[:-1], "--fast", "--save")
    assert kept.out.startswith(ran.out.rstrip())
    assert read_record(saved()[0]).finished
    assert dubious("replay", game_id(kept)).code == 0


def test_watching_with_names_and_seed_is_repeatable(dubious: Dubious) -> None:
    first, second = (dubious("watch", *SHORT[:-1], "--with", "dag,bruno").out for _ in range(2))
    assert first == second
    assert "Dag, Bruno and" in first


def test_score_reads_a_file_or_standard_input(dubious: Dubious, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(example()), encoding="utf-8")
    told = json.loads(dubious("score", str(file), "--json").out)
    assert {key: told[key] for key in ("totals", "guess_points", "winners")} == {
        key: EXAMPLE[key] for key in ("totals", "guess_points", "winners")
    }
    assert json.loads(dubious("score", "-", "--json", stdin=file.read_text(encoding="utf-8")).out) == told
    shown = " ".join(dubious("score", str(file)).out.split())
    assert "Helen +2 struck out, because everybody knew" in shown
    assert "nobody knew, so Jane and Helen +1 each" in shown
    assert "Jane wins with 5 points." in shown


def test_the_tie_break_is_explained(dubious: Dubious) -> None:
    def guessed(table: dict[str, Any]) -> None:
        table["guesses"]["Helen"]["Peter"][0] = "Winemaker"

    shown = " ".join(dubious("score", "-", stdin=json.dumps(example(guessed))).out.split())
    assert (
        "Jane, Peter and Helen have 4 points each; Helen wins with more points for guesses (3 against 2)."
        in shown
    )


@pytest.mark.parametrize(
    "command", [("rules",), ("cards", "cthulhu"), ("cards", "3", "--plain"), ("--help",)]
)
def test_pages_of_reference_are_printed(dubious: Dubious, command: tuple[str, ...]) -> None:
    ran = dubious(*command)
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out) > 300
    assert max(map(len, ran.out.splitlines())) <= 130


def test_every_command_explains_itself(dubious: Dubious) -> None:
    for command in ("play", "resume", "watch", "games", "replay", "score", "rules", "cards"):
        ran = dubious(command, "--help")
        assert ran.code == 0, command
        assert "Usage: " in ran.out


def test_an_old_record_replays_after_its_cards_have_been_renamed(dubious: Dubious, finished: str) -> None:
    path = saved()[0]
    text = path.read_text(encoding="utf-8").replace("Pirate", "Corsair").replace("Gladiator", "Arena fighter")
    path.write_text(text, encoding="utf-8")
    setup = next(e for e in read_record(path).events if isinstance(e, ev.GameSetUp))
    assert "Corsair" in [card.name for card in setup.setting.occupations]
    told = dubious("replay", finished)
    assert told.code == 0
    assert "Pirate" not in told.out
    assert games_folder().is_dir()
