"""In-game commands: what a person may type at any prompt instead of an answer. Each is one line in `HELP`."""

from __future__ import annotations

import re
from collections.abc import Callable

from dubious_ai.brains.protocol import Leave
from dubious_ai.content.library import Library
from dubious_ai.core.rules import NOTE_LIMIT
from dubious_ai.errors import DubiousError
from dubious_ai.game.desk import Chair
from dubious_ai.ui.called import at_the_table
from dubious_ai.ui.page import Page
from dubious_ai.ui.views import rules_view, table_views
from dubious_ai.ui.views.record_sheet import sheet_view

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

    def __init__(self, page: Page, chair: Chair, texts: Library) -> None:
        self._page = page
        self._chair = chair
        self._texts = texts
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
            self._page.say(
                f"There is no command /{word}. /help lists them; to begin an answer with a slash, put a space before it.",
                "problem",
            )
            return None
        name = word.casefold() if exact else hits[0]
        try:
            return self._known[name](rest.strip(), draft)
        except DubiousError as error:
            self._page.say(at_the_table(str(error)), "problem")
            return None

    def ends_in_one(self, text: str) -> str:
        """The command a text ends in, as somebody types who did not see that a draft stood in the line; empty if it does not."""
        found = re.search(r"/([A-Za-z]+)\W*$", text)
        return f"/{found[1]}" if found and found[1].casefold() in self._known else ""

    @property
    def names(self) -> tuple[str, ...]:
        """Every command as it is typed, e.g. "/sheet"."""
        return tuple(f"/{name}" for name in self._known)

    def _sheet(self, rest: str, draft: str) -> None:
        del rest, draft
        observation = self._chair.seen()
        self._page.show(sheet_view(observation, self._texts, self._page.width, plain=self._page.plain))

    def _note(self, rest: str, draft: str) -> None:
        del draft
        word, _, text = rest.partition(" ")
        seen = self._chair.seen()
        hits = [
            seat for seat in seen.opponents if word and seen.name(seat).casefold().startswith(word.casefold())
        ]
        if len(hits) != 1 or not text.strip():
            names = table_views.listed((seen.name(seat) for seat in sorted(seen.opponents)), "or")
            self._page.say(f"Write /note, a name ({names}) and what you want to remember.", "problem")
            return
        if len(text) > NOTE_LIMIT:
            self._page.say(f"That note has {len(text)} characters; {NOTE_LIMIT} is the limit.", "problem")
            return
        self._chair.note(hits[0], text.strip())
        self._page.say(f"Noted about {seen.name(hits[0])}.", "quiet")

    def _cards(self, rest: str, draft: str) -> None:
        del rest, draft
        self._page.show(table_views.reference(self._texts, plain=self._page.plain))

    def _rules(self, rest: str, draft: str) -> None:
        del rest, draft
        self._page.show(*rules_view.rules())

    def _undo(self, rest: str, draft: str) -> None:
        del rest, draft
        if not self._chair.take_back():
            self._page.say(
                "There is nothing to take back: an answer can be changed until everybody has handed in."
            )

    def _show_help(self, rest: str, draft: str) -> None:
        del rest, draft
        for usage, told in self._help.items():
            self._page.say(f"  {usage:<17} {told}")

    def _quit(self, rest: str, draft: str) -> None:
        del rest, draft
        raise Leave
