"""Walking through a game at a live terminal, and output in encodings without our characters."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from dubious_ai.analysis.career import career
from dubious_ai.analysis.replay_markdown import replay_markdown as markdown
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.errors import UsageError
from dubious_ai.game.replay import walk, whereabouts
from dubious_ai.storage.history import Summary, summary_of
from dubious_ai.storage.record import Header, Loaded, read_record
from dubious_ai.storage.record_writer import write_events
from dubious_ai.ui.lines import replay_pages
from dubious_ai.ui.lines.terminal import THEME, Interrupted, Prompt, Terminal
from tests.play import finished
from tests.ui.screens import evening


class Keys:
    """A person who presses these keys, then leaves."""

    def __init__(self, *typed: str) -> None:
        self.left = list(typed)

    def read(self, prompt: Prompt) -> str:
        assert "Enter goes on" in prompt.label
        if not self.left:
            raise Interrupted("")
        return self.left.pop(0)

    def listen(self, seconds: float) -> str | None:
        """Nothing is typed ahead."""
        del seconds


def terminal(keys: Keys, *, live: bool = True) -> tuple[Terminal, io.StringIO]:
    out = io.StringIO()
    return Terminal(Console(file=out, width=80, theme=THEME, markup=False), keys, plain=False, live=live), out


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "evening.dubious.jsonl"
    write_events(path, "4F2A", evening())
    return path


def test_enter_turns_one_page_after_the_other(record: Path) -> None:
    told = walk(read_record(record))
    live, out = terminal(Keys(""))
    replay_pages.show(live, told)
    assert "Round 1 · Bruno reads" in out.getvalue()
    assert "What do your hands look like?" not in out.getvalue()
    live, out = terminal(Keys(*[""] * 50))
    replay_pages.show(live, told)
    assert out.getvalue().index("What pet do you have?") < out.getvalue().index("Final standing")


def test_q_stops_and_a_pipe_is_never_asked(record: Path) -> None:
    told = walk(read_record(record))
    live, out = terminal(Keys("", "", "q", ""))
    replay_pages.show(live, told)
    assert "What pet do you have?" not in out.getvalue()
    piped, out = terminal(Keys(), live=False)
    replay_pages.show(piped, told)
    assert "Bruno wins with 8 points." in out.getvalue()


def test_a_setting_nobody_knows_any_more_still_replays(tmp_path: Path) -> None:
    path = tmp_path / "old.dubious.jsonl"
    write_events(path, "0LD1", finished(4))
    told = walk(read_record(path), spoil=True)
    assert "Harbour" in markdown(told)
    assert "Harbour" in replay_pages.as_text(told)


def test_withheld_reasons_and_help_of_the_coach_open_after_the_game(tmp_path: Path) -> None:
    events = list(evening())
    extra = (
        ev.CoachUsed(seat=1, what="hint", number=1),
        ev.Substituted(seat=3, action="answer", number=1, cause="withheld"),
        ev.SubstitutionExplained(seat=3, action="answer", number=1, cause="The answer names its own card."),
    )
    at = next(n for n, e in enumerate(events) if isinstance(e, ev.AnswersOpened))
    path = tmp_path / "help.dubious.jsonl"
    write_events(path, "4F2B", [*events[:at], *extra, *events[at:]])
    told = replay_pages.as_text(walk(read_record(path)))
    assert "The coach helped Ann: hint 1×." in told
    assert "The house acted for Celeste (answer): The answer names its own card." in told


def summed(game: Game) -> Summary:
    """What the games folder would know of this game."""
    loaded = Loaded(
        Path("2026-01-01-antiquity-4F2B.dubious.jsonl"),
        Header(game="4F2B", started=""),
        tuple(game.events),
        (),
        0,
    )
    return summary_of("4F2B", loaded, game.state)


def test_games_without_a_person_do_not_count_in_a_career() -> None:
    bots = Game(evening())
    assert career([summed(bots)]).total.games == 0
    noted = ev.BrainsNoted(brains=("human", "house", "house", "house"), seed="")
    game = Game([evening()[0], noted, *evening()[1:]])
    total = career([summed(game), summed(Game([*game.events[:-1]]))]).total
    assert (total.games, total.wins, total.role_points, total.guess_points) == (1, 0, 3, 4)
    assert (total.right["occupation"], total.made["occupation"]) == (2, 3)
    assert (total.right["secret"], total.made["secret"]) == (2, 2)
    assert (total.named["occupation"], total.readers["occupation"]) == (2, 3)


def test_an_encoding_without_our_characters_gets_the_nearest_ones() -> None:
    code = "from dubious_ai.cli.main import run; run(['rules'])"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert b'  - "All" is meant for each card by itself' in ran.stdout


def test_where_a_game_stands_is_said_in_words() -> None:
    assert whereabouts("over", 2, 5, 5) == "finished"
    assert whereabouts("set-up", 0, 0, 5) == "before the first deal"
    assert whereabouts("answering", 1, 3, 5) == "round 1, question 3 of 5"
    assert whereabouts("guessing", 2, 5, 5) == "round 2, guessing"


def test_of_an_unfinished_game_the_sealed_answers_of_the_open_question_alone_are_shown(
    tmp_path: Path,
) -> None:
    events = list(evening())
    second = [n for n, e in enumerate(events) if isinstance(e, ev.AnswerHandedIn) and e.number == 2]
    path = tmp_path / "half.dubious.jsonl"
    write_events(path, "4F2C", events[: second[1] + 1])
    told = walk(read_record(path), spoil=True)
    sealed = [e for n, e in enumerate(events) if n in second[:2] and isinstance(e, ev.AnswerHandedIn)]
    assert told.rounds[0].sealed == tuple(sealed)
    assert told.where == "round 1, question 2 of 2"
    whole = read_record(path)
    with pytest.raises(UsageError, match="hidden cards"):
        walk(whole)
