"""The way through an evening: start, a new game, tonight's table, practice, looking back, and what comes after a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from dubious_ai.coach.guided import first_round
from dubious_ai.coach.review.report import review
from dubious_ai.content.library import setting_slug
from dubious_ai.content.people import personas
from dubious_ai.content.rules_text import WINNING
from dubious_ai.core.model import Options
from dubious_ai.errors import DubiousError
from dubious_ai.game.seating import Plan
from dubious_ai.storage.history import Summary
from dubious_ai.storage.home import find_game, history, new_game
from dubious_ai.storage.record import read_record
from dubious_ai.storage.record_writer import Record
from dubious_ai.ui import tonight
from dubious_ai.ui.before_and_after import DEFAULT_NAME, suited_tells, usual_name, where
from dubious_ai.ui.review_pages import show_review
from dubious_ai.ui.screen.app import Evening, Over
from dubious_ai.ui.screen.ending import Afterwards
from dubious_ai.ui.screen.liking import Liking, games_begin_with, settings_place
from dubious_ai.ui.screen.menu import Menu, MenuLine
from dubious_ai.ui.screen.questions import aside
from dubious_ai.ui.screen.widgets import Collected, Pages
from dubious_ai.ui.views import rules_view


class Places:
    """Where one can go in an evening."""

    def __init__(self, app: Evening) -> None:
        self.app = app
        self._likings: tuple[Liking, ...] = ()

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
                "Practise", self._practise, ["Who gave these answers? And one answer to write. Five minutes."]
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
        game_id, path = new_game(first_round.SETTING)
        Record.create(path, game_id, game.events, number=history().next_number()).close()
        self._continue(path)

    def _practise(self) -> None:
        self.app.part("`dubious drill` gives exercises in the scrolling terminal.")

    # --- a new game ---

    def new_game(self) -> None:
        """Where, with whom, how hard."""
        self._likings = games_begin_with(self.app, self._fitted())
        people = [p.name for p in personas()]
        lines = [
            MenuLine("Sit down", told=["Enter lays the table."]),
            *(liking.line() for liking in self._likings),
            MenuLine(
                "Who sits down",
                values=["anybody", *people],
                told=["Chance decides.", *(f"{p.temper}" for p in personas())],
            ),
        ]
        brains = self._brains()
        if len(brains) > 1:
            told = [
                "Offline, and no key is needed.",
                *(f"{spec} is asked before the table is laid." for spec in brains[1:]),
            ]
            at = brains.index(self.app.backends.config.brain)
            lines.append(MenuLine("Who plays them", values=["the house", *brains[1:]], told=told, at=at))
        menu = Menu(
            [Text("A new game", "title")],
            lines,
            name=usual_name(self.app.liked.name),
            arrived=lambda: self.app.goto("new game"),
        )
        menu.lines[0].act = lambda: self._sit_down(menu)
        self.app.push_screen(menu)

    def _brains(self) -> list[str]:
        """The house, and the models that the settings speak of."""
        config = self.app.backends.config
        return list(dict.fromkeys(("house", config.brain, *config.seats.values(), *config.brains)))

    def _fitted(self) -> bool:
        return suited_tells(None)[0] == "auto"

    def _sit_down(self, menu: Menu) -> None:
        turned = menu.lines[1 : 1 + len(self._likings)]
        who, *others = menu.lines[1 + len(self._likings) :]
        wishes = {
            liking.field: liking.values[line.at] for liking, line in zip(self._likings, turned, strict=True)
        }
        config = self.app.backends.config
        brain = self._brains()[others[0].at] if others else "house"
        seats = dict(config.seats) if brain == config.brain else dict[int, str]()
        name = menu.typed_name.strip() or DEFAULT_NAME
        self.app.like(**wishes, name=name)
        liked = self.app.liked
        tells, aim = suited_tells(liked.tells)
        plan = Plan(
            setting=setting_slug(liked.setting or "antiquity"),
            seats=liked.players or 4,
            options=Options(rounds=liked.rounds or 1, tells=tells, aim=aim, talk=liked.talk is not False),
            human=name,
            level=liked.level or "regular",
            company=() if who.at == 0 else (who.value,),
            brain=brain,
            brains={seat: spec for seat, spec in seats.items() if 1 < seat <= (liked.players or 4)},
            heard=history().heard(),
        )
        self.app.play(plan, self.over)

    def settings(self) -> None:
        """What the person likes."""
        self.app.push_screen(settings_place(self.app, self._fitted(), self._back))

    def _back(self) -> None:
        self.app.pop_screen()

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
        """Finished games, newest first."""
        games = [(p, g) for p, g in history().sound if g.finished and g.me is not None]
        if not games:
            self.app.tell("No finished game yet in which you sat at the table.")
            return
        lines = [MenuLine(_told(game), lambda path=path: self.review(path)) for path, game in games[:40]]
        self.app.push_screen(Menu([Text("Look back", "title")], lines))

    def review(self, path: Path) -> None:
        """The whole review of a game, to read."""

        def show() -> None:
            looked = review(read_record(path).game(), self.app.backends.readers)
            page = Collected(self.app.size.width)
            show_review(page, looked, seat=looked.analysis.human(), only=True)
            self.app.push_screen(Pages("Looking back", page.take()))

        self._try(show)

    # --- after a game ---

    def over(self, ended: Over) -> None:
        """A game is over, or was left."""
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


def _told(game: Summary) -> str:
    points = game.standing()
    mine = points.totals.get(game.me or 0, 0)
    won = " · won" if game.me in points.winners else ""
    return f"{game.started[:10]}  {game.setting_name}, {len(game.players)} at the table · {mine} points{won}"
