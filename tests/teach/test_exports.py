"""Markdown, JSON and the page: hostile texts stay text, spoilers stay out, the schema holds, output repeats itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.game_analysis import GameAnalysis
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS
from dubious_ai.pages.markdown_text import escape_markdown as escape
from dubious_ai.teach.export import SampleDocument, sample_document, sample_schema
from dubious_ai.teach.lesson_page import lesson_page
from dubious_ai.teach.markdown import markdown
from dubious_ai.teach.print_sheets import round_page
from tests.golden import ROOT, check
from tests.readers import READERS
from tests.teach.classroom import GUESSES, KEPT, bots_game, class_game, of_table

HOSTILE = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<!-- --> ]]> <style>*{display:none}</style> &lt;b&gt;",
    "'; alert(1); //  {{7*7}} ${7*7} \\u003c",
    "[click](javascript:alert(1)) ![x](http://evil.example/x.png) <http://evil.example>",
    "| a | b |  # no heading **no bold** `no code` ~~no~~ 1. no list",
)


def hostile_game() -> Game:
    """The class's round with hostile names, characters, questions and answers."""
    names = ["<b>Ann</b>", 'Ben" onclick="alert(1)', "C`em|*_"]
    renamed: dict[str, str] = dict(zip(("Ann", "Ben", "Cem"), names, strict=True))
    answers = {name: [HOSTILE[n], HOSTILE[n + 3]] for n, name in enumerate(names)}
    round_ = {
        "kept": {renamed[n]: pair for n, pair in KEPT.items()},
        "characters": {names[0]: ["<i>x</i>", HOSTILE[1]]},
        "questions": ["<u>Why</u>?", "</h3><script>alert(2)</script>"],
        "answers": answers,
        "guesses": {
            renamed[g]: {renamed[t]: pair for t, pair in targets.items()} for g, targets in GUESSES.items()
        },
    }
    return of_table({"setting": "antiquity", "players": names, "rounds": [round_]})


class Reader(HTMLParser):
    """Collects what a browser would see: elements, attributes, text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.ids: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        self.ids += [value for name, value in attrs if name == "id" and value]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("make", [lesson_page, round_page])
def test_no_text_of_a_player_becomes_markup(make: Callable[[GameAnalysis], str]) -> None:
    clean, hostile = (
        Reader(make(analyse(class_game(), READERS))),
        Reader(make(analyse(hostile_game(), READERS))),
    )
    # the same elements for friendly and hostile texts, give or take what the lesson itself says differently
    for element in ("script", "style", "img", "iframe", "a", "b", "i", "u", "meta", "link"):
        assert hostile.tags.count(element) == clean.tags.count(element), element
    assert not [name for name, _ in hostile.attributes if name.startswith("on")]
    for text in HOSTILE:
        assert text.replace("  ", " ") in hostile.text.replace("  ", " ")


def test_the_page_asks_for_nothing_from_outside_and_is_small(bots: Game) -> None:
    text = lesson_page(analyse(bots, READERS))
    assert len(text.encode()) < 200_000
    page = Reader(text)
    assert not [v for n, v in page.attributes if n in ("src", "href", "srcset", "action", "data")]
    assert "default-src 'none'" in text
    assert len(page.ids) == len(set(page.ids))


def test_a_big_page_is_under_200_kb() -> None:
    assert (
        len(lesson_page(analyse(bots_game("big", seats=6, rounds=2), READERS), commentary="full").encode())
        < 200_000
    )


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=60))
def test_markdown_shows_exactly_the_text(text: str) -> None:
    escaped = escape(text)
    for special in "`*_[]<>|#~":
        at = escaped.find(special)
        while at >= 0:
            assert escaped[at - 1] == "\\", (special, escaped)
            at = escaped.find(special, at + 1)


def test_markdown_keeps_hostile_texts_in_their_line() -> None:
    text = markdown(analyse(hostile_game(), READERS))
    assert "<script" not in text.replace("\\<script", "")
    # nobody adds a heading, a table row or a link
    assert not [line for line in text.splitlines() if line.startswith("# ") and "Dubious" not in line]
    assert not re.search(r"(?<!\\)\]\(", text)


def solved_words(game: Game) -> list[str]:
    """What a pupil must not read: both cards of each player on one line, and ticks."""
    setting = game.state.setting
    return [
        " · ".join(setting.card(kind, r.pair(seat).of(kind)).name for kind in KINDS)
        for r in game.state.rounds
        for seat in game.state.seats
    ]


def test_without_spoilers_nothing_is_told(bots: Game) -> None:
    told = analyse(bots, READERS)
    texts = [
        lesson_page(told, spoilers="none", commentary="full"),
        markdown(told, spoilers="none", commentary="full"),
        sample_document(bots, told, spoilers="none", commentary="full").text(),
    ]
    for whole in texts:
        text = whole.split("<script>")[0]
        assert not [cards for cards in solved_words(bots) if cards in text]
        for word in ("named it", "Hints at", "Solution", "guess_points", '"kept"', "data-cards"):
            assert word not in text


def test_with_spoilers_in_line_each_answer_has_its_note(bots: Game) -> None:
    told = analyse(bots, READERS)
    text = markdown(told, spoilers="inline")
    before = text.split("## Solution")[0]
    assert all(cards in before for cards in solved_words(bots))
    assert before.count("Hints at") + before.count("A false trail") + before.count("Tells readers") >= 12
    assert "<select" not in lesson_page(told, spoilers="inline")


def test_json_is_what_the_schema_says_and_reads_back(bots: Game) -> None:
    made = sample_document(bots, analyse(bots, READERS), commentary="full")
    again = SampleDocument.model_validate_json(made.line())
    assert again == made
    assert json.loads(made.text()) == json.loads(made.line())
    assert "\n" not in made.line()


def test_the_shipped_schema_is_the_models_own() -> None:
    text = json.dumps(sample_schema(), ensure_ascii=False, indent=2) + "\n"
    check(ROOT / "dubious_ai" / "schemas" / "sample.schema.json", text)


def test_json_counts_what_the_rules_count(bots: Game) -> None:
    made = sample_document(bots, analyse(bots, READERS))
    assert made.commentary is not None
    assert made.result is not None
    totals = dict.fromkeys(made.result.totals, 0)
    for round_ in made.commentary:
        for row in round_.rows:
            for tick in row.ticks:
                totals[tick.player] += tick.points
    assert totals == made.result.totals


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second = (bots_game("again") for _ in range(2))
    assert lesson_page(analyse(first, READERS)) == lesson_page(analyse(second, READERS))
    assert (
        sample_document(first, analyse(first, READERS)).line()
        == sample_document(second, analyse(second, READERS)).line()
    )
