"""The way through an evening: start, a new game, tonight's table, practice, looking back, and what comes after a game.

What only one place needs is loaded when somebody goes there: the start and the table come first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from rich.text import Text

from dubious_ai.analysis.over_time import OverTime, over_time
from dubious_ai.coach.drill.practice_log import Skill, load_practice
from dubious_ai.coach.guided import first_round
from dubious_ai.content.library import SettingSlug, setting_slug, setting_slugs
from dubious_ai.content.rules_text import WINNING
from dubious_ai.core.model import Options
from dubious_ai.errors import DubiousError
from dubious_ai.game.seating import Plan
from dubious_ai.storage.home import begin_record, find_game, history
from dubious_ai.storage.record import read_record
from dubious_ai.ui import tonight
from dubious_ai.ui.before_and_after import DEFAULT_NAME, suited_tells, usual_name, where
from dubious_ai.ui.screen.app import Evening, Over
from dubious_ai.ui.screen.by_name import Deed
from dubious_ai.ui.screen.liking import settings_place
from dubious_ai.ui.screen.looking_back import PRACTISE_MISSED, CareerPlace, summed_up, told_in_line
from dubious_ai.ui.screen.menu import Menu, MenuLine
from dubious_ai.ui.screen.new_game import new_game_place
from dubious_ai.ui.screen.practice_place import practice_place
from dubious_ai.ui.screen.questions import aside
from dubious_ai.ui.screen.widgets import Collected, Pages
from dubious_ai.ui.views import rules_view
from dubious_ai.ui.views.over_time_view import to_practise


class Places:
    """Where one can go in an evening."""

    def __init__(self, app: Evening) -> None:
        self.app = app
        app.elsewhere = (
            Deed("New game", "Where, with how many, and who", self.new_game),
            Deed("Tonight's table", "The same deal for everybody today", self.tonight),
            Deed("Learn", "A first round, guided", self.learn),
            Deed("Practise", "Who gave these answers? And one to write", self.practise),
            Deed("Watch", "The house among itself, and guess along", self.watch),
            Deed("Look back", "Your career, and games you have played", self.look_back),
            Deed("Settings", "Colours, calm, clocks, your name", self.settings),
            Deed("How to play", "The rules on one page", self.rules),
            Deed("Start", "Where the evening begins", self.start),
        )

    # --- start ---

    def start(self) -> None:
        """The first place."""
        head = [
            Text.assemble(
                ("Dubious", "title"), "  a game of half-told truths   ", ("unofficial, offline", "quiet")
            ),
            Text(WINNING, "question"),
        ]
        while len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        self.app.push_screen(
            Menu(head, self._start_lines(), root=True, arrived=lambda: self.app.goto("start"))
        )

    def _start_lines(self) -> list[MenuLine]:
        saved = history()
        lines: list[MenuLine] = []
        unfinished = saved.last_unfinished()
        if unfinished:
            path, game = unfinished
            asked = f" Last asked: {game.last_question}" if game.last_question else ""
            lines.append(MenuLine("Continue", lambda: self._continue(path), [f"{where(game)}.{asked}"]))
        newcomer = not any(game.finished and game.me is not None for _, game in saved.sound)
        learn = MenuLine(
            "Learn: a first round, guided",
            self.learn,
            ["Ten minutes, three patient people, somebody at your shoulder."],
        )
        if newcomer:
            lines.append(learn)
        lines += [
            MenuLine("New game", self.new_game, ["Choose where, with how many, and who sits down."]),
            MenuLine("Tonight's table", self.tonight, [tonight.told(tonight.today())]),
        ]
        if not newcomer:
            lines.append(learn)
        return [
            *lines,
            MenuLine(
                "Practise", self.practise, ["Who gave these answers? And one answer to write. Five minutes."]
            ),
            MenuLine(
                "Watch",
                self.watch,
                ["The house plays among itself, and you guess along from beside the table."],
            ),
            MenuLine(
                "Look back",
                self.look_back,
                ["What gave you away in earlier games, and what you could have said."],
            ),
            MenuLine(
                "Settings", self.settings, ["Colours, clocks, your name, and what a new game begins with."]
            ),
            MenuLine("How to play", self.rules, ["The rules on one page."]),
            MenuLine("Leave", self.app.exit, ["Good night."]),
        ]

    def rules(self) -> None:
        """The rules."""
        self.app.push_screen(Pages("How to play", list(rules_view.rules())))

    def _continue(self, path: Path) -> None:
        self.app.go_on(path, self.over)

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except DubiousError as error:
            self.app.tell(str(error))

    def learn(self) -> None:
        """The guided round: the one that was left, else a new one."""
        left = next((p for p, g in history().sound if not g.finished and first_round.SPEC in g.brains), None)
        if left:
            self._continue(left)
            return
        name = usual_name(self.app.liked.name)
        taken = {part.name.casefold() for part in first_round.PARTS.values()}
        game = first_round.lay_guided(DEFAULT_NAME if name.casefold() in taken else name)
        digest = self.app.backends.readers.of(first_round.SETTING).library.digest
        _, record = begin_record(first_round.SETTING, game.events, digest)
        record.close()
        self._continue(record.path)

    def practise(self) -> None:
        """What to practise, where, and how much of it."""
        self.app.push_screen(practice_place(self.app, self.drill, self._progress))

    def drill(
        self,
        kind: Skill | None,
        count: int,
        settings: tuple[SettingSlug, ...],
        wanted: Mapping[SettingSlug, frozenset[str]] | None = None,
    ) -> None:
        """Exercises of a kind; `wanted` are cards to begin with."""
        from dubious_ai.ui.drilling import drill_for
        from dubious_ai.ui.screen.practising import Practice

        def begin() -> None:
            drill = drill_for(self.app.backends.readers, settings, datetime.now().date(), wanted=wanted or {})
            self.app.push_screen(Practice(drill, kind, count, self.app.goto))

        self._try(begin)

    def _progress(self) -> None:
        from dubious_ai.ui.progress_pages import show_progress

        def show() -> None:
            page = Collected(self.app.size.width)
            show_progress(page, load_practice(), setting_slugs())
            self.app.push_screen(Pages("How practice goes", page.take()))

        self._try(show)

    # --- a new game ---

    def new_game(self) -> None:
        """Where, with whom, how hard."""

        def sit(plan: Plan) -> None:
            self.app.play(plan, self.over)

        self.app.push_screen(new_game_place(self.app, self._fitted(), sit))

    def _fitted(self) -> bool:
        return suited_tells(None)[0] == "auto"

    def settings(self) -> None:
        """What the person likes."""
        self.app.push_screen(settings_place(self.app, self._fitted(), self._back))

    def _back(self) -> None:
        self.app.pop_screen()

    def watch(self) -> None:
        """The house among itself, where and with how many the person likes."""
        from dubious_ai.ui.screen.watching import Watching

        liked = self.app.liked
        plan = Plan(
            setting=setting_slug(liked.setting or "antiquity"),
            seats=liked.players or 4,
            options=Options(
                tells=liked.tells if liked.tells in ("open", "sly") else "fair", talk=liked.talk is not False
            ),
            level=liked.level or "regular",
            heard=history().heard(),
        )
        self.app.push_screen(Watching(self.app, plan))

    # --- tonight ---

    def tonight(self, date: str | None = None) -> None:
        """Tonight's table, or that of a date: begun, gone on with, or its result."""
        date = date or tonight.today()
        found = tonight.my_go(date)
        if found is None:
            self.app.play(tonight.tonights_plan(date, usual_name(self.app.liked.name)), self.over)
        elif not found[1].finished:
            self._continue(found[0])
        else:
            self._tonights_result(date, found[0])

    def _tonights_result(self, date: str, path: Path) -> None:
        async def show() -> None:
            told = await aside(lambda: tonight.result(date, path, self.app.backends.readers))
            self.app.push_screen(Pages("Tonight's table", told))

        self.app.run_worker(show(), group="opening", exclusive=True)

    # --- looking back ---

    def look_back(self) -> None:
        """A career, and finished games, newest first."""
        saved = history()
        games = [(p, g) for p, g in saved.sound if g.finished and g.me is not None]
        if not games:
            self.app.tell("No finished game yet in which you sat at the table.")
            return
        courses = over_time(game for _, game in reversed(saved.sound))
        lines = [MenuLine("Your career", lambda: self.career(courses), list(summed_up(courses)))]
        if to_practise(courses):
            lines.append(
                MenuLine("Practise what you miss", lambda: self.drill_missed(courses), [PRACTISE_MISSED])
            )
        lines += [
            MenuLine(
                told_in_line(game),
                lambda path=path: self.review(path),
                ["Enter looks back on it, answer by answer."],
            )
            for path, game in games[:40]
        ]
        head = [Text("Look back", "title")]
        self.app.push_screen(Menu(head, lines, arrived=lambda: self.app.goto("look back")))

    def career(self, courses: OverTime) -> None:
        """How the person reads and hints, over time and by setting."""
        practise = (lambda: self.drill_missed(courses)) if to_practise(courses) else None
        self.app.push_screen(CareerPlace(courses, practise, lambda: self.app.goto("career")))

    def drill_missed(self, courses: OverTime) -> None:
        """Exercises with the cards that were missed most."""
        wanted = to_practise(courses)
        self.drill("guess", 5, tuple(wanted), wanted)

    def review(self, path: Path) -> None:
        """The whole review of a game, to read."""
        from dubious_ai.coach.review.report import review
        from dubious_ai.ui.review_pages import show_review

        async def show() -> None:
            try:
                looked = await aside(lambda: review(read_record(path).game(), self.app.backends.readers))
            except DubiousError as error:
                self.app.tell(str(error))
                return
            page = Collected(self.app.size.width)
            show_review(page, looked, seat=looked.analysis.human(), only=True)
            self.app.push_screen(Pages("Looking back", page.take()))

        self.app.run_worker(show(), group="opening", exclusive=True)

    # --- after a game ---

    def over(self, ended: Over) -> None:
        """A game is over, or was left."""
        from dubious_ai.ui.screen.ending import Afterwards

        if ended.problem:
            self.app.tell(ended.problem)
        if not ended.finished:
            self.start()
            return
        path = find_game(ended.game_id)
        self.app.push_screen(Afterwards(self, ended, path))
        self.app.goto("over")

    def again(self, plan: Plan) -> None:
        """Another game."""
        self.app.play(plan, self.over)
