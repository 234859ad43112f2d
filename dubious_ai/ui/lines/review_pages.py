"""A review in the terminal: the overview, then every player with charts and graded answers, then what one seat could have seen and said."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from dubious_ai.coach.review import review_sentences
from dubious_ai.coach.review.better_answer import better_answers, unprepared
from dubious_ai.coach.review.grades import Grade
from dubious_ai.coach.review.report import CardReview, PlayerReview, Review, RoundReview
from dubious_ai.content.library import Library, library, setting_slug
from dubious_ai.ui.lines.terminal import Terminal
from dubious_ai.ui.views import bars
from dubious_ai.ui.views.table_views import NAMED, indent

ROOM = 72
"""Columns from which the overview fits on one line a card."""
STYLES: dict[Grade, str] = {
    "gave it away": "problem",
    "fine hint": "tick",
    "no hint": "quiet",
    "false trail": "warning",
}


def show_review(terminal: Terminal, review: Review, *, seat: int | None, only: bool = False) -> None:
    """Draw a review. `seat` is whose chair it is told from (None: nobody's); `only` leaves the others' details out."""
    texts = library(setting_slug(review.setting.slug))
    for part in _head(review, texts):
        terminal.show(part)
    terminal.gap()
    terminal.show(*_overview(terminal, review, seat))
    for played in review.rounds:
        order = sorted(played.players, key=lambda p: (p.seat != seat, p.seat))
        for player in order:
            if only and player.seat != seat:
                continue
            terminal.gap()
            terminal.show(*_player(terminal, review, played, player, seat))
        if seat is not None:
            terminal.gap()
            terminal.show(*_seen(review, played, seat, texts))
    if seat is not None:
        terminal.gap()
        terminal.show(*_better(review, seat))
    terminal.gap()
    terminal.show(*_unexplained(review))


def _head(review: Review, texts: Library) -> Iterator[RenderableType]:
    yield Text(f"Review · {texts.name} · {review_sentences.listed(review.names)}", "title")
    if not review.finished:
        yield Text(
            "The game is not finished: this shows cards that are still hidden at the table.", "warning"
        )
    for line in (*review.notes, *review_sentences.coached_told(review)):
        yield Text(line, "warning")
    yield Text(review_sentences.how_to_read(review), "quiet")


def _called(review: Review, seat: int, me: int | None) -> str:
    return "You" if seat == me else review.name(seat)


def _overview(terminal: Terminal, review: Review, me: int | None) -> list[RenderableType]:
    """All cards of the game, one line each: the curve in small, where it ended, who named it, what it brought."""
    if terminal.plain:
        return [
            Text(
                f"Round {played.number}, {_called(review, p.seat, me)}, {card.name}: {review_sentences.outcome(review, card, me)}."
            )
            for played in review.rounds
            for p in played.players
            for card in p.cards
        ]
    if terminal.width < ROOM:
        return [
            _small(review, player, card, me)
            for p in review.rounds
            for player in p.players
            for card in player.cards
        ]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="quiet")
    table.add_column("", no_wrap=True)
    table.add_column("")
    for head in ("dealt … end", "", "named by", "points", "expected"):
        table.add_column(
            head, justify="right" if head in ("", "named by", "points", "expected") else "left", no_wrap=True
        )
    for played in review.rounds:
        for player in played.players:
            for card in player.cards:
                first = card.kind == "occupation"
                table.add_row(
                    Text(_called(review, player.seat, me), "me" if player.seat == me else "name")
                    if first
                    else "",
                    Text(card.name, card.kind),
                    Text(bars.spark(card.shares), card.kind),
                    review_sentences.percent(card.shares[-1]),
                    f"{len(card.row.right)} of {review.readers}" if card.row else "?",
                    str(card.earned) if card.row else "?",
                    f"{card.expected:.1f}",
                )
    return [table]


def _small(review: Review, player: PlayerReview, card: CardReview, me: int | None) -> Text:
    """One card of the overview in two lines, for narrow windows."""
    return Text.assemble(
        (_called(review, player.seat, me), "me" if player.seat == me else "name"),
        ": ",
        (card.name, card.kind),
        "\n  ",
        (bars.spark(card.shares), card.kind),
        f" {review_sentences.percent(card.shares[-1])}, {review_sentences.outcome(review, card, me)}",
    )


def _player(
    terminal: Terminal, review: Review, played: RoundReview, player: PlayerReview, me: int | None
) -> Iterator[RenderableType]:
    where = f"Round {played.number} · " if len(review.rounds) > 1 else ""
    was = "were" if player.seat == me else "was"
    yield Text.assemble(
        (where, "title"),
        (_called(review, player.seat, me), "me" if player.seat == me else "name"),
        f" {was} ",
        (player.cards[0].name.upper(), "occupation"),
        " · ",
        (player.cards[1].name.upper(), "secret"),
    )
    for line in review_sentences.doubts(player, review, played.number):
        yield indent(Text(line, "warning"))
    yield from _charts(terminal, review, player)
    for card in player.cards:
        yield indent(
            Text.assemble(
                (f"{NAMED[card.kind]}: ", card.kind),
                f"{review_sentences.outcome(review, card, me)}; {review_sentences.turning_told(card)}.",
            )
        )
    for number, answer in enumerate(player.answers, 1):
        yield indent(Text(f"{number} {answer.question}", "quiet"))
        yield indent(Text(f"“{answer.text}”"), 4)
        yield indent(_grades(player, number), 4)


def _grades(player: PlayerReview, number: int) -> Text:
    """What one answer did for both cards; cards it left alone are not told, unless it left both."""
    told = Text()
    for card in player.cards:
        step = card.steps[number - 1]
        if step.grade == "no hint":
            continue
        if told:
            told.append("\n")
        told.append(f"{NAMED[card.kind]}: ", card.kind)
        told.append(review_sentences.step_told(step, card.words[number - 1]), STYLES[step.grade])
        if card.turning == number:
            told.append("  turning answer", "title")
    return told or Text("no hint at either card", "quiet")


def _charts(terminal: Terminal, review: Review, player: PlayerReview) -> Iterator[RenderableType]:
    if terminal.plain:
        for card in player.cards:
            figures = "; ".join(
                f"answer {n}: {review_sentences.percent(share)}"
                if n
                else f"dealt: {review_sentences.percent(share)}"
                for n, share in enumerate(card.shares)
            )
            yield Text(f"  {NAMED[card.kind]}: {figures}")
        return
    labels = ["–", *(str(n) for n in range(1, len(player.answers) + 1))]
    width = bars.chart_width(len(labels))
    drawn = [_chart(card, labels, review.aim, width) for card in player.cards]
    if 2 * width + 8 <= terminal.width:
        for line in bars.beside(drawn[0], drawn[1], width):
            yield indent(line)
    else:
        for chart in drawn:
            for line in chart:
                yield indent(line)


def _chart(card: CardReview, labels: list[str], aim: float, width: int) -> list[Text]:
    head = Text(card.name, card.kind)
    head.truncate(width + 2, overflow="ellipsis")
    return [head, *bars.bars(card.shares, labels, card.kind, aim=aim)]


def _seen(review: Review, played: RoundReview, seat: int, texts: Library) -> Iterator[RenderableType]:
    """The best guess available to a seat after each answer, beside what it guessed."""
    you = seat == review.human()
    yield Text(
        f"{'Round ' + str(played.number) + ' · ' if len(review.rounds) > 1 else ''}{'What you could have seen' if you else 'What could be seen from ' + review.name(seat) + chr(39) + 's chair'} (best guess after each answer)",
        "title",
    )
    for trail in review.trails(played.number, seat):
        last = trail.last
        yield indent(
            Text.assemble(
                (f"{review.name(last.target)}'s {NAMED[last.kind]}: ", last.kind),
                (review_sentences.trail_told(trail, texts), "quiet"),
            )
        )
        style = "tick" if last.guessed == last.truth else "warning" if trail.leads_from is not None else ""
        yield indent(
            Text(review_sentences.verdict_told(trail, texts, you=you, name=review.name(seat)), style), 4
        )


def _better(review: Review, seat: int) -> Iterator[RenderableType]:
    yield Text("What else could have been said", "title")
    found = better_answers(review, seat)
    for better in found:
        where = f"round {better.round}, " if len(review.rounds) > 1 else ""
        yield indent(Text(f"{where}question {better.number}: {better.question}".capitalize(), "quiet"))
        yield indent(Text(f"instead of “{better.said}”", "quiet"), 4)
        yield indent(Text(f"“{better.text}”", "me"), 4)
        yield indent(Text(review_sentences.better_told(better)), 4)
    if not found:
        yield indent(Text("No prepared answer to these questions would have done clearly better. Well said."))
    missing = unprepared(review, seat)
    if missing:
        yield indent(Text(f"Nothing is prepared for: {' '.join(missing)}", "quiet"))


def _unexplained(review: Review) -> Iterator[RenderableType]:
    yield Text("How far to trust this", "title")
    told = review_sentences.calibration(review)
    if told:
        yield indent(Text(told))
    for surprise in review.surprises:
        yield indent(Text(review_sentences.surprise_told(review, surprise)))
    if not review.surprises:
        yield indent(Text("Nothing happened that the reader found hard to explain."))
