"""A review as a page of its own, with the same charts and sentences as in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import CREDIT, KIND_NAMES, hundredth, listed
from dubious_ai.analysis.verdict import Effect
from dubious_ai.coach.review import review_sentences
from dubious_ai.coach.review.better_answer import better_answers, unprepared
from dubious_ai.coach.review.report import Review
from dubious_ai.content.library import Library
from dubious_ai.pages import Html, Line, join, line_chart, marked, page, table, tag

CLASSES: dict[Effect, str] = {
    "loud hint": "grade bad",
    "fine hint": "grade good",
    "quiet hint": "grade good",
    "no hint": "grade soft",
    "led away": "grade two",
}


def review_page(review: Review, seat: int | None) -> str:
    """The whole document. `seat` is whose chair it is told from (None: nobody's)."""
    told = review.analysis
    texts = told.texts
    title = f"{texts.name}: {listed(told.names)}"
    body = join(
        tag("p", "Review of a game", class_="soft"),
        tag("h1", title),
        *(tag("p", note, class_="card") for note in _warnings(review)),
        tag("p", review_sentences.how_to_read(told), class_="soft"),
        _overview(told, seat),
        *(part for played in told.rounds for part in _round(review, played, seat, texts)),
        *(_better(told, seat) if seat is not None else ()),
        *_trust(review),
        tag("footer", CREDIT),
    )
    return page(f"Review · {title}", body)


def _warnings(review: Review) -> list[str]:
    hidden = (
        []
        if review.analysis.finished
        else ["The game is not finished: this shows cards that are still hidden at the table."]
    )
    return [*hidden, *review.notes, *review_sentences.coached_told(review.analysis)]


def _called(told: GameAnalysis, seat: int, me: int | None) -> str:
    return f"{told.name(seat)} (you)" if seat == me == told.human() else told.name(seat)


def _overview(told: GameAnalysis, me: int | None) -> Html:
    several = len(told.rounds) > 1
    rows = [
        (
            *((str(played.number),) if several else ()),
            _called(told, player.seat, me),
            tag("span", card.name, class_="one" if card.kind == "occupation" else "two"),
            hundredth(card.shares[-1]),
            f"{len(card.row.right)} of {told.readers}" if card.row else "?",
            str(card.earned) if card.row else "?",
            f"{card.expected:.1f}",
        )
        for played in told.rounds
        for player in played.players
        for card in player.cards
    ]
    head = (
        *(("Round",) if several else ()),
        "Player",
        "Card",
        "Readers in 100, end",
        "Named by",
        "Points",
        "Expected",
    )
    return table(
        head,
        rows,
        caption="Every card, what readers made of it, and what it brought its owner",
        numbers=range(len(head) - 4, len(head)),
    )


def _round(review: Review, played: RoundAnalysis, seat: int | None, texts: Library) -> Iterator[Html]:
    told = review.analysis
    for player in sorted(played.players, key=lambda p: (p.seat != seat, p.seat)):
        yield from _player(told, played, player, seat)
    if seat is None:
        return
    you = seat == told.human()
    owner = "you" if you else told.name(seat)
    yield tag("h2", f"Round {played.number}: what {owner} could have seen")
    rows = [
        (
            f"{told.name(t.last.target)}, {KIND_NAMES[t.last.kind]}",
            review_sentences.trail_told(t, texts),
            review_sentences.trail_verdict(t, texts, you=you, name=told.name(seat)),
        )
        for t in review.trails(played.number, seat)
    ]
    yield table(("Whose card", "Best guess after each answer (readers in 100)", "In the end"), rows)


def _player(
    told: GameAnalysis, played: RoundAnalysis, player: PlayerAnalysis, me: int | None
) -> Iterator[Html]:
    yield tag("h2", f"Round {played.number}: {_called(told, player.seat, me)}")
    yield tag(
        "p",
        tag("strong", player.cards[0].name, class_="one"),
        " · ",
        tag("strong", player.cards[1].name, class_="two"),
        f", introduced as {player.character}" if player.character else None,
    )
    for doubt in review_sentences.doubts_told(player):
        yield tag("p", doubt, class_="card")
    labels = ["dealt", *(str(n) for n in range(1, len(player.answers) + 1))]
    lines = [Line(card.name, card.shares) for card in player.cards]
    results = tag(
        "ul",
        *(
            tag(
                "li",
                f"{KIND_NAMES[c.kind]}: {review_sentences.outcome(told, c, me)}; {review_sentences.turning_told(c)}.",
            )
            for c in player.cards
        ),
    )
    chart = line_chart(
        f"Readers who would name {player.name}'s cards, after each answer", labels, lines, aim=told.aim
    )
    yield tag("div", tag("div", chart), tag("div", results), class_="columns")
    yield tag("ol", *(_answer(player, n) for n in range(1, len(player.answers) + 1)))


def _answer(player: PlayerAnalysis, number: int) -> Html:
    answer = player.answers[number - 1]
    grades: list[Html] = []
    for card in player.cards:
        found = card.verdicts[number - 1]
        if not found.moved:
            continue
        turning = " The turning answer." if card.turning == number else ""
        grades.append(
            tag(
                "p",
                tag("span", found.effect, class_=CLASSES[found.effect]),
                f" {KIND_NAMES[card.kind]} {review_sentences.step_told(found, answer.words[card.kind]).partition(', ')[2]}.{turning}",
            )
        )
    return tag(
        "li",
        tag("span", answer.question.text, class_="soft"),
        tag("blockquote", _marked(player, number)),
        *(
            grades
            or [tag("p", tag("span", review_sentences.nothing_told(answer), class_=CLASSES["no hint"]))]
        ),
        class_="answer",
    )


def _marked(player: PlayerAnalysis, number: int) -> Html:
    """The answer with the words marked that moved readers."""
    answer = player.answers[number - 1]
    words = [w for card in player.cards if card.verdicts[number - 1].moved for w in answer.words[card.kind]]
    return join("“", marked(answer.text, words), "”")


def _better(told: GameAnalysis, seat: int) -> Iterator[Html]:
    yield tag("h2", "What else could have been said")
    found = better_answers(told, seat)
    for better in found:
        yield tag(
            "div",
            tag("p", f"Round {better.round}, question {better.number}: {better.question}", class_="soft"),
            tag("p", "instead of “", better.said, "”", class_="soft"),
            tag("blockquote", f"“{better.text}”"),
            tag("p", review_sentences.better_told(better)),
            class_="card",
        )
    if not found:
        yield tag("p", "No prepared answer to these questions would have done clearly better. Well said.")
    missing = unprepared(told, seat)
    if missing:
        yield tag("p", f"Nothing is prepared for: {' '.join(missing)}", class_="soft")


def _trust(review: Review) -> Iterator[Html]:
    yield tag("h2", "How far to trust this")
    told = review_sentences.calibration_told(review)
    if told:
        yield tag("p", told)
    if review.surprises:
        yield tag(
            "ul", *(tag("li", review_sentences.surprise_told(review.analysis, s)) for s in review.surprises)
        )
    else:
        yield tag("p", "Nothing happened that the reader found hard to explain.")
