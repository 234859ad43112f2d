"""Cards dealt to a class, as sheets to print and as a form for phones. Both hold the same deal: a pupil's number says which cards are theirs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random

from dubious_ai.analysis.sentences import CREDIT, KIND_NAMES
from dubious_ai.content.glossary import hard_words_in
from dubious_ai.content.library import Library
from dubious_ai.core.model import BACKS, KINDS, MAX_SEATS, MIN_SEATS, Kind
from dubious_ai.document.class_list import PASTED
from dubious_ai.errors import UsageError
from dubious_ai.pages import Html, join, page, table, tag
from dubious_ai.teach.lesson_page import resource
from dubious_ai.teach.tiers import ANSWER_STARTERS, Tier, shorter_list, without
from dubious_ai.teach.word_list import words_beside

MOST = 60
AT_A_TABLE, AT_AN_EASY_TABLE = 5, 4
QUESTIONS = (2, 8)


@dataclass(frozen=True)
class PaperHand:
    """What one pupil is dealt: two cards of each kind, to keep one of each."""

    number: int
    table: int
    cards: dict[Kind, tuple[str, str]]


@dataclass(frozen=True)
class Dealt:
    """A class with its cards and questions."""

    texts: Library
    hands: tuple[PaperHand, ...]
    questions: tuple[str, ...]
    seed: str
    tier: Tier = "usual"

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return self.hands[-1].table


_BESIDE: dict[Tier, str] = {
    "easy": f"You may begin: {' · '.join(ANSWER_STARTERS)}",
    "hard": "Let one of your answers point somewhere else, and no two hints be of the same sort.",
}
"""What stands above the questions in a tier."""


def deal_class(texts: Library, pupils: int, questions: int, seed: str, *, tier: Tier = "usual") -> Dealt:
    """Deal to tables of four to six, for the easy `tier` of three to five; nobody at a table holds a card of another. Raises UsageError."""
    if not MIN_SEATS <= pupils <= MOST:
        raise UsageError(f"{pupils} pupils cannot be dealt to; a class here has {MIN_SEATS} to {MOST}.")
    if not QUESTIONS[0] <= questions <= QUESTIONS[1]:
        raise UsageError(
            f"{questions} questions are asked for; {QUESTIONS[0]} to {QUESTIONS[1]} are possible."
        )
    rng = Random(f"class|{texts.slug}|{seed}")
    easy = tier == "easy"
    tables = max(-(-pupils // MAX_SEATS), round(pupils / (AT_AN_EASY_TABLE if easy else AT_A_TABLE)), 1)
    sizes = [pupils // tables + (n < pupils % tables) for n in range(tables)]
    if easy:
        texts = without(texts, shorter_list(texts, max(sizes), seed))
    hands: list[PaperHand] = []
    for number, size in enumerate(sizes, 1):
        drawn = {kind: rng.sample([f.name for f in texts.texts(kind)], 2 * size) for kind in KINDS}
        for place in range(size):
            cards: dict[Kind, tuple[str, str]] = {
                kind: (drawn[kind][2 * place], drawn[kind][2 * place + 1]) for kind in KINDS
            }
            hands.append(PaperHand(len(hands) + 1, number, cards))
    first = questions * 2 // 5
    piles = [[q.text for q in texts.questions if q.back == back] for back in BACKS]
    asked = (*rng.sample(piles[0], first), *rng.sample(piles[1], questions - first))
    return Dealt(texts, tuple(hands), asked, seed, tier)


def handouts_page(dealt: Dealt, *, guesses: bool = False) -> str:
    """A sheet for each pupil: cards to choose from, the questions with lines to write on, with `guesses` a grid for whom they take the others."""
    title = f"Dubious for a class: {dealt.texts.name}"
    body = join(
        tag("h1", title, class_="screen"),
        tag(
            "p",
            f"{len(dealt.hands)} sheets at {dealt.tables} tables; print one a pupil. Seed: {dealt.seed}.",
            class_="soft screen",
        ),
        *(_handout(dealt, hand, guesses=guesses) for hand in dealt.hands),
        tag("footer", CREDIT),
    )
    return page(title, body, style=resource("sheets.css"))


def _handout(dealt: Dealt, hand: PaperHand, *, guesses: bool) -> Html:
    choices = (
        tag(
            "p",
            tag("strong", f"{KIND_NAMES[kind]}: "),
            *(tag("span", f"☐ {name}   ") for name in hand.cards[kind]),
        )
        for kind in KINDS
    )
    asked = (
        tag("li", tag("span", question), tag("span", class_="write"), tag("span", class_="write"))
        for question in dealt.questions
    )
    return tag(
        "section",
        tag("h2", f"No. {hand.number} · Table {hand.table}"),
        tag("p", "Name ", tag("span", class_="fill")),
        tag(
            "p",
            "Keep one Occupation and one Secret; tell nobody. Answer each question so that some at your table will know a card of yours, but not all.",
            class_="soft",
        ),
        *choices,
        _meanings(dealt, hand),
        tag("p", _BESIDE[dealt.tier], class_="soft") if dealt.tier in _BESIDE else None,
        tag("ol", *asked, class_="asked"),
        _who_is_who(dealt, hand) if guesses else None,
        class_="sheet handout",
    )


def _meanings(dealt: Dealt, hand: PaperHand) -> Html | None:
    """The hard words on a pupil's cards and in the questions."""
    cards = [name for kind in KINDS for name in hand.cards[kind]]
    entries = hard_words_in(dealt.texts.slug, [*cards, *dealt.questions])
    return words_beside(entries) if entries else None


