"""Sheets to print: what a table needs beside its cards (reference, record, questions), and a sample as an exercise on paper."""

from __future__ import annotations

from collections.abc import Sequence

from dubious_ai.analysis.game_analysis import GameAnalysis
from dubious_ai.analysis.sentences import CREDIT, KIND_NAMES
from dubious_ai.content.glossary import Entry, card_words
from dubious_ai.content.library import Library
from dubious_ai.core.model import BACKS, KINDS, MAX_SEATS, MIN_SEATS, Back, Kind
from dubious_ai.errors import UsageError
from dubious_ai.pages import Html, join, page, tag
from dubious_ai.teach.lesson_page import PAPER, resource, solution
from dubious_ai.teach.markdown import Depth
from dubious_ai.teach.teacher_page import teacher_section
from dubious_ai.teach.tiers import ANSWER_STARTERS, GUESS_STARTERS
from dubious_ai.teach.word_list import setting_words, words_markup
from dubious_ai.teach.worksheet import worksheet

BACK_NAMES: dict[Back, str] = {"appearance": "Appearance", "assorted": "Assorted"}
QUESTIONS = 5


def sheets_page(
    texts: Library,
    players: int = 4,
    *,
    teacher: bool = False,
    starters: bool = False,
    notes: Sequence[str] = (),
) -> str:
    """Reference sheet, record sheet, hard words, question cards and cards of a setting, each on pages of its own; with `teacher` a page for the desk before them.

    `starters` say how sentences may begin, `notes` what should be known about the cards. Raises UsageError for 2 players or 7.
    """
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise UsageError(f"{players} players cannot play; sheets are made for {MIN_SEATS} to {MAX_SEATS}.")
    note = tag(
        "p",
        f"Print the first two pages once for each of the {players} players, the cards once, on both sides, and cut those out. "
        "Turn the printer’s own headers off.",
        class_="soft screen",
    )
    body = join(
        tag("h1", f"Dubious: {texts.name}", class_="screen"),
        note,
        *(tag("p", line, class_="soft screen") for line in notes),
        teacher_section(texts) if teacher else None,
        _words("all its hard words", texts.name, setting_words(texts)) if teacher else None,
        _reference(texts, starters=starters),
        _record(texts, players - 1),
        _words("hard words on the cards", texts.name, card_words(texts)),
        *(_questions(texts, back) for back in BACKS),
        *(_cards(texts, kind) for kind in KINDS),
        tag(
            "footer",
            CREDIT,
        ),
    )
    return page(f"Sheets for Dubious: {texts.name}", body, style=resource("sheets.css"))


def _words(what: str, setting: str, entries: Sequence[Entry]) -> Html:
    """Hard words on a page of their own."""
    return tag("section", tag("h2", f"{setting}: {what}"), words_markup(entries), class_="sheet")


def _reference(texts: Library, *, starters: bool) -> Html:
    lists = [
        tag(
            "div",
            tag("h3", f"{KIND_NAMES[kind]}s"),
            tag("ol", *(tag("li", f.name, value=f.number) for f in texts.texts(kind))),
        )
        for kind in KINDS
    ]
    rules = (
        "Some named your card, but not all: you get 1 for each of them, and each of them gets 1.",
        "All named it: each of them gets 1, and your own ticks are crossed out.",
        "Nobody named it: everybody who guessed wrong gets 1, you get nothing. A blank earns nothing.",
        "Most points win; if level, most points from guessing.",
    )
    return tag(
        "section",
        tag("h2", f"{texts.name}: reference sheet"),
        tag("div", *lists, class_="columns"),
        tag("h3", "Points, for each of your two cards"),
        tag("ul", *(tag("li", rule) for rule in rules)),
        *(_starters() if starters else ()),
        class_="sheet",
    )


def _starters() -> tuple[Html, ...]:
    """How answers and guesses may begin."""
    return (
        tag("h3", "An answer may begin"),
        tag("p", " · ".join(ANSWER_STARTERS)),
        tag("h3", "A guess may begin"),
        tag("p", " · ".join(GUESS_STARTERS)),
    )


