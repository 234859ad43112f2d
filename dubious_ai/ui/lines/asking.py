"""One line asked of a person at a table: commands carried out at any prompt, drafts kept, Ctrl-C and the end of input understood."""

from __future__ import annotations

from collections.abc import Sequence

from dubious_ai.brains.protocol import Leave
from dubious_ai.core.cleaning import clean
from dubious_ai.storage.home import Draft
from dubious_ai.ui.commands import Commands
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal
from dubious_ai.ui.typed import command_of

TAKE = "Enter on the empty line takes it; whatever you type is new."


class Asker:
    """Asks for lines. A draft stands above the line and is never put into it."""

    def __init__(self, terminal: Terminal, draft: Draft | None) -> None:
        self._terminal = terminal
        self._draft = draft
        self.commands: Commands | None = None

    def stored(self, place: str) -> str:
        """The draft kept for this place of the game."""
        return self._draft.read(place) if self._draft else ""

    def handed_in(self) -> None:
        """What was being typed is at the table now: the draft may go."""
        if self._draft:
            self._draft.keep("")

    def line(
        self,
        label: str,
        *,
        standing: str = "",
        place: str = "",
        completions: Sequence[str] = (),
        marked: frozenset[str] = frozenset(),
        own: str = "",
    ) -> str:
        """A line that is not a command, or the draft (`standing`) for an empty one. `own` is a command that is returned instead of carried out.

        Ctrl-C keeps what was typed, a second one leaves. `place` says where in the game a draft belongs. Raises Leave.
        """
        warned = False
        self._keep(standing, place)
        while True:
            if standing and not own:
                self._terminal.say(f"“{standing}”", "flavour")
                self._terminal.say(TAKE, "quiet")
            kept = standing

            def keep(text: str, kept: str = kept) -> None:
                self._keep(clean(text) or kept, place)

            try:
                text = self._terminal.read(
                    Prompt(
                        label,
                        standing,
                        (*completions, *(self.commands.names if self.commands else ())),
                        marked,
                        keep if place else None,
                    )
                )
            except Interrupted as stop:
                standing = clean(stop.typed) or standing
                if warned:
                    self._keep(standing, place)
                    raise Leave from stop
                warned = True
                self._terminal.gap()
                self._terminal.say(
                    "Ctrl-C once more leaves the table. The game and your line are kept.", "warning"
                )
                continue
            except HungUp as end:
                raise Leave from end
            except EOFError as end:
                self._keep(standing, place)
                raise Leave from end
            warned = False
            command = command_of(text)
            if own and len(command) > 1 and own.startswith(command.casefold()):
                return own
            if command and self.commands:
                replacement = self.commands.run(command, standing)
                standing = replacement if replacement is not None else standing
                self._keep(standing, place)
                continue
            return text or standing

    def _keep(self, text: str, place: str) -> None:
        if place and self._draft and text:
            self._draft.keep(text, place)
