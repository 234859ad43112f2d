"""The program on one screen: goes from place to place, and runs the game in a thread beside it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from dubious_ai.belief.reader import Reader
from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Brain, Leave
from dubious_ai.coach.guided.first_round import LEARNER, PARTS, Guided, is_guided
from dubious_ai.config.remembering import remember
from dubious_ai.config.settings_file import EveningSettings
from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.errors import DubiousError
from dubious_ai.game.backends import Backends
from dubious_ai.game.desk import Chair, Desk, Person
from dubious_ai.game.seating import Plan
from dubious_ai.game.sitting import lay_before, sit_down
from dubious_ai.storage.home import Draft
from dubious_ai.storage.locking import take_warnings
from dubious_ai.ui.manners import Manners
from dubious_ai.ui.screen import drawing, opening
from dubious_ai.ui.screen.bridge import DeskRequest, ScreenDesk, Seen
from dubious_ai.ui.screen.by_name import Deed, place_keys, table_deeds, theme_deeds
from dubious_ai.ui.screen.guessing import Marked, OpponentPage
from dubious_ai.ui.screen.locking import AllGuesses
from dubious_ai.ui.screen.opening import Opened, goodbye
from dubious_ai.ui.screen.palettes import DEFAULT, DRAWN, FRAMES, drawn
from dubious_ai.ui.screen.questions import Decision
from dubious_ai.ui.screen.revealing import Reveal
from dubious_ai.ui.screen.table import TableScreen
from dubious_ai.ui.screen.widgets import Drawn, Pages
from dubious_ai.ui.shoulder import Shoulder

REREAD_SECONDS, FINAL_SECONDS = 30.0, 120.0


@dataclass(frozen=True)
class Over:
    """How a game ended on the screen: its id, what can be told, and whether it is finished."""

    game_id: str
    game: Game
    finished: bool
    problem: str = ""


def _nothing(over: Over) -> None:
    del over


class Evening(App[None]):
    """See module. `place` says where the person stands; `begin` is the first thing to do."""

    CSS_PATH: ClassVar[str] = "screen.tcss"  # pyright: ignore[reportIncompatibleVariableOverride]
    TITLE: ClassVar[str] = "Dubious"  # pyright: ignore[reportIncompatibleVariableOverride]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave_table", "leave", priority=True),
        Binding("f8", "next_theme", "theme"),
        Binding("ctrl+z", "suspend_process", show=False),
        Binding("f1,question_mark", "place_keys", "keys"),
    ]

    def __init__(
        self,
        backends: Backends,
        begin: Callable[[Evening], None],
        *,
        manners: Manners | None = None,
    ) -> None:
        super().__init__()
        self.backends = backends
        self.manners = manners or Manners()
        self.liked = backends.config.evening
        self._begin = begin
        self.place = ""
        self.farewell = ""
        self.problem: DubiousError | None = None
        self.elsewhere: tuple[Deed, ...] = ()
        self.watching = False
        self.desk: ScreenDesk | None = None
        self._table: TableScreen | None = None
        self._reveal: Reveal | None = None
        self._sure: dict[int, int] = {}
        self._thread: threading.Thread | None = None
        self._over: Callable[[Over], None] = _nothing
        self._reader: Reader | None = None
        self._asked_to_leave = False
        self._leaving = False

    # --- the frame ---

    def on_mount(self) -> None:
        """Themes, then the first place."""
        for frame in FRAMES:
            self.register_theme(frame)
        first = self.liked.theme or DEFAULT
        self.console.push_theme(drawn(first))
        self.theme = first
        self._begin(self)

    def watch_theme(self, theme_name: str) -> None:
        """What is drawn follows the frame."""
        if theme_name not in DRAWN:
            return
        self.console.push_theme(drawn(theme_name))
        for screen in self.screen_stack:
            for thing in screen.query(Drawn):
                thing.redraw()

    def action_next_theme(self) -> None:
        """The next theme."""
        names = [frame.name for frame in FRAMES]
        at = names.index(self.theme) if self.theme in names else -1
        self.like(theme=names[(at + 1) % len(names)])

    def like(self, **chosen: str | int | bool | None) -> None:
        """From now on so, and in later evenings too. Raises ValidationError for a value that cannot be."""
        self.liked = EveningSettings.model_validate({**self.liked.model_dump(), **chosen})
        self.theme = self.liked.theme or DEFAULT
        self.manners = replace(
            self.manners,
            clocks=self.manners.clocks if self.liked.timers is None else self.liked.timers,
            reduced_motion=bool(self.liked.reduced_motion),
        )
        try:
            remember(chosen)
        except DubiousError as error:
            self.tell(f"That holds for this evening only. {error}")

    def get_system_commands(self, screen: Screen[object]):
        """Everything by name, for the palette."""
        table = self._table
        deeds = list(table_deeds(table)) if table is not None and screen is table else []
        if table is not None:
            deeds.append(Deed("To the start", "The game is saved at every step", self.to_the_start))
        elif not self.watching:
            deeds += self.elsewhere
        deeds += theme_deeds(lambda name: self.like(theme=name))
        deeds.append(Deed("Keys", "What every key does here", self.action_place_keys))
        deeds.append(Deed("Leave", "Good night", self.action_leave_table))
        return (SystemCommand(deed.name, deed.told, deed.act) for deed in deeds)

    def action_place_keys(self) -> None:
        """The keys of this place."""
        if isinstance(self.screen, TableScreen):
            self.screen.action_keys()
            return
        lines = [Text.assemble((f"{key:<14} ", "title"), told) for key, told in place_keys(self.screen)]
        self.push_screen(Pages("Keys", lines))

    def goto(self, place: str) -> None:
        """Where the person stands now."""
        self.place = place

    # --- a game ---

    def play(self, plan: Plan, over: Callable[[Over], None]) -> None:
        """Lay a table and sit down at it. `over` is called on the screen when the game ends or is left."""
        self._open(opening.lay_new(self, plan), over)

    def go_on(self, path: Path, over: Callable[[Over], None]) -> None:
        """Go on with a saved game."""
        self._open(opening.open_saved(self, path), over)

    def _open(self, table: Coroutine[None, None, Opened | None], over: Callable[[Over], None]) -> None:
        async def sit() -> None:
            try:
                opened = await table
            except DubiousError as error:
                await self._refused(error)
                return
            if opened is not None:
                self._sit_down(opened, over)
            elif len(self.screen_stack) == 1:
                self.exit()

        self.run_worker(sit(), group="opening", exclusive=True)

    async def _refused(self, error: DubiousError) -> None:
        """A table cannot be had: say so where one came from; without such a place the program ends with it."""
        if len(self.screen_stack) == 1:
            self.problem = error
            self.exit()
        else:
            await self.push_screen_wait(Decision([str(error)], ["Back"]))

    def _sit_down(self, opened: Opened, over: Callable[[Over], None]) -> None:
        game, game_id, record = opened.game, opened.game_id, opened.record
        self._over = over
        self._sure = {}
        reader = self._reader = self.backends.readers.of(game.state.setting.slug)
        desk = self.desk = ScreenDesk(self._post)
        seated: Desk = desk
        guided = is_guided(tuple(game.events))
        if guided:
            seated = Shoulder(desk, desk.say, reader)
            brains: dict[int, Brain] = {LEARNER: Person(seated), **{seat: Guided(reader) for seat in PARTS}}
            table = lay_before(game, seated, brains, HouseBrain(reader), record.store, beside=False)
        else:
            table = sit_down(game, seated, self.backends, record.store, beside=True)
        assert desk.chair is not None, "a table gives its desk a chair"
        self._table = TableScreen(
            desk.chair,
            reader,
            Draft(record.path),
            pace=self.manners.pace,
            clocks=self.manners.clocks,
            model=opened.coach,
        )
        self._table.on_place = self.goto
        self._table.on_choice = desk.choose_in_wait
        self.push_screen(self._table)
        for warning in (*opened.told, *take_warnings()):
            self.notify(warning, severity="warning")

        def run() -> None:
            problem = ""
            try:
                desk.come_back()
                table.play()
            except Leave:
                pass
            except DubiousError as error:
                problem = str(error)
            except Exception as error:
                problem = f"Something broke at the table ({type(error).__name__}: {error})."
            finally:
                record.close()
            finished = game.state.phase == "over"
            if finished and not problem:
                problem = self.backends.remember(game.events)
            self.call_later(self._ended, Over(game_id, game, finished, problem))

        self._thread = threading.Thread(target=run, name="game", daemon=True)
        self.call_after_refresh(self._thread.start)

    def _ended(self, ended: Over) -> None:
        """The game's thread is done: close its places and say so."""

        def close() -> None:
            self._reveal = None
            self._table = None
            self.desk = None
            while len(self.screen_stack) > 1 and not getattr(self.screen, "stays", False):
                self.pop_screen()
            self._over(ended)

        if self._leaving:
            used = self.backends.line()
            self.part(goodbye(ended.game_id, finished=ended.finished) + (f" Used: {used}." if used else ""))
        elif self._reveal is not None and ended.finished:
            self._reveal.ending(close)
            self.goto("revealed")
        else:
            close()

    # --- what the game wants ---

    def _post(self, request: DeskRequest) -> None:
        self.call_later(self._take, request)

    def _take(self, request: DeskRequest) -> None:
        table, seen = self._table, request.seen
        if table is None or self._reader is None:
            return
        chair = table.chair
        match request.event:
            case ev.AnswersReread() if seen is not None:
                if request.event.seat == seen.seat:
                    request.give(Seen())
                else:
                    self._page(chair, request, request.event.seat)
                return
            case ev.PlayerRevealed() if seen is not None:
                self._show_reveal(request, request.event)
                return
            case ev.Reacted() if seen is not None and self._reveal is not None:
                self._reveal.remark(drawing.remark(seen, request.event))
                request.give(Seen())
                return
            case ev.GameEnded():
                request.give(Seen())
                return
            case ev.RoundStarted() if self._reveal is not None:
                reveal, self._reveal = self._reveal, None
                self._sure = {}

                def on() -> None:
                    reveal.dismiss()
                    table.take(request)

                reveal.ending(on)
                return
            case _:
                pass
        if request.what == "say" and self._reveal is not None:
            for sentence in request.sentences:
                self._reveal.remark(Text.assemble(("» ", "tick"), sentence))
            return
        if request.what == "guess" and seen is not None:
            self._all_guesses(chair, request)
            return
        table.take(request)

    def _page(self, chair: Chair, request: DeskRequest, seat: int) -> None:
        def marked(found: Marked | None) -> None:
            if found and found.sure:
                self._sure[seat] = found.sure
            request.give(Seen())

        clock = REREAD_SECONDS if self.manners.clocks else 0.0
        self.goto("")
        self.push_screen(OpponentPage(chair, self.texts, seat, clock, lambda: self.goto("mark")), marked)

    def _all_guesses(self, chair: Chair, request: DeskRequest) -> None:
        clock = FINAL_SECONDS if self.manners.clocks else 0.0
        self.goto("")
        self.push_screen(
            AllGuesses(chair, self.texts, self._sure, clock, lambda: self.goto("guess")), request.give
        )

    def _show_reveal(self, request: DeskRequest, event: ev.PlayerRevealed) -> None:
        seen = request.seen
        if seen is None:
            return

        def begin(reveal: Reveal) -> None:
            reveal.player(seen, event, partial(request.give, Seen()))
            self.goto("reveal")

        if self._reveal is None:
            reveal = self._reveal = Reveal(
                self.texts, paced=self.manners.pace > 0 and not self.manners.reduced_motion
            )
            self.push_screen(reveal)
            self.call_after_refresh(begin, reveal)
        else:
            begin(self._reveal)

    @property
    def texts(self) -> Library:
        """The texts of the game that runs."""
        if self._reader is None:
            raise ValueError("no game runs")
        return self._reader.library

    def action_leave_table(self) -> None:
        """Leave: a game is saved as it stands."""
        if self.desk is None:
            self.exit()
            return
        if not self._asked_to_leave:
            self._asked_to_leave = True
            self.notify("Once more leaves. The game and your line are saved.")
            self.set_timer(4.0, self._stay)
            return
        self._leaving = True
        self.desk.go()

    def _stay(self) -> None:
        self._asked_to_leave = False

    def to_the_start(self) -> None:
        """Leave the table, saved, without leaving the program."""
        if self.desk is not None:
            self.desk.go()

    def on_unmount(self) -> None:
        """A closed window leaves the table as a person would."""
        if self.desk is not None:
            self.desk.go()
        if self._thread is not None:
            self._thread.join(5.0)

    def part(self, sentence: str) -> None:
        """Close the screen; the sentence is said in the terminal behind it."""
        self.farewell = sentence
        self.exit()

    def tell(self, sentence: str) -> None:
        """A sentence in passing."""
        self.notify(Text(sentence).plain)
