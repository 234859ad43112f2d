"""After the last reveal: who won and why, what would have won, what gave you away, and what to do next. Enter plays again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.screen import Screen

from dubious_ai.analysis.sentences import ranking, result_told
from dubious_ai.coach.review.report import review
from dubious_ai.errors import DubiousError
from dubious_ai.ui import tonight
from dubious_ai.ui.before_and_after import elsewhere, harder, harder_told, same_people
from dubious_ai.ui.screen.app import Over
from dubious_ai.ui.screen.drawing import mark
from dubious_ai.ui.screen.widgets import Drawn, Offer, Pages, keys
from dubious_ai.ui.views import table_views
from dubious_ai.ui.views.after_game import findings_view, lost_by
from dubious_ai.ui.views.afterwards import last_words, opened_afterwards

if TYPE_CHECKING:
    from dubious_ai.ui.screen.places import Places

ROOM_FOR_TABLE = 30
"""Lines from which the standing is a table with where the points came from."""


class Afterwards(Screen[None]):
    """See module."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "again", "again"),
        Binding("o", "elsewhere", "another setting"),
        Binding("h", "harder", "harder hints"),
        Binding("r", "review", "the whole review"),
        Binding("t", "share", "a line to paste"),
        Binding("escape", "home", "start"),
        Binding("down,pagedown,space", "read(1)", show=False),
        Binding("up,pageup", "read(-1)", show=False),
    ]

    def __init__(self, places: Places, ended: Over, path: Path) -> None:
        super().__init__()
        self._places = places
        self._ended = ended
        self._path = path
        self._told = False
        self._plan = same_people(ended.game.state)

    def compose(self) -> ComposeResult:
        """Standing, findings, what next."""
        with VerticalScroll(id="after-body", can_focus=False):
            yield Drawn(id="after-standing")
            yield Drawn(Text("Looking back …", "quiet"), id="after-review")
        yield Drawn(id="after-keys")

    def on_mount(self) -> None:
        """The review takes a moment; it comes when it is ready."""
        self.run_worker(self._look_back, thread=True, exit_on_error=False)

    def on_resize(self, event: Resize) -> None:
        """A low window has no room for a table."""
        event.stop()
        self.query_one("#after-standing", Drawn).draw(Group(*self._standing(event.size.height)))
        self.call_after_refresh(self._keys)

    def _keys(self) -> None:
        offers: list[Offer] = [
            ("Enter", "again, the same people", "screen.again"), ("o", "another setting", "screen.elsewhere"),
            ("h", harder_told(self._plan), "screen.harder"),
            ("r", "the whole review", "screen.review"), ("t", "a line to paste", "screen.share"), ("Esc", "start", "screen.home"),
        ]  # fmt: skip
        if self.query_one("#after-body").max_scroll_y:
            offers.insert(1, ("↓", "reads on", "screen.read(1)"))
        self.query_one("#after-keys", Drawn).draw(keys(offers))

    def _standing(self, height: int) -> Iterator[RenderableType]:
        state = self._ended.game.state
        names, points = [player.name for player in state.players], state.standing()
        yield Text(result_told(names, points), "title")
        seen = self._ended.game.observation(1)
        if lost := lost_by(seen):
            yield Text(lost)
        said = last_words(names, points)
        if said:
            seat = names.index(said[0]) + 1
            yield Text.assemble((f"{mark(seat)} {said[0]}", f"player{seat}"), f": “{said[1]}”")
        if height >= ROOM_FOR_TABLE:
            yield table_views.standing_view(names, points, final=False, me=1, plain=False)
        else:
            yield Text("   ").join(
                Text.assemble(
                    (f"{mark(seat)} {names[seat - 1]} ", f"player{seat}"),
                    (str(points.totals[seat]), "title"),
                    (f" ({points.role_points[seat]}+{points.guess_points[seat]})", "quiet"),
                )
                for seat in ranking(points)
            )
        for line in opened_afterwards(names, seen, self._ended.game.events):
            yield Text(line, "quiet")
        yield Text("")

    def _look_back(self) -> None:
        try:
            found = findings_view(review(self._ended.game, self._places.app.backends.readers), 1)
        except DubiousError as error:
            found = [Text(str(error), "problem")]
        self._places.app.call_from_thread(self._looked, found)

    def _looked(self, found: list[RenderableType]) -> None:
        if not self.is_attached:
            return
        self.query_one("#after-review", Drawn).draw(Group(*found))
        self._told = True
        self.call_after_refresh(self._keys)

    # --- what next ---

    def action_again(self) -> None:
        """The same people once more. An Enter too many at the last reveal is none for this."""
        if self._told:
            self._leave_for(lambda: self._places.again(self._plan))

    def action_elsewhere(self) -> None:
        """The same people in the next setting."""
        self._leave_for(lambda: self._places.again(elsewhere(self._plan)))

    def action_harder(self) -> None:
        """The same people, harder to read."""
        self._leave_for(lambda: self._places.again(harder(self._plan)))

    def action_review(self) -> None:
        """Everything the review has to say."""
        self._places.review(self._path)

    def action_share(self) -> None:
        """The line to paste."""
        line = tonight.share_line(self._ended.game.state, 1)
        self._places.app.push_screen(Pages("To paste", [Text(line)]))

    def action_read(self, step: int) -> None:
        """On and back in what is told."""
        body = self.query_one("#after-body")
        if step > 0:
            body.scroll_page_down(animate=False)
        else:
            body.scroll_page_up(animate=False)

    def _leave_for(self, act: Callable[[], None]) -> None:
        self.dismiss()
        act()

    def action_home(self) -> None:
        """To the start."""
        self._leave_for(self._places.start)
