"""A review as a page of its own, with the same charts and sentences as in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from dubious_ai.coach.review import review_sentences
from dubious_ai.coach.review.better_answer import better_answers, unprepared
from dubious_ai.coach.review.grades import Grade
from dubious_ai.coach.review.report import PlayerReview, Review, RoundReview
from dubious_ai.content.library import Library, library, setting_slug
from dubious_ai.pages import Html, Line, join, line_chart, page, table, tag

CLASSES: dict[Grade, str] = {
    "gave it away": "grade bad",
    "fine hint": "grade good",
    "no hint": "grade soft",
    "false trail": "grade two",
}


def review_page(review: Review, seat: int | None) -> str:
    """The whole document. `seat` is whose chair it is told from (None: nobody's)."""
    texts = library(setting_slug(review.setting.slug))
    title = f"{texts.name}: {review_sentences.listed(review.names)}"
    body = join(
        tag("p", "Review of a game", class_="soft"),
        tag("h1", title),
        *(tag("p", note, class_="card") for note in _warnings(review)),
        _overview(review, seat),
        tag("p", review_sentences.how_to_read(review), class_="soft"),
        *(part for played in review.rounds for part in _round(review, played, seat, texts)),
        *(_better(review, seat) if seat is not None else ()),
        *_trust(review),
        tag("footer", "Made by dubious-ai, an unofficial fan project. The cards' names are the publisher's."),
    )
    return page(f"Review · {title}", body)


def _warnings(review: Review) -> list[str]:
    hidden = (
        []
        if review.finished
        else ["The game is not finished: this shows cards that are still hidden at the table."]
    )
    return [*hidden, *review.notes, *review_sentences.coached_told(review)]


def _called(review: Review, seat: int, me: int | None) -> str:
    return f"{review.name(seat)} (you)" if seat == me == review.human() else review.name(seat)


def _overview(review: Review, me: int | None) -> Html:
    several = len(review.rounds) > 1
    rows = [
        (
            *((str(played.number),) if several else ()),
            _called(review, player.seat, me),
            tag("span", card.name, class_="one" if card.kind == "occupation" else "two"),
            review_sentences.percent(card.shares[-1]),
            f"{len(card.row.right)} of {review.readers}" if card.row else "?",
            str(card.earned) if card.row else "?",
            f"{card.expected:.1f}",
        )
        for played in review.rounds
        for player in played.players
        for card in player.cards
    ]
    head = (
        *(("Round",) if several else ()),
        "Player",
        "Card",
        "Readers, end",
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


def _round(review: Review, played: RoundReview, seat: int | None, texts: Library) -> Iterator[Html]:
    for player in sorted(played.players, key=lambda p: (p.seat != seat, p.seat)):
        yield from _player(review, played, player, seat)
    if seat is None:
        return
    you = seat == review.human()
    owner = "you" if you else review.name(seat)
    yield tag("h2", f"Round {played.number}: what {owner} could have seen")
    rows = [
        (
            f"{review.name(t.last.target)}, {review_sentences.NOUN[t.last.kind]}",
            review_sentences.trail_told(t, texts),
            review_sentences.verdict_told(t, texts, you=you, name=review.name(seat)),
        )
        for t in review.trails(played.number, seat)
    ]
    yield table(("Whose card", "Best guess after each answer", "In the end"), rows)


def _player(review: Review, played: RoundReview, player: PlayerReview, me: int | None) -> Iterator[Html]:
    yield tag("h2", f"Round {played.number}: {_called(review, player.seat, me)}")
    yield tag(
        "p",
        tag("strong", player.cards[0].name, class_="one"),
        " · ",
        tag("strong", player.cards[1].name, class_="two"),
        f", introduced as {player.character}" if player.character else None,
    )
    for doubt in review_sentences.doubts(player, review, played.number):
        yield tag("p", doubt, class_="card")
    labels = ["dealt", *(str(n) for n in range(1, len(player.answers) + 1))]
    lines = [Line(card.name, card.shares) for card in player.cards]
    told = tag(
        "ul",
        *(
            tag(
                "li",
                f"{review_sentences.NOUN[c.kind]}: {review_sentences.outcome(review, c, me)}; {review_sentences.turning_told(c)}.",
            )
            for c in player.cards
        ),
    )
    chart = line_chart(
        f"Readers who would name {player.name}'s cards, after each answer", labels, lines, aim=review.aim
    )
    yield tag("div", tag("div", chart), tag("div", told), class_="columns")
    yield tag("ol", *(_answer(player, n) for n in range(1, len(player.answers) + 1)))


def _answer(player: PlayerReview, number: int) -> Html:
    answer = player.answers[number - 1]
    grades: list[Html] = []
    for card in player.cards:
        step = card.steps[number - 1]
        if step.grade == "no hint":
            continue
        turning = " The turning answer." if card.turning == number else ""
        grades.append(
            tag(
                "p",
                tag("span", step.grade, class_=CLASSES[step.grade]),
                f" {review_sentences.NOUN[card.kind]} {review_sentences.step_told(step, card.words[number - 1]).partition(', ')[2]}.{turning}",
            )
        )
    return tag(
        "li",
        tag("span", answer.question, class_="soft"),
        tag("blockquote", _marked(player, number)),
        *(grades or [tag("p", tag("span", "no hint", class_=CLASSES["no hint"]))]),
        class_="answer",
    )


def _marked(player: PlayerReview, number: int) -> Html:
    """The answer with the words marked that moved readers."""
    words = {
        w.casefold()
        for card in player.cards
        for w in card.words[number - 1]
        if card.steps[number - 1].grade != "no hint"
    }
    parts: list[str | Html] = []
    for piece in player.answers[number - 1].text.split(" "):
        bare = piece.strip(".,;:!?“”\"'()").casefold().removesuffix("'s").removesuffix("’s")
        parts += [" " if parts else "", tag("mark", piece) if bare in words else piece]
    return join("“", *parts, "”")


def _better(review: Review, seat: int) -> Iterator[Html]:
    yield tag("h2", "What else could have been said")
    found = better_answers(review, seat)
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
    missing = unprepared(review, seat)
    if missing:
        yield tag("p", f"Nothing is prepared for: {' '.join(missing)}", class_="soft")


def _trust(review: Review) -> Iterator[Html]:
    yield tag("h2", "How far to trust this")
    told = review_sentences.calibration(review)
    if told:
        yield tag("p", told)
    if review.surprises:
        yield tag("ul", *(tag("li", review_sentences.surprise_told(review, s)) for s in review.surprises))
    else:
        yield tag("p", "Nothing happened that the reader found hard to explain.")
