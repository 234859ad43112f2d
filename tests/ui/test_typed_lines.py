"""A game typed at a real terminal: drafts, pastes, second thoughts, signals."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from dubious_ai.core import events as ev
from dubious_ai.storage.record import read_record
from tests.cli.support import PLAY
from tests.ui.at_a_terminal import AtTerminal

QUESTION = "You › "
MOMENT = "takes it back › "


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AtTerminal]:
    """A short game whose first question lies on the table."""
    with AtTerminal(tmp_path, *PLAY, "--fast", "--plain") as screen:
        screen.answer("Occupation › ", "1.")
        screen.answer("Secret › ", "２")
        screen.answer("none) › ", "")
        screen.answer("nothing) › ", "")
        screen.until(QUESTION)
        yield screen


def answers(home: Path) -> list[str]:
    """What seat 1 has handed in."""
    (path,) = home.glob("games/*.dubious.jsonl")
    return [e.text for e in read_record(path).events if isinstance(e, ev.AnswerHandedIn) and e.seat == 1]


def drafts(home: Path) -> list[str]:
    """Every draft on the disk."""
    return [path.read_text(encoding="utf-8").partition("\n")[2] for path in home.glob("games/*.draft.txt")]


def test_a_draft_stands_above_the_line_and_never_in_it(table: AtTerminal, tmp_path: Path) -> None:
    table.type("/check Two lanterns.\r")
    assert "Two lanterns." in table.until("whatever you type is new.")
    table.until(QUESTION)
    table.type("/sheet\r")
    assert "Your record sheet" in table.until("whatever you type is new.")
    table.until(QUESTION)
    table.type("\r")
    table.answer(MOMENT, "")
    table.until(QUESTION)
    assert answers(tmp_path) == ["Two lanterns."]
    assert drafts(tmp_path) == []


def test_up_brings_the_draft(table: AtTerminal, tmp_path: Path) -> None:
    table.type("/check Two lanterns.\r")
    table.until(QUESTION)
    table.type("\x1b[A")
    table.until("Two lanterns.")
    table.type(" And oil.\r")
    table.answer(MOMENT, "")
    table.until(QUESTION)
    assert answers(tmp_path) == ["Two lanterns. And oil."]


def test_an_answer_that_ends_in_a_command_is_asked_about(table: AtTerminal, tmp_path: Path) -> None:
    table.type("Two lanterns/sheet\r")
    table.until("That ends in /sheet")
    table.until(QUESTION)
    assert answers(tmp_path) == []
    table.type("Two lanterns.\r")
    table.until(MOMENT)


@pytest.mark.parametrize("text", ["...", "?!", "—", "\U0001f98a", "aaaaaa", "What do your hands look like?"])
def test_what_says_nothing_is_asked_about_once(table: AtTerminal, text: str) -> None:
    table.type(f"{text}\r")
    table.until("Enter hands it in all the same.")
    table.until(QUESTION)
    table.type("\r")
    table.until(MOMENT)


def test_a_moment_after_handing_in_takes_it_back(table: AtTerminal, tmp_path: Path) -> None:
    table.type("First thought.\r")
    table.answer(MOMENT, "/undo")
    assert "First thought." in table.until(QUESTION)
    assert drafts(tmp_path) == ["First thought."]
    table.type("Second thought.\r")
    table.answer(MOMENT, "")
    table.until(QUESTION)
    assert answers(tmp_path) == ["Second thought."]


def test_lines_pasted_together_are_one_answer(table: AtTerminal, tmp_path: Path) -> None:
    table.type("One line.\rAnother line.\rA third.\r")
    table.answer(MOMENT, "")
    table.until(QUESTION)
    assert answers(tmp_path) == ["One line. Another line. A third."]


def test_ctrl_c_keeps_the_line_and_a_second_one_leaves(table: AtTerminal, tmp_path: Path) -> None:
    table.type("Half a thou")
    table.until("Half a thou")
    table.type("\x03")
    assert "Half a thou" in table.until("whatever you type is new.")
    table.until(QUESTION)
    table.type("\x03")
    table.until("Saved. Go on with")
    assert table.gone() == 0
    assert drafts(tmp_path) == ["Half a thou"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_keeps_what_was_being_typed(
    table: AtTerminal, tmp_path: Path, number: signal.Signals
) -> None:
    table.type("Half a thou")
    table.until("Half a thou")
    table.signal(number)
    assert table.gone() == 0
    assert drafts(tmp_path) == ["Half a thou"]
    with AtTerminal(tmp_path, "resume", "--fast", "--plain") as again:
        told = again.until("This is what you were writing.")
        assert "You are " in told
        assert "Question 1 of 2" in told
        again.until(QUESTION)


def test_ctrl_z_stops_and_the_line_is_there_again(table: AtTerminal) -> None:
    table.type("Half a thou")
    table.until("Half a thou")
    table.type("\x1a")
    table.until("\n")
    table.signal(signal.SIGCONT)
    table.until(f"{QUESTION}Half a thou")
    table.type("ght.\r")
    table.until(MOMENT)


def test_a_blank_is_asked_about_once_and_a_suggestion_needs_a_yes(table: AtTerminal) -> None:
    table.type("Rough.\r")
    table.answer(MOMENT, "")
    table.answer(QUESTION, "A goose.")
    table.answer(MOMENT, "")
    table.answer("Occupation › ", "piraat")
    table.until("Did you mean Pirate?")
    table.answer("Occupation › ", "")
    table.until("y takes Pirate; Enter once more leaves it blank.")
    table.answer("Occupation › ", "y")
    table.until("Secret › ")
    table.type("\r")
    table.until("Enter once more leaves it blank.")
    table.answer("Secret › ", "")
    table.until("Occupation › ")


def test_nothing_moves_the_cursor_in_plain_mode(tmp_path: Path) -> None:
    with AtTerminal(tmp_path, *PLAY, "--fast", "--plain", TERM="dumb") as screen:
        screen.until("Occupation › ")
        assert "\x1b" not in screen.shown
