"""In-game commands: what a person may type at any prompt instead of an answer. Each is one line in `HELP`."""

from __future__ import annotations

from collections.abc import Callable

from dubious_ai.brains.protocol import Leave
from dubious_ai.content.library import Library
from dubious_ai.content.rules_text import RULES
from dubious_ai.core import events as ev
from dubious_ai.core.rules import NOTE_LIMIT, IllegalAction
from dubious_ai.errors import DubiousError
from dubious_ai.game.table import Table
from dubious_ai.ui.lines.terminal import Terminal
from dubious_ai.ui.views import table_views
from dubious_ai.ui.views.record_sheet import sheet

HELP: dict[str, str] = {
    "/sheet": "your record sheet: marks, notes, all answers so far",
    "/note NAME text": "note something about somebody, for your eyes only",
    "/cards": "all Occupations and Secrets of this setting",
    "/rules": "the rules on one page",
    "/undo": "take your answer back, while others still write",
    "/help": "this list",
    "/quit": "leave; the game is saved as it stands",
}
Command = Callable[[str, str], str | None]
"""Gets the rest of the line and the draft of the answer; may return a new draft."""


class Commands:
    """Runs commands for the person at one seat. Other rooms (the coach) add theirs with `add`."""

    def __init__(self, terminal: Terminal, table: Table, texts: Library, seat: int) -> None:
        self._terminal = terminal
        self._table = table
        self._texts = texts
        self._seat = seat
        self._help = dict(HELP)
        self._known: dict[str, Command] = {
            "sheet": self._sheet,
            "note": self._note,
            "cards": self._cards,
            "rules": self._rules,
            "undo": self._undo,
            "help": self._show_help,
            "quit": self._quit,
        }

    def add(self, name: str, usage: str, help_line: str, command: Command) -> None:
        """Add a command, shown in the help before /help."""
        self._known[name] = command
        last = {key: self._help.pop(key) for key in ("/help", "/quit")}
        self._help[usage] = help_line
        self._help.update(last)

    def run(self, line: str, draft: str = "") -> str | None:
        """Carry out a command line such as "/note bruno parrot". Returns a new draft if the command made one. Raises Leave."""
        word, _, rest = line[1:].partition(" ")
        hits = [name for name in self._known if name.startswith(word.casefold())] if word else []
        exact = word.casefold() in self._known
        if not exact and len(hits) != 1:
            self._terminal.say(
                f"There is no command /{word}. /help lists them; to begin an answer with a slash, put a space before it.",
                "problem",
            )
            return None
        name = word.casefold() if exact else hits[0]
        try:
            return self._known[name](rest.strip(), draft)
        except DubiousError as error:
            self._terminal.say(str(error), "problem")
            return None

    def _sheet(self, rest: str, draft: str) -> None:
        del rest, draft
        observation = self._table.game.observation(self._seat)
        self._terminal.show(sheet(observation, self._texts, self._terminal.width, plain=self._terminal.plain))

    def _note(self, rest: str, draft: str) -> None:
        del draft
        word, _, text = rest.partition(" ")
        players = self._table.game.state.players
        hits = [
            seat
            for seat, player in enumerate(players, 1)
            if seat != self._seat and word and player.name.casefold().startswith(word.casefold())
        ]
        if len(hits) != 1 or not text.strip():
            names = table_views.listed((p.name for s, p in enumerate(players, 1) if s != self._seat), "or")
            self._terminal.say(f"Write /note, a name ({names}) and what you want to remember.", "problem")
            return
        if len(text) > NOTE_LIMIT:
            self._terminal.say(f"That note has {len(text)} characters; {NOTE_LIMIT} is the limit.", "problem")
            return
        self._table.take(ev.NoteTaken(seat=self._seat, target=hits[0], text=text.strip()))
        self._terminal.say(f"Noted about {players[hits[0] - 1].name}.", "quiet")

    def _cards(self, rest: str, draft: str) -> None:
        del rest, draft
        self._terminal.show(table_views.reference(self._texts, plain=self._terminal.plain))

    def _rules(self, rest: str, draft: str) -> None:
        del rest, draft
        self._terminal.say(RULES)

    def _undo(self, rest: str, draft: str) -> None:
        del rest, draft
        now = self._table.game.state.round
        try:
            self._table.take(ev.AnswerTakenBack(seat=self._seat, number=len(now.asked)))
        except IllegalAction as error:
            del error
            self._terminal.say(
                "There is nothing to take back: an answer can be changed until everybody has handed in."
            )

    def _show_help(self, rest: str, draft: str) -> None:
        del rest, draft
        for usage, told in self._help.items():
            self._terminal.say(f"  {usage:<17} {told}")

    def _quit(self, rest: str, draft: str) -> None:
        del rest, draft
        raise Leave