def _record(texts: Library, opponents: int) -> Html:
    return tag(
        "section",
        tag("h2", f"{texts.name}: record sheet"),
        tag(
            "p",
            "Player ",
            tag("span", class_="fill"),
            "  Character ",
            tag("span", class_="fill"),
            "  Total ",
            tag("span", class_="fill short"),
        ),
        tag("h3", "My cards"),
        _grid(
            ("", "Occupation", "Secret"),
            [
                ("kept ✓", "", ""),
                ("rejected ✗ (nobody else has it)", "", ""),
                ("ticks, one for each who named it", "", ""),
            ],
            "record own",
        ),
        tag("h3", "The others"),
        _grid(
            ("Player", "Occupation", "tick", "Secret", "tick"),
            [("", "", "", "", "")] * opponents,
            "record",
            narrow=("", "", "tick", "", "tick"),
        ),
        tag("h3", "My answers"),
        _grid(
            ("", "Answer"),
            [(str(n), "") for n in range(1, QUESTIONS + 1)],
            "record answers",
            narrow=("n", ""),
        ),
        tag("h3", "Notes"),
        _grid(
            ("Player", "What they said"),
            [("", "")] * opponents,
            f"record notes for-{opponents}",
            narrow=("who", ""),
        ),
        class_="sheet",
    )


def _grid(
    head: Sequence[str], rows: Sequence[Sequence[str]], class_: str, narrow: Sequence[str] = ()
) -> Html:
    """A ruled table to be filled in."""
    widths = [*narrow, *[""] * (len(head) - len(narrow))]
    return tag(
        "table",
        tag(
            "thead",
            tag(
                "tr",
                *(tag("th", h, scope="col", class_=w or None) for h, w in zip(head, widths, strict=True)),
            ),
        ),
        tag("tbody", *(tag("tr", *(tag("td", cell) for cell in row)) for row in rows)),
        class_=class_,
    )


def _questions(texts: Library, back: Back) -> Html:
    cards = [
        tag(
            "li",
            tag("span", q.text, class_="text"),
            tag(
                "span",
                f"{BACK_NAMES[back]} · {texts.name if q.slug in _thematic(texts) else 'all settings'}",
                class_="back",
            ),
        )
        for q in texts.questions
        if q.back == back
    ]
    backs = (tag("li", tag("strong", BACK_NAMES[back])) for _ in cards)
    return tag(
        "section",
        tag("h2", f"{BACK_NAMES[back]} questions"),
        tag("ul", *cards, class_="cards"),
        tag("ul", *backs, class_="cards backs", aria_hidden="true"),
        class_="sheet",
    )


def _cards(texts: Library, kind: Kind) -> Html:
    """The cards of a kind to cut out, and a page of backs to print behind them."""
    fronts = (
        tag(
            "li",
            tag("strong", file.name, class_="text"),
            tag("span", file.flavour, class_="soft"),
            tag("span", f"{KIND_NAMES[kind]} {file.number} · {texts.name}", class_="back"),
        )
        for file in texts.texts(kind)
    )
    backs = (tag("li", tag("strong", KIND_NAMES[kind])) for _ in texts.texts(kind))
    return tag(
        "section",
        tag("h2", f"{KIND_NAMES[kind]} cards"),
        tag("ul", *fronts, class_="cards"),
        tag("ul", *backs, class_="cards backs", aria_hidden="true"),
        class_="sheet",
    )


def _thematic(texts: Library) -> set[str]:
    """The questions of the setting itself: those that stand after the general ones."""
    return {q.slug for q in texts.questions[GENERAL:]}


GENERAL = 18
"""General question cards, 6 Appearance and 12 Assorted; they come first in every setting."""


def round_page(lesson: GameAnalysis, *, commentary: Depth = "short", solved: bool = True) -> str:
    """A sample as an exercise on paper: questions and answers, lines to write on, the cards, and the solution on pages of its own."""
    parts: list[Html] = [tag("h1", f"Who is who? {lesson.setting.name}")]
    for round_ in lesson.rounds:
        parts.append(worksheet(lesson, round_, "paper"))
    for round_ in lesson.rounds if solved else ():
        parts.append(solution(lesson, round_, commentary))
    return page(
        f"Dubious on paper: {lesson.setting.name}", join(*parts), style=resource("lesson.css") + PAPER
    )
