"""The coach at the table: /hint, /check, /guess as typed, what goes on the record, and that the coach knows no more than its seat."""

from __future__ import annotations

from io import BytesIO, StringIO

import pytest
from rich.console import Console

from dubious_ai.brains.house import HouseBrain
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.game.desk import Chair
from dubious_ai.game.table import Table
from dubious_ai.ui.coaching import Coaching
from dubious_ai.ui.commands import Commands
from dubious_ai.ui.lines.terminal import THEME, PipedLines, Terminal
from tests.readers import reader

from .seats import game_at_question, texts


class Seat:
    """Seat 1 of a game, typing commands."""

    def __init__(self, game: Game, width: int = 80) -> None:
        self.page = StringIO()
        console = Console(file=self.page, width=width, theme=THEME, highlight=False, color_system=None)
        terminal = Terminal(console, PipedLines(BytesIO(), console), plain=False, live=False)
        self.stored: list[tuple[ev.Event, bool]] = []
        table = Table(
            game,
            {},
            HouseBrain(reader()),
            "s",
            humans=frozenset({1}),
            sink=lambda events, now: self.stored.extend((event, now) for event in events),
        )
        chair = Chair(table, 1)
        self.commands = Commands(terminal, chair, texts())
        Coaching(terminal, chair, reader()).connect(self.commands)

    def type(self, line: str, draft: str = "") -> tuple[str, str | None]:
        """What the screen says, and the new draft."""
        self.page.truncate(0)
        self.page.seek(0)
        new = self.commands.run(line, draft)
        return self.page.getvalue(), new

    @property
    def recorded(self) -> list[tuple[str, int]]:
        return [(e.what, e.number) for e, _ in self.stored if isinstance(e, ev.CoachUsed)]


def test_hint_goes_a_step_further_each_time_and_every_step_is_on_the_record() -> None:
    seat = Seat(game_at_question(1))
    nudge, _ = seat.type("/hint")
    sketch, _ = seat.type("/hint")
    full, _ = seat.type("/hint")
    assert "Think of" in nudge
    assert "“" not in nudge
    assert "think of" in sketch
    assert "→" not in sketch
    assert full.count("→") >= 4
    assert seat.recorded == [("hint", 1)] * 3
    assert all(durable for _, durable in seat.stored)


def test_the_same_help_again_is_recorded_once() -> None:
    seat = Seat(game_at_question(2))
    for line in (
        "/hint nudge",
        "/hint nudge",
        "/check A goose.",
        "/check A goose.",
        "/check A duck.",
        "/guess",
        "/guess",
    ):
        seat.type(line)
    assert seat.recorded == [("hint", 2), ("check", 2), ("check", 2), ("guess", 2)]


def test_a_suggestion_can_be_put_into_the_line() -> None:
    seat = Seat(game_at_question(1))
    assert seat.type("/hint 1")[1] is None
    shown, _ = seat.type("/hint full")
    text = seat.type("/hint 1")[1]
    assert text
    assert " ".join(text.split()[:4]) in " ".join(shown.split())
    assert "from 1 to" in seat.type("/hint 99")[0]


def test_more_suggestions_are_other_suggestions() -> None:
    seat = Seat(game_at_question(1))
    seat.type("/hint full")
    seat.type("/hint full")
    found = [seat.type(f"/hint {n}")[1] for n in range(1, 5)]
    assert None not in found
    assert len(set(found)) == 4


def test_check_weighs_the_line_being_typed_and_leaves_it_there() -> None:
    seat = Seat(game_at_question(1))
    shown, draft = seat.type("/check", "Two geese, on account.")
    assert draft == "Two geese, on account."
    assert "Occupation" in shown
    assert "Secret" in shown
    assert seat.type("/check other words")[1] == "other words"
    assert "/check" in seat.type("/check")[0]


@pytest.mark.parametrize("line", ["/hint", "/check A goose.", "/guess"])
def test_before_there_is_anything_to_help_with_a_sentence_says_so(line: str) -> None:
    from dubious_ai.core.model import Options, Player

    setting = texts().setting()
    game = Game(
        [ev.GameSetUp(setting=setting, players=tuple(Player(name=n) for n in "ABC"), options=Options())]
    )
    while game.state.phase != "choosing" or not game.state.round.deck:
        game.step("s")
    seat = Seat(game)
    shown, draft = seat.type(line)
    assert len(shown) > 20
    assert draft is None
    assert seat.recorded == []


def test_guess_quotes_words_and_takes_a_name() -> None:
    seat = Seat(game_at_question(3))
    everybody, _ = seat.type("/guess")
    assert "Ben" in everybody
    assert "Cleo" in everybody
    assert "“barrels”" in everybody
    one, _ = seat.type("/guess ben")
    assert "Cleo" not in one
    assert "not at the table" in seat.type("/guess zoe")[0]


@pytest.mark.parametrize("width", [40, 60, 80])
def test_nothing_runs_over_the_edge(width: int) -> None:
    seat = Seat(game_at_question(2), width)
    for line in ("/hint", "/hint", "/hint", "/check A goose, on account, for the ledger.", "/guess"):
        shown, _ = seat.type(line)
        assert max(len(row) for row in shown.splitlines()) <= width


def swapped(events: list[ev.Event]) -> list[ev.Event]:
    """The same game for seat 1: the others have one another's cards, have sealed other answers, and the deck goes on differently."""
    found: list[ev.Event] = []
    seats = {2: 3, 3: 4, 4: 2}
    hands = {e.seat: e for e in events if isinstance(e, ev.CardsDealt)}
    choices = {e.seat: e for e in events if isinstance(e, ev.CardsKept)}
    opened = {e.number for e in events if isinstance(e, ev.AnswersOpened)}
    for event in events:
        match event:
            case ev.CardsDealt() if event.seat in seats:
                found.append(hands[seats[event.seat]].model_copy(update={"seat": event.seat}))
            case ev.CardsKept() if event.seat in seats:
                other = choices[seats[event.seat]]
                found.append(
                    event.model_copy(update={"occupation": other.occupation, "secret": other.secret})
                )
            case ev.AnswerHandedIn() if event.seat in seats and event.number not in opened:
                found.append(event.model_copy(update={"text": "Nobody shall read this yet."}))
            case ev.BrainsNoted():
                found.append(event.model_copy(update={"seed": "another"}))
            case _:
                found.append(event)
    return found


def test_the_coach_says_the_same_whatever_the_others_hide() -> None:
    game = game_at_question(3, seats=4)
    game.take(ev.AnswerHandedIn(seat=2, number=3, text="My barrels burst and the whole street was red."))
    other = Game(swapped(game.events))
    assert other.events != game.events
    lines = (
        "/hint",
        "/hint",
        "/hint",
        "/hint subtle",
        "/check A red street, and barrels.",
        "/guess",
        "/guess ben",
    )
    one, two = Seat(game), Seat(other)
    assert [one.type(line) for line in lines] == [two.type(line) for line in lines]
