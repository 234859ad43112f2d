"""What a person likes at the table: colours, motion, clocks, and what a new game begins with. Kept as soon as it is turned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.text import Text

from dubious_ai.content.library import library, setting_slugs
from dubious_ai.core.model import LEVELS, MAX_SEATS, MIN_SEATS, Tells
from dubious_ai.ui.before_and_after import usual_name
from dubious_ai.ui.called import as_called
from dubious_ai.ui.screen.app import Evening
from dubious_ai.ui.screen.menu import Menu, MenuLine
from dubious_ai.ui.screen.palettes import DEFAULT

LEVELS_TOLD = {
    "novice": "They see through about half of what is hinted.",
    "regular": "They see through most of what is hinted.",
    "sharp": "They miss little. Hint softly.",
}
TELLS: dict[Tells, str] = {
    "open": "They hint openly: good for the first evenings.",
    "fair": "They hint as it pays best for themselves.",
    "sly": "They hint slyly. You will need all five answers.",
    "auto": "Fitted to how well you have read so far: about six cards in ten should be yours.",
}
THEMES = {
    "evening": "Candlelight: warm colours on dark.",
    "daylight": "Ink on paper, for a bright room.",
    "high-contrast": "Black, white and yellow, nothing in between.",
}
YES_NO = ("yes", "no")


@dataclass(frozen=True)
class Liking:
    """Something that can be turned: its field in the settings, what it is called, its values with how they are shown and told, the one that holds."""

    field: str
    label: str
    values: Sequence[str | int | bool]
    shown: Sequence[str]
    told: Sequence[str]
    now: str | int | bool

    def line(self, chosen: Callable[[str | int | bool], None] | None = None) -> MenuLine:
        """It as a line of a list; `chosen` is told of every turn."""
        at = self.values.index(self.now) if self.now in self.values else 0

        def turned(to: int) -> None:
            if chosen:
                chosen(self.values[to])

        return MenuLine(self.label, told=self.told, values=self.shown, at=at, turned=turned)


def games_begin_with(app: Evening, fitted: bool) -> tuple[Liking, ...]:
    """What a new game begins with. `fitted` says whether tells are fitted to the person where they like none better."""
    liked = app.liked
    slugs = setting_slugs()
    texts = [library(slug) for slug in slugs]
    seats = range(MIN_SEATS, MAX_SEATS + 1)
    rounds = range(1, max(3, liked.rounds or 1) + 1)
    return (
        Liking("setting", "Where", slugs, [t.name for t in texts], [picture(t.scene) for t in texts], liked.setting or "antiquity"),
        Liking("players", "At the table", tuple(seats), [str(n) for n in seats], [_company(n) for n in seats], liked.players or 4),
        Liking("level", "How they read", LEVELS, LEVELS, [LEVELS_TOLD[level] for level in LEVELS], liked.level or "regular"),
        Liking("tells", "How they hint", tuple(TELLS), tuple(TELLS), tuple(TELLS.values()), liked.tells or ("auto" if fitted else "fair")),
        Liking("rounds", "Rounds", tuple(rounds), [str(n) for n in rounds], ("Five questions, then the cards are turned.", *("Points add up from round to round." for _ in rounds)), liked.rounds or 1),
    )  # fmt: skip


def picture(scene: str) -> str:
    """A setting in a sentence."""
    return f"{scene[:1].upper()}{scene[1:]}."


def _company(seats: int) -> str:
    told = {
        3: "You and two others: every hint is heard by both.",
        4: "You and three others. A good size to begin with.",
    }
    return told.get(seats, "The box calls this best: more to read, more who can miss you.")


def behaviour(app: Evening) -> tuple[Liking, ...]:
    """How the screen behaves."""
    liked, manners = app.liked, app.manners
    return (
        Liking("theme", "Colours", tuple(THEMES), tuple(THEMES), tuple(THEMES.values()), liked.theme or DEFAULT),
        Liking("reduced_motion", "Calm screen", (True, False), YES_NO, ("Nothing moves by itself; a key brings the next step.", "Reveals go on by themselves, at a reading pace."), manners.reduced_motion),
        Liking("timers", "Clocks", (True, False), YES_NO, ("Half a minute for each page of guesses, two at the end.", "Take your time. Nobody minds."), manners.clocks),
        Liking("talk", "Table talk", (True, False), YES_NO, ("They remark on what was said, now and then.", "Only the answers."), liked.talk is not False),
    )  # fmt: skip


def settings_place(app: Evening, fitted: bool, back: Callable[[], None]) -> Menu:
    """The place where all of it is turned. Every turn is kept at once."""
    head = [Text("Settings", "title"), Text("← → turn a line. Everything is kept as you turn it.", "quiet")]
    held = {
        name.removeprefix("evening."): source
        for name, source in app.backends.config.sources.items()
        if name.startswith("evening.") and source != str(app.backends.config.path)
    }
    lines: list[MenuLine] = []
    for liking in (*behaviour(app), *games_begin_with(app, fitted)):
        line = liking.line(lambda value, field=liking.field: app.like(**{field: value}))
        if source := held.get(liking.field):
            line.told = [f"{told} ({source} decides at the next start.)" for told in line.told]
        lines.append(line)

    def named(name: str) -> None:
        app.like(name=name.strip()[:40] or None)

    where = as_called("`dubious config` shows them all, also those of models.")
    lines.append(MenuLine("Done", back, [f"They lie in {app.backends.config.path}; {where}"]))
    return Menu(
        head, lines, name=usual_name(app.liked.name), named=named, arrived=lambda: app.goto("settings")
    )
