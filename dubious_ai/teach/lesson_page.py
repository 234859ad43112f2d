"""A lesson as one HTML page that is a stage: one thing at a time, guesses locked before the reveal, a worksheet and its solution on paper.

The markup is complete by itself and built from values; `lesson.js` only shows and hides it and counts the readers' points.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import CREDIT, KIND_NAMES, result_told, scale_told
from dubious_ai.core.model import KINDS
from dubious_ai.pages import Html, join, page, tag
from dubious_ai.pages.names import apart
from dubious_ai.teach.commentary import brains_sentence
from dubious_ai.teach.feedback import feedback
from dubious_ai.teach.markdown import Depth, Spoilers
from dubious_ai.teach.solution import discussion, points_markup, reveal
from dubious_ai.teach.word_list import list_words, words_markup
from dubious_ai.teach.worksheet import TEAMS, card_lists, worksheet

PAPER = ".paper { display: block; } fieldset p.paper { display: flex; gap: .5rem 1.2rem; }"
"""Style of a page on which everything stands as on paper."""


@cache
def resource(name: str) -> str:
    """A style or script of this package."""
    return (files("dubious_ai.teach") / name).read_text(encoding="utf-8")


def lesson_page(
    lesson: GameAnalysis,
    *,
    spoilers: Spoilers = "end",
    commentary: Depth = "short",
    shows: str = "",
    pupils: bool = False,
    starters: bool = False,
) -> str:
    """The page. With `inline` everything stands open with its notes; with `none` there is no solution in the file at all. `pupils` adds lines for each of them,
    `starters` say how a guess may be put into words."""
    live = spoilers != "inline"
    kind = "A round" if len(lesson.rounds) == 1 else "A game"
    title = f"{kind} of Dubious: {lesson.setting.name}"
    parts: list[Html] = [_opening(lesson, title, live=live)]
    if not live and commentary != "off":
        parts.append(tag("p", scale_told(lesson.readers, lesson.aim), class_="soft"))
    for round_ in lesson.rounds:
        parts.append(worksheet(lesson, round_, "live" if live else "open", commentary, starters=starters))
        if spoilers != "none":
            parts.append(solution(lesson, round_, commentary, live=live, hints=live, shows=shows))
    if pupils and spoilers != "none":
        parts += [for_pupil(lesson, player, live=live) for player in lesson.rounds[-1].players]
    if live:
        parts.append(_end(lesson, solved=spoilers != "none"))
    body = join(*parts, _footer(lesson), *((card_lists(lesson), _bar(), _live()) if live else ()))
    # where somebody stands in a lesson is remembered under its own text
    known = sha256(body.encode()).hexdigest()[:12]
    return page(
        title,
        tag("div", body, id="lesson", data_lesson=known),
        script=resource("lesson.js") if live else "",
        style=resource("lesson.css"),
    )


def _opening(lesson: GameAnalysis, title: str, *, live: bool) -> Html:
    slide = tag(
        "div",
        tag("h2", title, tabindex="-1", class_="screen scripted") if live else None,
        tag("p", f"The scene: {lesson.texts.scene}.", class_="soft"),
        tag(
            "p",
            "Each player keeps one Occupation and one Secret and hints at them in every answer. They score when some of the others name a "
            "card, but not all: too plain earns nothing, and so does too vague.",
        ),
        tag(
            "p",
            "Read, decide who is who, then have everybody revealed. Space, Enter, → or a clicker goes on; ← or Page Up goes back.",
            class_="screen",
        )
        if live
        else None,
        _readers() if live else None,
        tag(
            "details",
            tag("summary", "The cards to choose from"),
            tag("div", *(_card_list(lesson, n) for n in range(2)), class_="columns"),
            open=True,
            class_="screen",
        ),
        tag(
            "details",
            tag("summary", "Hard words on the cards"),
            words_markup(list_words(lesson)),
            class_="screen",
        )
        if list_words(lesson)
        else None,
        class_="slide start" if live else None,
        data_at="Beginning",
    )
    # the title of the whole page: on the stage only heard, since each slide has its own
    return join(tag("h1", title), slide)


def _readers() -> Html:
    """Who guesses at this screen: one reader or the whole class, or two teams with names of their own."""
    ways = (("1", "One reader, or all together"), ("2", "Two teams"))
    choices = (
        tag(
            "label",
            tag("input", type="radio", name="readers", value=value, checked=value == "1"),
            f" {told}",
        )
        for value, told in ways
    )
    names = (
        tag(
            "label",
            f"Team {team.upper()} ",
            tag("input", type="text", maxlength="40", id=f"name-{team}", autocomplete="off"),
        )
        for team in TEAMS
    )
    return tag(
        "fieldset",
        tag("legend", "Who guesses?"),
        tag("p", *choices),
        tag("p", *names, class_="two"),
        class_="readers screen scripted",
    )


def _card_list(lesson: GameAnalysis, at: int) -> Html:
    kind = KINDS[at]
    names = (tag("li", card.name, value=card.number) for card in lesson.setting.cards(kind))
    return tag("div", tag("h3", f"{KIND_NAMES[kind]}s", class_="small"), tag("ol", *names))


def solution(
    lesson: GameAnalysis,
    round_: RoundAnalysis,
    commentary: Depth,
    *,
    live: bool = False,
    hints: bool = True,
    shows: str = "",
) -> Html:
    """One round solved. `live` makes its parts slides of the stage; `hints` says whether the answers are commented here."""
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
        points_markup(lesson, round_, live=live, last=last, shows=shows if live else ""),
        discussion(lesson, round_, live=live) if commentary != "off" else None,
        class_="solution",
    )


def for_pupil(lesson: GameAnalysis, player: PlayerAnalysis, *, live: bool = False) -> Html:
    """What one pupil is told about their own round, and a task; `live` makes it a slide."""
    return tag(
        "section",
        tag("h3", "For ", tag("bdi", player.name), tabindex="-1" if live else None),
        tag("ul", *(tag("li", apart(line, lesson.names)) for line in feedback(lesson, player))),
        class_="slide pupil" if live else "pupil",
        data_at=f"For {player.name}" if live else None,
    )


def _end(lesson: GameAnalysis, *, solved: bool) -> Html:
    """The last slide: everybody's points over all rounds, those of the readers too, and a way to begin again."""
    return tag(
        "section",
        tag("h2", "The end", tabindex="-1"),
        tag("p", class_="total mine"),
        tag("p", apart(result_told(lesson.names, lesson.standing), lesson.names)) if solved else None,
        tag("p", tag("button", "Play it again", type="button", class_="again-button")),
        class_="slide end screen scripted",
        data_at="The end",
    )


def _footer(lesson: GameAnalysis) -> Html:
    seed = f" Seed: {lesson.seed}." if lesson.seed else ""
    return tag("footer", tag("p", apart(f"{brains_sentence(lesson)}{seed}", lesson.names)), tag("p", CREDIT))


def _bar() -> Html:
    return tag(
        "div",
        tag("button", "Back", type="button", class_="back"),
        tag("p", class_="progress soft"),
        tag("button", "On", type="button", class_="main"),
        class_="bar screen scripted",
        role="group",
        aria_label="Steps of the lesson",
    )


def _live() -> Html:
    return tag("p", class_="live sr screen", role="status", aria_live="polite")
