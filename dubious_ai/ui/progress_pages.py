"""Progress on the screen: one block for each setting and skill, the calibration, and the cards that need practice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from dubious_ai.coach.drill.leitner import TOP
from dubious_ai.coach.drill.practice_log import Done, Skill
from dubious_ai.coach.drill.progress import Bin, Course, calibration, courses, trend_verdict
from dubious_ai.content.library import SettingSlug, library
from dubious_ai.ui.page import Page
from dubious_ai.ui.views import bars
from dubious_ai.ui.views.table_views import indent

SKILL: dict[Skill, str] = {"guess": "guessing", "hint": "hinting"}
WEAKEST = 6


def show_progress(page: Page, history: Sequence[Done], settings: Sequence[SettingSlug]) -> None:
    """Draw everything practised in these settings."""
    found = courses(history, settings)
    if not found:
        page.say("Nothing is practised here yet. `dubious drill` starts.")
        return
    for course in found:
        page.show(*_course(course, plain=page.plain))
        page.gap()
    spans = calibration(history, settings)
    page.say("How sure you were, and how often you were right", "title")
    for span in spans:
        page.show(indent(_bin(span, plain=page.plain)))
    page.show(indent(Text(trend_verdict(spans))))


def _course(course: Course, *, plain: bool) -> Iterator[RenderableType]:
    texts = library(course.setting)
    yield Text(
        f"{texts.name}, {SKILL[course.skill]}: {course.cards} {'card' if course.cards == 1 else 'cards'}",
        "title",
    )
    for told, value, curve in (
        ("well done", f"{course.right:.0%}", course.right_curve),
        ("points", f"{course.points:.1f} of 10", course.points_curve),
    ):
        drawn = ", ".join(f"{v:.0%}" for v in curve) if plain else bars.spark(curve)
        yield indent(
            Text.assemble(f"{told:<10}", f"{value:>10}   ", (drawn, "tick"), ("   first … latest", "quiet"))
        )
    counts = [sum(b.box == n for b in course.standing.values()) for n in range(1, TOP + 1)]
    told = "  ".join(f"box {n}: {count}" for n, count in enumerate(counts, 1))
    yield indent(Text(f"{told}  new: {len(texts.files) - len(course.standing)}", "quiet"))
    weak = sorted(
        course.standing.items(), key=lambda item: (item[1].right / item[1].seen, -item[1].seen, item[0])
    )
    for slug, boxed in [w for w in weak if w[1].right < w[1].seen][:WEAKEST]:
        share = boxed.right / boxed.seen
        bar = "" if plain else f"{bars.across(share, 10)} "
        yield indent(
            Text.assemble(
                (bar, "quiet"),
                f"{boxed.right} of {boxed.seen}  ",
                (texts.file(slug).name, texts.file(slug).kind),
            ),
            4,
        )


def _bin(span: Bin, *, plain: bool) -> Text:
    head = f"said {span.low:.0%} to {span.high:.0%}: "
    bar = "" if plain else bars.across(span.right, 20, mark=span.said) + " "
    return Text.assemble(
        f"{head:<20}", (bar, "tick"), f"right {span.right:.0%} of {span.count}, said {span.said:.0%}"
    )
