"""A review on a page: the overview, then every player with charts and graded answers, then what one seat could have seen and said."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from dubious_ai.analysis.game_analysis import CardAnalysis, GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import hundredth, listed
from dubious_ai.analysis.verdict import Effect
from dubious_ai.coach.review import review_sentences
from dubious_ai.coach.review.better_answer import better_answers, unprepared
from dubious_ai.coach.review.report import Review
from dubious_ai.content.library import Library
from dubious_ai.ui.page import Page
from dubious_ai.ui.views import bars
from dubious_ai.ui.views.table_views import NAMED, indent

ROOM = 72
"""Columns from which the overview fits on one line a card."""
STYLES: dict[Effect, str] = {
    "loud hint": "problem",
    "fine hint": "tick",
    "quiet hint": "tick",
    "no hint": "quiet",
    "led away": "warning",
}


def show_review(page: Page, review: Review, *, seat: int | None, only: bool = False) -> None:
    """Draw a review. `seat` is whose chair it is told from (None: nobody's); `only` leaves the others' details out."""
    told = review.analysis
    texts = told.texts
    for part in _head(review, texts):
        page.show(part)
    page.gap()
    page.show(*_overview(page, told, seat))
    for played in told.rounds:
        order = sorted(played.players, key=lambda p: (p.seat != seat, p.seat))
        for player in order:
            if only and player.seat != seat:
                continue
            page.gap()
            page.show(*_player(page, told, played, player, seat))
        if seat is not None:
            page.gap()
            page.show(*_seen(review, played, seat, texts))
    if seat is not None:
        page.gap()
        page.show(*_better(told, seat))
    page.gap()
    page.show(*_unexplained(review))


def _head(review: Review, texts: Library) -> Iterator[RenderableType]:
    told = review.analysis
    yield Text(f"Review · {texts.name} · {listed(told.names)}", "title")
    if not told.finished:
        yield Text(
            "The game is not finished: this shows cards that are still hidden at the table.", "warning"
        )
    for line in (*review.notes, *review_sentences.coached_told(told)):
        yield Text(line, "warning")
    yield Text(review_sentences.how_to_read(told), "quiet")


def _called(told: GameAnalysis, seat: int, me: int | None) -> str:
    return "You" if seat == me else told.name(seat)


def _overview(page: Page, told: GameAnalysis, me: int | None) -> list[RenderableType]:
    """All cards of the game, one line each: the curve in small, where it ended, who named it, what it brought."""
    if page.plain:
        return [
            Text(
                f"Round {played.number}, {_called(told, p.seat, me)}, {card.name}: {review_sentences.outcome(told, card, me)}."
            )
            for played in told.rounds
            for p in played.players
            for card in p.cards
        ]
    if page.width < ROOM:
        return [
            _small(told, player, card, me)
            for p in told.rounds
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
    for played in told.rounds:
        for player in played.players:
            for card in player.cards:
                first = card.kind == "occupation"
                table.add_row(
                    Text(_called(told, player.seat, me), "me" if player.seat == me else "name")
                    if first
                    else "",
                    Text(card.name, card.kind),
                    Text(bars.spark(card.shares), card.kind),
                    hundredth(card.shares[-1]),
                    f"{len(card.row.right)} of {told.readers}" if card.row else "?",
                    str(card.earned) if card.row else "?",
                    f"{card.expected:.1f}",
                )
    return [table]


def _small(told: GameAnalysis, player: PlayerAnalysis, card: CardAnalysis, me: int | None) -> Text:
    """One card of the overview in two lines, for narrow windows."""
    return Text.assemble(
        (_called(told, player.seat, me), "me" if player.seat == me else "name"),
        ": ",
        (card.name, card.kind),
        "\n  ",
        (bars.spark(card.shares), card.kind),
        f" {hundredth(card.shares[-1])} in 100, {review_sentences.outcome(told, card, me)}",
    )


def _player(
    page: Page, told: GameAnalysis, played: RoundAnalysis, player: PlayerAnalysis, me: int | None
) -> Iterator[RenderableType]:
    where = f"Round {played.number} · " if len(told.rounds) > 1 else ""
    was = "were" if player.seat == me else "was"
    yield Text.assemble(
        (where, "title"),
        (_called(told, player.seat, me), "me" if player.seat == me else "name"),
        f" {was} ",
        (player.cards[0].name.upper(), "occupation"),
        " · ",
        (player.cards[1].name.upper(), "secret"),
    )
    for line in review_sentences.doubts_told(player):
        yield indent(Text(line, "warning"))
    yield from _charts(page, told, player)
    for card in player.cards:
        yield indent(
            Text.assemble(
                (f"{NAMED[card.kind]}: ", card.kind),
                f"{review_sentences.outcome(told, card, me)}; {review_sentences.turning_told(card)}.",
            )
        )
    for number, answer in enumerate(player.answers, 1):
        yield indent(Text(f"{number} {answer.question.text}", "quiet"))
        yield indent(Text(f"“{answer.text}”"), 4)
        yield indent(_grades(player, number), 4)


def _grades(player: PlayerAnalysis, number: int) -> Text:
    """What one answer did for both cards; cards it left alone are not told, unless it left both."""
    told, words = Text(), player.answers[number - 1].words
    for card in player.cards:
        found = card.verdicts[number - 1]
        if not found.moved:
            continue
        if told:
            told.append("\n")
        told.append(f"{NAMED[card.kind]}: ", card.kind)
        told.append(review_sentences.step_told(found, words[card.kind]), STYLES[found.effect])
        if card.turning == number:
            told.append("  turning answer", "title")
    return told or Text(review_sentences.nothing_told(player.answers[number - 1]), "quiet")


def _charts(page: Page, told: GameAnalysis, player: PlayerAnalysis) -> Iterator[RenderableType]:
    if page.plain:
        for card in player.cards:
            figures = "; ".join(
                f"answer {n}: {hundredth(share)}" if n else f"dealt: {hundredth(share)}"
                for n, share in enumerate(card.shares)
            )
            yield Text(f"  {NAMED[card.kind]}: {figures}")
        return
    labels = ["–", *(str(n) for n in range(1, len(player.answers) + 1))]
    width = bars.chart_width(len(labels))
    drawn = [_chart(card, labels, told.aim, width) for card in player.cards]
    if 2 * width + 8 <= page.width:
        for line in bars.beside(drawn[0], drawn[1], width):
            yield indent(line)
    else:
        for chart in drawn:
            for line in chart:
                yield indent(line)


def _chart(card: CardAnalysis, labels: list[str], aim: float, width: int) -> list[Text]:
    head = Text(card.name, card.kind)
    head.truncate(width + 2, overflow="ellipsis")
    return [head, *bars.bars(card.shares, labels, card.kind, aim=aim)]


def _seen(review: Review, played: RoundAnalysis, seat: int, texts: Library) -> Iterator[RenderableType]:
    """The best guess available to a seat after each answer, beside what it guessed."""
    told = review.analysis
    you = seat == told.human()
    yield Text(
        f"{'Round ' + str(played.number) + ' · ' if len(told.rounds) > 1 else ''}{'What you could have seen' if you else 'What could be seen from ' + told.name(seat) + chr(39) + 's chair'} (best guess after each answer, readers in 100)",
        "title",
    )
    for trail in review.trails(played.number, seat):
        last = trail.last
        yield indent(
            Text.assemble(
                (f"{told.name(last.target)}'s {NAMED[last.kind]}: ", last.kind),
                (review_sentences.trail_told(trail, texts), "quiet"),
            )
        )
        style = "tick" if last.guessed == last.truth else "warning" if trail.leads_from is not None else ""
        yield indent(
            Text(review_sentences.trail_verdict(trail, texts, you=you, name=told.name(seat)), style), 4
        )


def _better(told: GameAnalysis, seat: int) -> Iterator[RenderableType]:
    yield Text("What else could have been said", "title")
    found = better_answers(told, seat)
    for better in found:
        where = f"round {better.round}, " if len(told.rounds) > 1 else ""
        yield indent(Text(f"{where}question {better.number}: {better.question}".capitalize(), "quiet"))
        yield indent(Text(f"instead of “{better.said}”", "quiet"), 4)
        yield indent(Text(f"“{better.text}”", "me"), 4)
        yield indent(Text(review_sentences.better_told(better)), 4)
    if not found:
        yield indent(Text("No prepared answer to these questions would have done clearly better. Well said."))
    missing = unprepared(told, seat)
    if missing:
        yield indent(Text(f"Nothing is prepared for: {' '.join(missing)}", "quiet"))


def _unexplained(review: Review) -> Iterator[RenderableType]:
    yield Text("How far to trust this", "title")
    told = review_sentences.calibration_told(review)
    if told:
        yield indent(Text(told))
    for surprise in review.surprises:
        yield indent(Text(review_sentences.surprise_told(review.analysis, surprise)))
    if not review.surprises:
        yield indent(Text("Nothing happened that the reader found hard to explain."))
