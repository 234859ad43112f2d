"""What the coach says, as things to draw: hints, a draft on the scales, a reading of the others. Pure; used inside and outside of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from dubious_ai.analysis.verdict_sentences import UNREADABLE, ahead_told
from dubious_ai.belief.foresight import Foreseen
from dubious_ai.coach.guess import CLOSE, Advice, View
from dubious_ai.coach.hint.meter import Check, Gauge
from dubious_ai.coach.hint.steps import Nudge, Sketch, Suggestion
from dubious_ai.coach.hint.target_share import Goal
from dubious_ai.content.library import Library
from dubious_ai.core.model import KINDS, Kind, Question, Strength
from dubious_ai.ui.views.table_views import NAMED, indent, listed

FITS: dict[Strength, str] = {
    "subtle": "so that four or more cards of the list still fit",
    "balanced": "so that two or three cards of the list still fit",
    "obvious": "clearly enough that hardly another card of the list fits",
}
COUNTS = {3: "three", 4: "four", 5: "five", 6: "six"}


NUMBERS = ("none", "one", "two", "three", "four", "five")


def percent_view(share: float) -> str:
    """A share as people say it: "47%"; never quite nothing, never quite everybody."""
    if share < 0.01:
        return "<1%"
    return ">99%" if share > 0.99 else f"{100 * share:.0f}%"


def plan_line(aim: Goal) -> str:
    """What to aim at, in a sentence."""
    table = f"For {COUNTS.get(aim.others + 1, str(aim.others + 1))} at a table"
    if aim.last:
        return f"{table} aim near {percent_view(aim.end)} for each card now; this is the last question."
    return f"{table} aim near {percent_view(aim.now)} for each card after this question and {percent_view(aim.end)} after the last."


def nudge_view(told: Nudge, aim: Goal, share: float, card: str, more: str) -> list[RenderableType]:
    """An angle to think from."""
    state = f"about {percent_view(share)} of your readers would name it by now"
    match told.stands:
        case "loud":
            first = f"Both cards are out already. If you hint at all, then at {card} ({state})."
        case "about right":
            first = (
                f"Both cards stand well. A little more may go to your {NAMED[told.kind]}, {card}: {state}."
            )
        case "quiet":
            first = f"Work on your {NAMED[told.kind]}, {card}: {state}, and {percent_view(aim.now)} after this question would do."
    return [
        Text(first),
        Text.assemble("Think of ", (told.words, "title"), "."),
        Text(f"Answer the question first and let it ride along, {FITS[told.strength]}."),
        *([Text(more, "quiet")] if more else []),
    ]


def sketch_view(told: Sketch, names: Sequence[str], more: str) -> list[RenderableType]:
    """Images and words; `names` are the card names in the order of the palettes."""
    parts: list[RenderableType] = []
    for palette, name in zip(told.palettes, names, strict=True):
        parts.append(Text.assemble(f"For your {NAMED[palette.kind]}, ", (name, palette.kind)))
        parts += [indent(Text.assemble(("think of  ", "quiet"), f"“{image}”")) for image in palette.images]
        if palette.use:
            parts.append(indent(Text.assemble(("words     ", "quiet"), ", ".join(palette.use))))
    if told.avoid:
        parts.append(Text(f"Better not say: {', '.join(told.avoid)}. They say too much.", "warning"))
    parts.append(
        Text("The images are to start from, not to be read out: put them in your own words.", "quiet")
    )
    return [*parts, *([Text(more, "quiet")] if more else [])]


def borrowed(asked: str, nearest: Question) -> Text:
    """Said before help with a question that is none of ours."""
    return Text(
        f"“{asked}” is not on a card of the game. Offline there are answers to the nearest one, “{nearest.text}”: bend them until they fit.",
        "warning",
    )


def suggestions_view(
    found: Sequence[Suggestion], aim: Goal, *, ours: bool, more: str, first: int = 1
) -> list[RenderableType]:
    """Whole answers with what the readers at this table would make of them."""
    parts: list[RenderableType] = []
    for number, suggestion in enumerate(found, first):
        parts.append(suggestion_head(number, suggestion))
        parts.append(indent(Text(f"“{suggestion.text}”"), 3))
        told = "   ".join(
            f"{NAMED[card.kind]} {percent_view(card.before.share)} → {percent_view(card.after.share)}, {card.loudness}"
            for card in suggestion.verdict.cards
        )
        parts.append(indent(Text(told, "quiet"), 3))
        if ours and suggestion.written_for:
            parts.append(indent(Text(f"written for “{suggestion.written_for.text}”", "warning"), 3))
    parts.append(
        Text(f"Shares of the readers at this table who would name the card. {plan_line(aim)}", "quiet")
    )
    return [*parts, *([Text(more, "quiet")] if more else [])]


def suggestion_head(number: int, suggestion: Suggestion) -> Text:
    """E.g. "2  balanced, for your Secret (nearest to the plan)"."""
    return Text.assemble(
        (f"{number}  ", "title"),
        (suggestion.strength, "title"),
        ", for your ",
        (NAMED[suggestion.kind], suggestion.kind),
        ("  nearest to the plan" if suggestion.nearest_to_plan else "", "tick"),
    )


def check_view(told: Check, texts: Library) -> list[RenderableType]:
    """A draft on the scales: both cards, what gives them away, where else it points, what to aim for."""
    parts: list[RenderableType] = [Text(told.notice, "quiet")] if told.notice else []
    if told.verdict.unreadable:
        parts.append(Text(f"{UNREADABLE[told.verdict.unreadable]} You may still hand it in.", "warning"))
    if told.problem:
        parts.append(Text(told.problem, "problem"))
    for gauge in told.gauges:
        parts += _gauge(gauge, texts)
    trail = told.verdict.trail
    if trail:
        parts.append(Text(f"By itself it points to {texts.file(trail).name}: a false trail.", "warning"))
    others = [texts.file(slug).name for slug in told.points_to if slug != trail]
    if others:
        parts.append(Text(f"It would also fit: {listed(others)}.", "quiet"))
    parts.append(Text(plan_line(told.goal), "quiet"))
    telling = told.of(told.verdict.loudest.kind).telling
    parts.append(Text(ahead_told(told.verdict, telling[0].word if telling else ""), "title"))
    return parts


def readers(seen: Foreseen) -> str:
    """How many of the others would name a card: "about one of your three rivals (none to two)"."""
    few, many = (NUMBERS[min(n, len(NUMBERS) - 1)] for n in seen.numbers)
    number = NUMBERS[min(round(seen.number), len(NUMBERS) - 1)]
    told = f"about {number} of your {NUMBERS[min(seen.readers, len(NUMBERS) - 1)]} rivals"
    return told if few == many else f"{told} ({few} to {many})"


def _gauge(gauge: Gauge, texts: Library) -> list[RenderableType]:
    name, found = texts.file(gauge.card).name, gauge.verdict
    parts: list[RenderableType] = [
        Text.assemble(
            (NAMED[gauge.kind], gauge.kind),
            f": as it stands {readers(found.after)} would name {name}, {percent_view(found.after.share)} against {percent_view(found.before.share)} before: ",
            (found.loudness, "warning" if found.loudness == "loud" else ""),
            ".",
        )
    ]
    if gauge.own_words:
        said = listed(f"“{word}”" for word in gauge.own_words)
        parts.append(indent(Text(f"{said} is a word of the card itself: that says too much.", "problem")))
    elif gauge.telling and found.moved:
        words = listed(f"“{t.word}” ({percent_view(t.without)} without it)" for t in gauge.telling)
        told = "What gives it away" if found.loudness == "loud" else "What hints at it"
        parts.append(indent(Text(f"{told}: {words}.", "quiet")))
    elif gauge.close_to:
        parts.append(
            indent(Text(f"Close to what is known of the card: “{gauge.close_to.passage.text}”", "quiet"))
        )
    if found.only_the_sharpest and not gauge.own_words:
        parts.append(indent(Text("The sharpest of them would know it already.", "warning")))
    return parts


def guess_view(advice: Advice, texts: Library, *, show: int = 3, plain: bool = False) -> list[RenderableType]:
    """Everybody read: the likeliest cards, the words that say so, the best guess."""
    parts: list[RenderableType] = []
    for view in advice.views:
        parts.append(Text(view.name, "name"))
        if not view.answers:
            parts.append(
                indent(Text("has said nothing yet; every card is as likely as its neighbours.", "quiet"))
            )
            continue
        if view.doubt:
            parts.append(indent(Text(view.doubt, "warning")))
        for kind in KINDS:
            parts += _ranking(view, kind, texts, show, plain=plain)
        parts.append(indent(_best(view, texts)))
    parts += [Text(line, "quiet") for line in closing(advice, texts)]
    return parts


def _ranking(view: View, kind: Kind, texts: Library, show: int, *, plain: bool) -> list[RenderableType]:
    top = view.ranked[kind][:show]
    rows = [(percent_view(p), texts.file(slug).name) for slug, p in top]
    words = [f"“{b.word}” ({b.answer + 1})" for b in view.because(top[0][0])]
    because = Text(f"because of {listed(words)}" if words else "nothing speaks for it in particular", "quiet")
    if plain:
        lines = "; ".join(f"{name} {share}" for share, name in rows)
        return [indent(Text(f"{NAMED[kind]}: {lines}")), indent(because, 4)]
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=10)
    table.add_column(justify="right", no_wrap=True)
    for number, (share, name) in enumerate(rows):
        table.add_row(
            Text(NAMED[kind] if number == 0 else "", "quiet"), share, Text(name, kind if number == 0 else "")
        )
    return [indent(table), indent(because, 14)]


def _best(view: View, texts: Library) -> Text:
    told = listed(
        f"{texts.file(view.picks[kind].card).name} ({view.picks[kind].points:.2f})" for kind in KINDS
    )
    return Text.assemble(("Best guess: ", "title"), told)


def closing(advice: Advice, texts: Library) -> Iterable[str]:
    """What is to be said about the guesses as a whole."""
    for kind, card, names in advice.doubles:
        yield (
            f"{texts.file(card).name} stands for {listed(names)}: at most one of them can be right. "
            f"It may still be the best guess for both{_alternatives(advice, kind, card, names, texts)}."
        )
    yield (
        "In brackets: points to expect. A guess earns one when it is right, and also when it is wrong but nobody else is right: "
        "leave no slot blank. The number after a word is the answer it stands in."
    )
    if any(
        view.answers and view.picks[k].card != view.ranked[k][0][0] for view in advice.views for k in KINDS
    ):
        yield "So the best guess is not always the likeliest card: where the others will not see it either, being wrong pays as well."


def _alternatives(advice: Advice, kind: Kind, card: str, names: Sequence[str], texts: Library) -> str:
    """The doubles for which another card is nearly as good."""
    told: list[str] = []
    for view in advice.views:
        runner_up = view.picks[kind].runner_up
        if view.name in names and view.picks[kind].card == card and runner_up:
            other, lost = runner_up
            cost = "next to nothing" if lost < CLOSE else f"{lost:.2f} points"
            told.append(f"for {view.name}, {texts.file(other).name} costs {cost}")
    return f"; {', '.join(told)}" if told else ""
