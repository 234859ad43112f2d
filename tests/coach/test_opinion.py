"""The second opinion: a scripted model beside the offline coach, what it is shown, and what happens when it fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO, StringIO

from rich.console import Console

from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.llm.transport.client import Payload
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.coach.guess import PersonGuessed, Round
from dubious_ai.coach.seat_view import listening
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.game.desk import Chair
from dubious_ai.game.table import Table
from dubious_ai.ui.coaching import Coaching
from dubious_ai.ui.commands import Commands
from dubious_ai.ui.lines.terminal import THEME, PipedLines, Terminal
from tests.llm.support import ScriptedWire, completion, reply_to, scripted, texts
from tests.readers import reader

from .seats import game_at_question
from .seats import texts as contents
from .test_commands import swapped

Script = Callable[[Payload], str]
WRITTEN = {
    "subtle": "My grandmother says they look like hers did.",
    "balanced": "Mostly they are cold, and they smell of the river.",
    "obvious": "One of them is always busy and the other one watches the door.",
}


def model(payload: Payload) -> str:
    """Writes the same three answers, and guesses whatever the lists allow."""
    return completion(json.dumps(reply_to(payload) if "now guess" in texts(payload)[1][1] else WRITTEN))


def broken(payload: Payload) -> str:
    raise CallFailed("network", f"The server for {payload['model']} is away.")


def coached(game: Game, script: Script = model) -> tuple[Commands, StringIO, ScriptedWire]:
    """Seat 1 with a model as second opinion; the page it writes on, and what was sent."""
    models, wire = scripted(script)
    page = StringIO()
    console = Console(file=page, width=80, theme=THEME, highlight=False, color_system=None)
    terminal = Terminal(console, PipedLines(BytesIO(), console), plain=False, live=False)
    chair = Chair(Table(game, {}, HouseBrain(reader()), "s", humans=frozenset({1})), 1)
    commands = Commands(terminal, chair, contents())
    Coaching(terminal, chair, reader(), models.brain("openai:m", reader())).connect(commands)
    return commands, page, wire


def test_both_opinions_are_shown_and_both_are_measured() -> None:
    commands, page, wire = coached(game_at_question(2))
    commands.run("/hint full")
    shown = " ".join(page.getvalue().split())
    ours, theirs = shown.split("openai:m suggests:")
    assert ours.count("→") >= 4
    assert theirs.count("→") == 6
    assert all(text in theirs for text in WRITTEN.values())
    assert len(wire.sent) == 1
    number = 1 + ours.count("→") // 2
    assert commands.run(f"/hint {number}") == WRITTEN["subtle"]


def test_nudge_and_sketch_ask_no_model() -> None:
    commands, _, wire = coached(game_at_question(2))
    commands.run("/hint")
    commands.run("/hint")
    commands.run("/check A goose.")
    assert wire.sent == []


def test_where_the_model_would_name_other_cards_is_said() -> None:
    commands, page, _ = coached(game_at_question(3))
    commands.run("/guess")
    assert "openai:m sees it otherwise for" in " ".join(page.getvalue().split())


def test_a_model_that_fails_leaves_the_offline_help() -> None:
    commands, page, _ = coached(game_at_question(2), broken)
    commands.run("/hint full")
    commands.run("/guess")
    shown = page.getvalue()
    assert shown.count("gives no opinion") == 2
    assert "→" in shown
    assert "Best guess" in shown


def test_the_model_is_shown_what_the_seat_knows_and_nothing_else() -> None:
    game = game_at_question(3, seats=4)
    game.take(ev.AnswerHandedIn(seat=2, number=3, text="My barrels burst and the whole street was red."))
    sent: list[object] = []
    for events in (game.events, swapped(game.events)):
        commands, _, wire = coached(Game(events))
        commands.run("/hint full")
        commands.run("/guess")
        assert len(wire.sent) == 2
        sent.append(wire.sent)
    assert sent[0] == sent[1]


def test_a_round_from_outside_keeps_answers_with_their_questions() -> None:
    from dubious_ai.belief import Said

    people = (
        PersonGuessed("Ann", (Said("One?", "a"), Said("Two?", "b"))),
        PersonGuessed("Bob", (Said("Two?", "c"),)),
    )
    seen = listening(
        contents(), Round("antiquity", people, {"occupation": frozenset(), "secret": frozenset()}, 1)
    )
    heard = {a.question.text: {seen.name(s.seat): s.text for s in a.answers} for a in seen.now.asked}
    assert heard == {"One?": {"Ann": "a"}, "Two?": {"Ann": "b", "Bob": "c"}}
