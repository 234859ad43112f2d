"""After the last reveal: who won and why, what gave you away, and what to do next. Enter plays again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList

from dubious_ai.coach.review import review_sentences
from dubious_ai.coach.review.better_answer import better_answers
from dubious_ai.coach.review.report import Review, review
from dubious_ai.content.library import setting_slugs
from dubious_ai.errors import DubiousError
from dubious_ai.ui import tonight
from dubious_ai.ui.before_and_after import same_people
from dubious_ai.ui.screen.app import Over
from dubious_ai.ui.screen.drawing import mark
from dubious_ai.ui.screen.widgets import Drawn, Pages
from dubious_ai.ui.views import table_views
from dubious_ai.ui.views.afterwards import last_words, opened_afterwards

if TYPE_CHECKING:
    from dubious_ai.ui.screen.places import Places

FINDINGS = 3


def findings(looked: Review, seat: int) -> Iterator[RenderableType]:
    """What a review has to say first: how each card of mine ended, and the answer that turned it."""
    told = looked.analysis
    for played in told.rounds:
        for player in played.players:
            if player.seat != seat:
                continue
            for card in player.cards:
                yield Text.assemble((card.name, card.kind), f": {review_sentences.outcome(told, card, seat)}")
                if turning := review_sentences.turning_told(card):
                    yield Text(f"  {turning}", "quiet")
    for better in better_answers(told, seat, 1):
        yield Text("")
        yield Text.assemble(("Asked ", "quiet"), better.question, (" you could have said", "quiet"))
        yield Text(f"  “{better.text}”", "flavour")
        yield Text(f"  {review_sentences.better_told(better)}", "quiet")


class Afterwards(Screen[None]):
    """See module."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "home", "start")]

    def __init__(self, places: Places, ended: Over, path: Path) -> None:
        super().__init__()
        self._places = places
        self._ended = ended
        self._path = path

    def compose(self) -> ComposeResult:
        """Standing, findings, what next."""
        with VerticalScroll(id="after-body", can_focus=False):
            yield Drawn(Group(*self._standing()))
            yield Drawn(Text("Looking back …", "quiet"), id="after-review")
        yield OptionList(
            "Again, with the same people", "Another setting", "Sharper readers", "The whole review", "Share", "To the start", "Leave",
            id="after-list", compact=True,
        )  # fmt: skip

    def on_mount(self) -> None:
        """The review takes a moment; it comes when it is ready."""
        self.query_one("#after-list").focus()
        self.run_worker(self._look_back, thread=True, exit_on_error=False)

    def _standing(self) -> Iterator[RenderableType]:
        state = self._ended.game.state
        names = [player.name for player in state.players]
        yield Text("Final standing", "title")
        yield table_views.standing_view(names, state.standing(), final=True, me=1, plain=False)
        said = last_words(names, state.standing())
        if said:
            seat = names.index(said[0]) + 1
            yield Text.assemble((f"{mark(seat)} {said[0]}", f"player{seat}"), f": “{said[1]}”")
        seen = self._ended.game.observation(1)
        for line in opened_afterwards(names, seen, self._ended.game.events):
            yield Text(line, "quiet")

    def _look_back(self) -> None:
        try:
            looked = review(self._ended.game, self._places.app.backends.readers)
            found = list(findings(looked, 1))[: 2 * FINDINGS + 1]
        except DubiousError as error:
            found = [Text(str(error), "problem")]
        self._places.app.call_from_thread(self._looked, found)

    def _looked(self, found: list[RenderableType]) -> None:
        self.query_one("#after-review", Drawn).draw(Group(Text("What gave you away", "title"), *found))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """What next."""
        event.stop()
        state = self._ended.game.state
        plan = same_people(state)
        match event.option_index:
            case 0:
                self._leave_for(lambda: self._places.again(plan))
            case 1:
                known = setting_slugs()
                other = known[(known.index(plan.setting) + 1) % len(known)]
                self._leave_for(lambda: self._places.again(replace(plan, setting=other, exclude=frozenset())))
            case 2:
                self._leave_for(lambda: self._places.again(replace(plan, level="sharp", levels={})))
            case 3:
                self._places.review(self._path)
            case 4:
                self._places.app.push_screen(Pages("To paste", [Text(self._shared())]))
            case 5:
                self.action_home()
            case _:
                self._places.app.exit()

    def _shared(self) -> str:
        state = self._ended.game.state
        return tonight.share_line(state, 1)

    def _leave_for(self, act: Callable[[], None]) -> None:
        self.dismiss()
        act()

    def action_home(self) -> None:
        """To the start."""
        self._leave_for(self._places.start)
