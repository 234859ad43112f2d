"""Practice on the screen: five answers and two bets, or the last answer to write; then what there was to see."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from dubious_ai.belief.reader import Reader
from dubious_ai.coach.drill.exercises import (
    Bet,
    Drill,
    Exercise,
    GuessExercise,
    HintExercise,
    parse_bet,
    seat_of,
    skills,
)
from dubious_ai.coach.drill.practice_log import Done, Skill, add
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.errors import DubiousError, UsageError
from dubious_ai.ui import answer_doubts
from dubious_ai.ui.drilling import (
    MarkedExercise,
    aim_told,
    answers_shown,
    hint_shown,
    mark_answer,
    mark_bets,
    session_told,
)
from dubious_ai.ui.screen.guessing import fits_typed
from dubious_ai.ui.screen.questions import aside
from dubious_ai.ui.screen.widgets import Drawn, Editor, Offer, keys
from dubious_ai.ui.views.table_views import NAMED

BETTING: tuple[Offer, ...] = (("Enter", "takes the card", "screen.enter"), ("-", "no idea", "screen.no_idea"), ("Esc", "enough", "screen.enough"))  # fmt: skip
WRITING: tuple[Offer, ...] = (("Enter", "hands in", "screen.enter"), ("Esc", "enough", "screen.enough"))
SEEN: tuple[Offer, ...] = (("Enter", "goes on", "screen.enter"), ("Esc", "enough", "screen.enough"))
HOW_TO_BET = "a name, a number, or chances: gladiator 60, pirate 20"


class Practice(Screen[None]):
    """So many exercises; each result is kept before the next begins. `arrived` is told where the person stands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "enough", "enough"),
        Binding("enter", "enter", "goes on", show=False),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("pagedown", "read(1)", show=False, priority=True),
        Binding("pageup", "read(-1)", show=False, priority=True),
    ]

    def __init__(self, drill: Drill, kind: Skill | None, count: int, arrived: Callable[[str], None]) -> None:
        super().__init__()
        self._drill = drill
        self._skills = list(skills(kind, count))
        self._arrived = arrived
        self._done: list[Done] = []
        self._exercise: Exercise | None = None
        self._bets: dict[Kind, Bet] = {}
        self._warned = ""
        self._state = ""

    def compose(self) -> ComposeResult:
        """What is shown above, what is asked below."""
        yield Drawn(id="practice-head")
        with VerticalScroll(id="practice-body", can_focus=False):
            yield Drawn(id="practice-shown")
        yield Drawn(id="practice-ask")
        yield Input(placeholder=HOW_TO_BET, id="practice-bet", compact=True, max_length=200)
        yield OptionList(id="practice-cards", compact=True)
        yield Editor(id="practice-editor")
        yield Drawn(id="practice-keys")

    def on_mount(self) -> None:
        """The first exercise."""
        self._next()

    # --- from exercise to exercise ---

    def _next(self) -> None:
        if len(self._done) == len(self._skills):
            self._over()
            return
        self._stand("", "Somebody sits down …", ())

        async def find() -> None:
            skill = self._skills[len(self._done)]
            self._exercise = await aside(lambda: self._drill.next(skill))
            self._begin(self._exercise)

        self.run_worker(find(), exclusive=True, group="exercise")

    def _begin(self, exercise: Exercise) -> None:
        reader = _reader(self._drill, exercise)
        at = f"Exercise {len(self._done) + 1} of {len(self._skills)} · {reader.library.name}"
        self.query_one("#practice-head", Drawn).draw(Text.assemble((at, "title")))
        self._bets, self._warned = {}, ""
        if isinstance(exercise, GuessExercise):
            self._show(*answers_shown(exercise))
            self._ask_bet()
        else:
            self._show(*hint_shown(reader, exercise))
            self.query_one("#practice-editor", Editor).text = ""
            self._stand("write", aim_told(reader, exercise), WRITING)

    def _show(self, *things: RenderableType) -> None:
        self.query_one("#practice-shown", Drawn).draw(Group(*things))
        self.query_one("#practice-body").scroll_home(animate=False)

    def _stand(self, state: str, ask: str | Text, offers: tuple[Offer, ...]) -> None:
        self._state = state
        betting, writing = state in KINDS, state == "write"
        self.query_one("#practice-bet").display = betting
        self.query_one("#practice-cards").display = betting
        self.query_one("#practice-editor").display = writing
        self.query_one("#practice-ask", Drawn).draw(ask)
        self.query_one("#practice-keys", Drawn).draw(keys(offers))
        if betting:
            self.query_one("#practice-bet").focus()
        elif writing:
            self.query_one("#practice-editor").focus()
        else:
            self.set_focus(None)
        if state:
            self.call_after_refresh(self._arrived, f"practice {state}")

    def _tell(self, found: MarkedExercise) -> None:
        try:
            add([found.done])
        except DubiousError as error:
            self.notify(str(error), severity="error")
        self._drill.history.append(found.done)
        self._done.append(found.done)
        self._show(*found.told)
        self._stand("told", "", SEEN)

    def _over(self) -> None:
        told = session_told(self._done)
        self.query_one("#practice-head", Drawn).draw(Text.assemble(("That was it", "title")))
        self._show(Text(told))
        self._stand("over", "", (("Enter", "goes back", "screen.enter"),))

    # --- bets ---

    def _ask_bet(self) -> None:
        kind: Kind | None = next((one for one in KINDS if one not in self._bets), None)
        if kind is None:
            exercise = self._exercise
            if isinstance(exercise, GuessExercise):
                now = datetime.now().astimezone()
                self._tell(mark_bets(_reader(self._drill, exercise), exercise, self._bets, now))
            return
        self._stand(kind, Text.assemble("Their ", (NAMED[kind], kind), "?"), BETTING)
        box = self.query_one("#practice-bet", Input)
        box.value = ""
        self._list("")

    @property
    def _kind(self) -> Kind | None:
        return next((kind for kind in KINDS if kind == self._state), None)

    def _list(self, wanted: str) -> None:
        cards = self.query_one("#practice-cards", OptionList)
        cards.clear_options()
        kind, exercise = self._kind, self._exercise
        if kind is None or exercise is None:
            return
        files = _reader(self._drill, exercise).library.texts(kind)
        cards.add_options(
            [
                Option(Text.assemble((f"{file.number:>2} ", "quiet"), file.name), id=file.name)
                for file in files
                if not wanted or fits_typed(wanted, file.number, file.name)
            ]
        )
        cards.highlighted = 0 if wanted and cards.option_count else None

    def on_input_changed(self, event: Input.Changed) -> None:
        """Type to filter; chances are typed out."""
        self._list(event.value.rpartition(",")[2].strip())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in the line."""
        event.stop()
        self.action_enter()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click on a card."""
        event.stop()
        self._bet(event.option.id or "")

    def _bet(self, typed: str) -> None:
        kind, exercise = self._kind, self._exercise
        if kind is None or exercise is None:
            return
        texts = _reader(self._drill, exercise).library
        try:
            self._bets[kind] = parse_bet(typed, texts, kind)
        except UsageError as error:
            self._warn(str(error))
            return
        self._ask_bet()

    def _warn(self, told: str) -> None:
        self.query_one("#practice-ask", Drawn).draw(Text(told, "warning"))

    # --- keys ---

    def action_enter(self) -> None:
        """Take it, hand it in, go on."""
        if self._kind is not None:
            self._enter_bet()
        elif self._state == "write":
            self._hand_in()
        elif self._state == "told":
            self._next()
        elif self._state == "over":
            self.dismiss()

    def _enter_bet(self) -> None:
        typed = self.query_one("#practice-bet", Input).value.strip()
        cards = self.query_one("#practice-cards", OptionList)
        chances = not typed.isdecimal() and any(sign.isdigit() or sign == "," for sign in typed)
        if not chances and typed != "-" and cards.highlighted is not None:
            self._bet(cards.get_option_at_index(cards.highlighted).id or "")
        elif typed:
            self._bet(typed)
        else:
            self._warn("Take a card, or - for no idea.")

    def on_editor_hand_in(self, event: Editor.HandIn) -> None:
        """Enter in the answer."""
        event.stop()
        self.action_enter()

    def _hand_in(self) -> None:
        exercise = self._exercise
        if not isinstance(exercise, HintExercise):
            return
        reader = _reader(self._drill, exercise)
        text = self.query_one("#practice-editor", Editor).line
        if told := answer_doubts.problem(text):
            self._warn(told)
            return
        found = answer_doubts.doubts(reader, seat_of(reader.library, exercise), text, "")
        if found and text != self._warned:
            self._warned = text
            self._warn(" ".join(found) + " Enter hands it in all the same.")
            return
        self._stand("", "Three readers put their heads together …", ())

        async def weigh() -> None:
            now = datetime.now().astimezone()
            marked = await aside(lambda: mark_answer(reader, exercise, text, now))
            said = Text.assemble(("You: ", "me"), f"“{text}”")
            self._tell(MarkedExercise(marked.done, (said, *marked.told)))

        self.run_worker(weigh(), exclusive=True, group="exercise")

    def action_no_idea(self) -> None:
        """No bet."""
        self._bet("-")

    def action_move(self, step: int) -> None:
        """Arrows move in the list of cards, or in what there is to read."""
        cards = self.query_one("#practice-cards", OptionList)
        if self._state == "write":
            self.query_one("#practice-editor", Editor).move_cursor_relative(rows=step)
        if self._kind is not None and cards.option_count:
            at = cards.highlighted
            cards.highlighted = (min(step, 0) if at is None else at + step) % cards.option_count

    def action_read(self, step: int) -> None:
        """On and back in what there is to read."""
        self.query_one("#practice-body").scroll_relative(y=5 * step, animate=False)

    def action_enough(self) -> None:
        """Enough for now: what was done is kept."""
        if self._done and self._state != "over":
            self._over()
        else:
            self.dismiss()


def _reader(drill: Drill, exercise: Exercise) -> Reader:
    return drill.readers.of(exercise.character.setting)