def _who_is_who(dealt: Dealt, hand: PaperHand) -> Html:
    """Lines for the guesses about the others of the table."""
    others = (h for h in dealt.hands if h.table == hand.table and h is not hand)
    rows = ((f"No. {h.number}", "", "", "") for h in others)
    return join(
        tag("h3", "Who is who?"),
        tag("div", table(("", "Name", "Occupation", "Secret"), rows), class_="who-is-who"),
    )


def form_page(dealt: Dealt, *, guesses: bool = False) -> str:
    """The form: a pupil types number and name, chooses cards, answers, with `guesses` says who the others are, and copies a short text."""
    data = {
        "setting": dealt.texts.slug,
        "first": PASTED,
        "hands": [[h.table, *(list(h.cards[kind]) for kind in KINDS)] for h in dealt.hands],
        "questions": list(dealt.questions),
        "seed": dealt.seed,
        "words": {
            name: "; ".join(e.means for e in hard_words_in(dealt.texts.slug, [name]))
            for kind in KINDS
            for name in (f.name for f in dealt.texts.texts(kind))
        },
        "cards": [[f.name for f in dealt.texts.texts(kind)] for kind in KINDS] if guesses else [],
    }
    title = f"Dubious: {dealt.texts.name}"
    fields = [
        tag(
            "p",
            tag("label", "Your number on the list", for_="number"),
            tag("input", id="number", type="number", min="1", max=str(len(dealt.hands)), inputmode="numeric"),
        ),
        tag(
            "p",
            tag("label", "Your name", for_="name"),
            tag("input", id="name", type="text", maxlength="40", autocomplete="off"),
        ),
        *(
            tag(
                "p",
                tag("label", f"Your {KIND_NAMES[kind]}", for_=kind),
                tag("select", id=kind),
                tag("span", "", id=f"{kind}-means", class_="soft", aria_live="polite"),
            )
            for kind in KINDS
        ),
        *(
            tag(
                "p",
                tag("label", question, for_=f"q{n}"),
                tag("textarea", "", id=f"q{n}", rows="3", maxlength="400"),
            )
            for n, question in enumerate(dealt.questions)
        ),
    ]
    body = join(
        tag("h1", title),
        tag(
            "p",
            "Keep one Occupation and one Secret; tell nobody. Answer so that some at your table will know a card of yours, but not all.",
        ),
        tag(
            "form",
            *fields,
            _guess_fields() if guesses else None,
            tag("p", tag("button", "Make my text", type="button", id="make", class_="main")),
        ),
        tag(
            "div",
            tag("p", tag("label", "Copy this text and send it to your teacher.", for_="text")),
            tag("textarea", "", id="text", rows="10", readonly=True),
            tag("p", tag("button", "Copy", type="button", id="copy")),
            id="done",
            hidden=True,
        ),
        tag("p", "", id="wrong", role="alert"),
        tag("noscript", "This form needs a browser with scripts; the printed sheet works without."),
        tag("footer", CREDIT),
    )
    # the script is text of ours with values of ours in it: no pupil wrote anything yet
    script = f"const DATA = {json.dumps(data).replace('<', chr(92) + 'u003c')};\n{resource('class_form.js')}"
    return page(title, body, script=script, style=resource("lesson.css") + resource("class_form.css"))


def _guess_fields() -> Html:
    """Where the others of the table are guessed; the script fills it when a number is typed."""
    return tag(
        "details",
        tag("summary", "Who are the others? (when all answers have been read aloud)"),
        tag("p", "The numbers stand on their sheets. Leave open what you cannot say.", class_="soft"),
        tag("div", id="others"),
        id="guesses",
    )
