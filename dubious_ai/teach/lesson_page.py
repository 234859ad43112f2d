"""A lesson as one HTML page: answers step by step, guesses locked in before the reveal, a worksheet and its solution on paper.

The markup is complete by itself and built from values; `lesson.js` only shows and hides it and counts the reader's points.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from dubious_ai.content import library
from dubious_ai.core.model import KINDS, Question
from dubious_ai.pages import Html, join, page, tag
from dubious_ai.teach.commentary import brains_sentence, hint_sentence
from dubious_ai.teach.lesson import Lesson, PlayerLesson, RoundLesson
from dubious_ai.teach.markdown import Depth, Spoilers
from dubious_ai.teach.solution import discussion, points, reveal
from dubious_ai.teach.words import KIND_NAMES


@cache
def resource(name: str) -> str:
    """A style or script of this package."""
    return (files("dubious_ai.teach") / name).read_text(encoding="utf-8")


def lesson_page(
    lesson: Lesson, *, spoilers: Spoilers = "end", commentary: Depth = "short", shows: str = ""
) -> str:
    """The page. With `inline` everything stands open with its notes; with `none` there is no solution in the file at all."""
    live = spoilers != "inline"
    kind = "A round" if len(lesson.rounds) == 1 else "A game"
    title = f"{kind} of Dubious: {lesson.setting.name}"
    parts: list[Html] = [tag("h1", title), _opening(lesson, live)]
    for round_ in lesson.rounds:
        parts.append(_round(lesson, round_, spoilers, commentary))
        if spoilers != "none":
            parts.append(_solution(lesson, round_, spoilers, commentary, shows))
    body = join(*parts, _footer(lesson), *((_bar(), _live()) if live else ()))
    return page(title, body, script=resource("lesson.js") if live else "", style=resource("lesson.css"))


def _opening(lesson: Lesson, live: bool) -> Html:
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


def _card_list(lesson: Lesson, at: int) -> Html:
    kind = KINDS[at]
    names = (tag("li", card.name, value=card.number) for card in lesson.setting.cards(kind))
    return tag("div", tag("h3", f"{KIND_NAMES[kind]}s"), tag("ol", *names))


def _round(lesson: Lesson, round_: RoundLesson, spoilers: Spoilers, commentary: Depth) -> Html:
    live = spoilers != "inline"
    number = round_.number
    people = [_introduced(round_.player(seat), lesson, inline=not live) for seat in round_.order]
    head = tag(
        "div",
        tag("h2", f"Round {number}"),
        tag("ul", *people, class_="people"),
        class_="step" if live else None,
        data_kind="round",
        data_go=f"Begin round {number}",
        data_at=f"Round {number}: {len(round_.questions)} questions, {len(round_.players)} players",
    )
    asked = [
        _question(lesson, round_, n, question, spoilers, commentary)
        for n, question in enumerate(round_.questions, 1)
    ]
    return tag("section", head, *asked, _guessing(lesson, round_) if live else None, class_="round")


def _introduced(player: PlayerLesson, lesson: Lesson, *, inline: bool) -> Html:
    cards = " · ".join(lesson.setting.card(kind, player.pair.of(kind)).name for kind in KINDS)
    return tag(
        "li",
        tag("strong", player.name),
        f" as {player.character}" if player.character else "",
        f": “{player.introduction}”" if player.introduction else "",
        tag("span", cards, class_="note") if inline else None,
    )


def _question(
    lesson: Lesson,
    round_: RoundLesson,
    number: int,
    question: Question,
    spoilers: Spoilers,
    commentary: Depth,
) -> Html:
    live = spoilers != "inline"
    count = len(round_.questions)
    head = tag(
        "h3",
        f"{number}. {question.text} ",
        tag("span", "Appearance" if question.back == "appearance" else "Assorted", class_="kind"),
        class_="step" if live else None,
        data_kind="question",
        data_go=f"Question {number}",
        data_at=f"Question {number} of {count}",
    )
    answers: list[Html] = []
    for place, seat in enumerate(round_.order, 1):
        player = round_.player(seat)
        hint = player.hints[number - 1]
        noted = not live and commentary != "off"
        note = hint_sentence(lesson, player, hint, full=commentary == "full") if noted else ""
        answers.append(
            tag(
                "div",
                tag("strong", player.name),
                tag("span", f" ({hint.delivery})", class_="manner") if hint.delivery else None,
                ": ",
                hint.text,
                tag("span", note, class_="note") if note else None,
                class_="answer step" if live else "answer",
                data_kind="answer",
                data_go=f"Next answer: {player.name}",
                data_at=f"Question {number} of {count} · answer {place} of {len(round_.order)}",
            )
        )
    return tag("div", head, *answers, class_="question")


def _guessing(lesson: Lesson, round_: RoundLesson) -> Html:
    fields = [_field(lesson, round_, round_.player(seat)) for seat in round_.order]
    lists = [
        tag(
            "p",
            tag("strong", f"{KIND_NAMES[kind]}s: "),
            " · ".join(c.name for c in lesson.setting.cards(kind)),
        )
        for kind in KINDS
    ]
    return tag(
        "form",
        tag("h3", "Who is who?", tabindex="-1"),
        tag("p", "One Occupation and one Secret for each player. A blank earns nothing.", class_="soft"),
        *fields,
        tag("div", *lists, class_="paper"),
        class_="guess step",
        data_kind="guess",
        data_go="Now guess",
        data_at="Lock in a guess for each player",
    )


def _field(lesson: Lesson, round_: RoundLesson, player: PlayerLesson) -> Html:
    again = tag(
        "details",
        tag("summary", f"{player.name}’s answers again"),
        tag(
            "ol",
            *(
                tag("li", tag("span", f"{question.text} ", class_="soft"), hint.text)
                for question, hint in zip(round_.questions, player.hints, strict=True)
            ),
        ),
        class_="screen",
    )
    picks: list[Html] = []
    for kind in KINDS:
        name = f"r{round_.number}s{player.seat}{kind}"
        options = [
            tag("option", f"{c.number} {c.name}", value=str(c.number)) for c in lesson.setting.cards(kind)
        ]
        picks.append(
            tag(
                "p",
                tag("label", KIND_NAMES[kind], for_=name),
                tag("select", tag("option", "no guess", value=""), *options, id=name),
                class_="screen",
            )
        )
    lines = tag(
        "p",
        *(tag("span", f"{KIND_NAMES[kind]} ", tag("span", class_="line")) for kind in KINDS),
        class_="paper",
    )
    lock, change = f"Lock in {player.name}", f"Change {player.name}"
    return tag(
        "fieldset",
        tag("legend", player.name),
        again,
        *picks,
        lines,
        tag("button", lock, type="button", class_="screen", data_lock=lock, data_change=change),
        data_round=str(round_.number),
    )


def _solution(lesson: Lesson, round_: RoundLesson, spoilers: Spoilers, commentary: Depth, shows: str) -> Html:
    live = spoilers == "end"
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
            reveal(lesson, round_, round_.player(seat), commentary, live=live, hints=live)
            for seat in round_.order
        ),
        points(lesson, round_, live=live, last=last, shows=shows if live else ""),
        discussion(lesson, round_, live=live) if commentary != "off" else None,
        class_="solution",
    )


def _footer(lesson: Lesson) -> Html:
    seed = f" Seed: {lesson.seed}." if lesson.seed else ""
    return tag(
        "footer",
        tag("p", f"{brains_sentence(lesson)}{seed}"),
        tag("p", "Made with dubious-ai, an unofficial fan project. Card names are the publisher’s."),
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
