"""A career over time: two courses with how far they are known, each setting, and what is missed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from dubious_ai.analysis.over_time import Estimated, MissedCard, OverTime, trend
from dubious_ai.content.library import SettingSlug, library, setting_slugs
from dubious_ai.ui.views import bars
from dubious_ai.ui.views.table_views import indent

LATEST = 24
"""Games of a course that are drawn."""
TRENDS = {1: "↗ going up", -1: "↘ going down", 0: "→ steady"}
READING = "cards of the house you would name at fair tells, of 100"
HINTING = "cards of your own that some, but not all, find out, of 100"


def over_time_view(told: OverTime, *, plain: bool) -> Iterator[RenderableType]:
    """The parts from top to bottom; nothing where there is nothing yet."""
    for title, course, what in (("Reading", told.reading, READING), ("Hinting", told.hinting, HINTING)):
        if course:
            yield Text.assemble((f"{title}: ", "title"), what)
            yield indent(_course(course, plain=plain))
    if len(told.settings) > 1:
        for name, (reading, hinting) in told.settings.items():
            both = [
                f"{word} {_figure(point)}"
                for word, point in (("reading", reading), ("hinting", hinting))
                if point
            ]
            yield indent(Text.assemble((f"{name}: ", "name"), ", ".join(both)))
    yield from _missed(told, plain=plain)


def _course(course: Sequence[Estimated], *, plain: bool) -> Text:
    last = course[-1]
    drawn = "" if plain else bars.spark([point.middle for point in course[-LATEST:]])
    line = Text.assemble((f"{drawn} " if drawn else "", "tick"), (_figure(last), "title"))
    if len(course) > 2:
        word = TRENDS[trend(course)]
        line.append(f"  {word[2:] if plain else word} since the first of {len(course)} games")
    return line


def _figure(point: Estimated) -> str:
    """ "62, most likely 55 to 70"."""
    middle, low, high = (round(100 * share) for share in (point.middle, point.low, point.high))
    return f"{middle}, most likely {low} to {high}"


def _missed(told: OverTime, *, plain: bool) -> Iterator[RenderableType]:
    if told.by_strength:
        yield Text("By how plain the plainest hint was", "title")
        for strength, (right, seen) in told.by_strength.items():
            bar = "" if plain else f"{bars.across(right / seen, 20)} "
            yield indent(Text.assemble(f"{strength:<10}", (bar, "tick"), f"named {right} of {seen}"))
    known = [card for card in told.missed if card.setting in setting_slugs()]
    if known:
        yield Text("What you miss most", "title")
        for card in known:
            yield indent(_card(card))


def _card(card: MissedCard) -> Text:
    texts = next(library(slug) for slug in setting_slugs() if slug == card.setting)
    name = next((file.name for file in texts.files if file.slug == card.card), card.card)
    return Text.assemble((name, card.kind), f" ({texts.name}): missed {card.missed} of {card.seen}")


def to_practise(told: OverTime) -> Mapping[SettingSlug, frozenset[str]]:
    """The missed cards that can be practised, by setting."""
    found: dict[SettingSlug, frozenset[str]] = {}
    for slug in setting_slugs():
        known = {file.slug for file in library(slug).files}
        wanted = frozenset(c.card for c in told.missed if c.setting == slug and c.card in known)
        if wanted:
            found[slug] = wanted
    return found
