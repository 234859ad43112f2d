"""All guesses on one page before they are locked: Enter locks, a name opens its page again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from dubious_ai.brains.protocol import Guesses
from dubious_ai.content.library import Library
from dubious_ai.core.model import KINDS
from dubious_ai.core.observe import Observation
from dubious_ai.game.desk import Chair
from dubious_ai.ui.screen.drawing import person
from dubious_ai.ui.screen.guessing import Marked, OpponentPage
from dubious_ai.ui.screen.widgets import Drawn, Offer, keys, program
from dubious_ai.ui.views import record_sheet

OFFERS: tuple[Offer, ...] = (
    ("Enter", "opens the one it stands on, or locks", ""), ("l", "locks them all", "screen.lock"),
)  # fmt: skip


class AllGuesses(Screen[Guesses]):
    """All guesses as they stand: Enter locks them, a name opens its page again. `sure` (by seat, 1 to 5) goes along."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("l", "lock", "lock them")]

    def __init__(
        self,
        chair: Chair,
        texts: Library,
        sure: dict[int, int],
        clock: float,
        ready: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self._ready = ready
        self._chair = chair
        self._texts = texts
        self._sure = sure
        self._clock = clock
        self._until = 0.0
        self._asked = False

    def compose(self) -> ComposeResult:
        """The list of opponents and the lock."""
        yield Drawn(Text("Your guesses", "title"), id="guess-head")
        yield OptionList(id="guess-all")
        yield Drawn(id="guess-warnings")
        yield Drawn(id="guess-keys")

    def on_mount(self) -> None:
        """Two minutes, if clocks run."""
        if self._clock:
            self._until = time.monotonic() + self._clock
            self.set_interval(0.5, self._tick)
        self._renew()
        self._tick()
        if self._ready:
            self.call_after_refresh(self._ready)

    def _tick(self) -> None:
        line = Text()
        if self._until:
            left = int(self._until - time.monotonic() + 0.99)
            if left <= 0 and self.is_current:
                # the time is up: what is marked is what was guessed
                self._give()
                return
            line.append(f"{max(left, 0) // 60}:{max(left, 0) % 60:02}  ", "title")
        self.query_one("#guess-keys", Drawn).draw(line.append_text(keys(OFFERS)))

    def _guesses(self, seen: Observation) -> Guesses:
        picks = {seat: record_sheet.standing_guess(seen, seat) for seat in sorted(seen.opponents)}
        return Guesses(picks, sure=dict(self._sure))

    def _renew(self) -> None:
        seen = self._chair.seen()
        rows = self.query_one("#guess-all", OptionList)
        at = rows.highlighted or 0
        rows.clear_options()
        rows.add_option(Option(Text("Lock them all", "tick"), id="lock"))
        guesses = self._guesses(seen)
        for seat, guess in guesses.picks.items():
            line = person(seen, seat)
            for kind in KINDS:
                slug = guess.of(kind)
                line.append("  " if kind == "occupation" else " · ")
                line.append(self._texts.file(slug).name if slug else "blank", style=kind if slug else "quiet")
            if seat in self._sure:
                line.append(f"   {'●' * self._sure[seat]}{'○' * (5 - self._sure[seat])} sure", style="quiet")
            rows.add_option(Option(line, id=str(seat)))
        rows.highlighted = at
        rows.focus()
        warnings = record_sheet.guess_warnings(seen, self._texts, dict(guesses.picks))
        self.query_one("#guess-warnings", Drawn).draw(Text("\n".join(warnings), "warning"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click on a line."""
        event.stop()
        if event.option.id == "lock":
            self.action_lock()
            return
        seat = int(event.option.id or 0)
        program(self).push_screen(OpponentPage(self._chair, self._texts, seat, 0.0), self._changed(seat))

    def _changed(self, seat: int) -> Callable[[Marked | None], None]:
        def changed(marked: Marked | None) -> None:
            if marked and marked.sure:
                self._sure[seat] = marked.sure
            self._renew()

        return changed

    def action_lock(self) -> None:
        """Lock, after a word about blanks."""
        seen = self._chair.seen()
        blank = record_sheet.blanks(seen, dict(self._guesses(seen).picks))
        if blank and not self._asked:
            self._asked = True
            told = f"{blank} Even a wrong guess can score. Once more locks them all the same."
            self.query_one("#guess-warnings", Drawn).draw(Text(told, "warning"))
            return
        self._give()

    def _give(self) -> None:
        self.dismiss(self._guesses(self._chair.seen()))
