"""What comes after the final standing, at a live terminal."""

from __future__ import annotations

import io
from collections.abc import Iterator

from rich.console import Console

from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.game.seating import Plan, lay
from dubious_ai.ui.before_and_after import same_people
from dubious_ai.ui.lines.afterwards import offer
from dubious_ai.ui.lines.terminal import THEME, Prompt, Terminal
from tests.readers import READERS
from tests.review.played import loud


class Typed:
    """Lines as somebody would type them."""

    def __init__(self, *lines: str) -> None:
        self._lines: Iterator[str] = iter(lines)

    def read(self, prompt: Prompt) -> str:
        """The next line; the end of input after the last."""
        del prompt
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None

    def listen(self, seconds: float) -> str | None:
        """Nothing is typed ahead."""
        del seconds


def asked(game: Game, *lines: str, live: bool = True) -> tuple[str, list[Plan]]:
    """What the screen shows, and the games that were asked for."""
    out, plans = io.StringIO(), list[Plan]()
    console = Console(file=out, theme=THEME, width=80, highlight=False, markup=False)
    offer(Terminal(console, Typed(*lines), plain=True, live=live, pace=0.0), game, READERS, plans.append)
    return out.getvalue(), plans


def test_the_same_people_sit_down_again() -> None:
    plan = Plan(
        setting="cthulhu",
        seats=5,
        options=Options(rounds=2, appearance=1, assorted=2),
        human="Maud",
        level="sharp",
        company=("dag",),
        seed="1",
        exclude=frozenset({"priest"}),
    )
    game, _ = lay(plan)
    again, _ = lay(same_people(game.state))
    assert again.state.players == game.state.players
    assert again.state.options == game.state.options
    assert again.state.setting == game.state.setting
    assert again.state.noted is not None
    assert game.state.noted is not None
    assert again.state.noted.brains == game.state.noted.brains
    assert again.state.noted.seed != game.state.noted.seed


def test_review_then_another_game() -> None:
    text, plans = asked(Game(loud()), "2", "what?", "1")
    assert "You were GLADIATOR" in text
    assert "THEATER ACTOR ·" not in text
    assert "1 to 5" in text
    assert [plan.human for plan in plans] == ["Ann"]


def test_enter_and_the_end_of_input_say_goodbye() -> None:
    for lines in (("",), ("q",), ()):
        text, plans = asked(Game(loud()), *lines)
        assert "another game with the same people" in text
        assert not plans


def test_nothing_is_asked_of_a_pipe_or_in_the_middle_of_a_game() -> None:
    assert asked(Game(loud()), "1", live=False) == ("", [])
    assert asked(Game(loud()[:-1]), "1") == ("", [])
