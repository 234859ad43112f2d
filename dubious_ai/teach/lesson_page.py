"""A lesson as one HTML page: answers step by step, guesses locked in before the reveal, a worksheet and its solution on paper.

The markup is complete by itself and built from values; `lesson.js` only shows and hides it and counts the reader's points.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from dubious_ai.analysis.game_analysis import GameAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import CREDIT, KIND_NAMES
from dubious_ai.content.library import library
from dubious_ai.core.model import KINDS
from dubious_ai.pages import Html, join, page, tag
from dubious_ai.teach.commentary import brains_sentence
from dubious_ai.teach.markdown import Depth, Spoilers
from dubious_ai.teach.solution import discussion, points, reveal
from dubious_ai.teach.worksheet import card_lists, worksheet


@cache
def resource(name: str) -> str:
    """A style or script of this package."""
    return (files("dubious_ai.teach") / name).read_text(encoding="utf-8")


def lesson_page(
    lesson: GameAnalysis, *, spoilers: Spoilers = "end", commentary: Depth = "short", shows: str = ""
) -> str:
    """The page. With `inline` everything stands open with its notes; with `none` there is no solution in the file at all."""
    live = spoilers != "inline"
    kind = "A round" if len(lesson.rounds) == 1 else "A game"
    title = f"{kind} of Dubious: {lesson.setting.name}"
    parts: list[Html] = [tag("h1", title), _opening(lesson, live)]
    for round_ in lesson.rounds:
        parts.append(worksheet(lesson, round_, "live" if live else "open", commentary))
        if spoilers != "none":
            parts.append(solution(lesson, round_, commentary, live=live, hints=live, shows=shows))
    body = join(*parts, _footer(lesson), *((card_lists(lesson), _bar(), _live()) if live else ()))
    return page(title, body, script=resource("lesson.js") if live else "", style=resource("lesson.css"))


def _opening(lesson: GameAnalysis, live: bool) -> Html:
    return join(
        tag("p", f"The scene: {library(lesson.slug).scene}.", class_="soft"),
        tag(
            "p",
            "Each player keeps one Occupation and one Secret and hints at them in every answer. They score when some of the others name a "
            "card, but not all: too plain earns nothing, and so does too vague.",
        ),
        tag(
            "p",
            "Read the answers one by one, decide who is who, lock in your guesses, then have everybody revealed. "
            "The arrow keys → and ← go on and back.",
            class_="screen",
        )
        if live
        else None,
        tag(
            "details",
            tag("summary", "The cards to choose from"),
            tag("div", *(_card_list(lesson, n) for n in range(2)), class_="columns"),
            class_="screen",
        ),
    )


def _card_list(lesson: GameAnalysis, at: int) -> Html:
    kind = KINDS[at]
    names = (tag("li", card.name, value=card.number) for card in lesson.setting.cards(kind))
    return tag("div", tag("h3", f"{KIND_NAMES[kind]}s"), tag("ol", *names))


def solution(
    lesson: GameAnalysis,
    round_: RoundAnalysis,
    commentary: Depth,
    *,
    live: bool = False,
    hints: bool = True,
    shows: str = "",
) -> Html:
    """One round solved. `live` makes its parts steps of the page; `hints` says whether the answers are commented here."""
    last = round_ is lesson.rounds[-1]
    many = len(lesson.rounds) > 1
    return tag(
        "section",
        tag(
            "h2",
            f"Solution of round {round_.number}" if many else "Solution",
            class_="paper" if live else None,
        ),
        tag("p", f"Chosen because: {shows}", class_="paper" if live else None)
        if shows and round_.number == 1
        else None,
        *(
            reveal(lesson, round_, round_.player(seat), commentary, live=live, hints=hints)
            for seat in round_.order
        ),
        points(lesson, round_, live=live, last=last, shows=shows if live else ""),
        discussion(lesson, round_, live=live) if commentary != "off" else None,
        class_="solution",
    )


def _footer(lesson: GameAnalysis) -> Html:
    seed = f" Seed: {lesson.seed}." if lesson.seed else ""
    return tag(
        "footer",
        tag("p", f"{brains_sentence(lesson)}{seed}"),
        tag("p", CREDIT),
    )


def _bar() -> Html:
    return tag(
        "div",
        tag("p", class_="progress soft"),
        tag("button", "Back", type="button", class_="back"),
        tag("button", "Show all answers", type="button", class_="skip"),
        tag("button", "Begin", type="button", class_="main"),
        class_="bar screen",
        role="group",
        aria_label="Steps of the lesson",
    )


def _live() -> Html:
    return tag("p", class_="live sr screen", role="status", aria_live="polite")
