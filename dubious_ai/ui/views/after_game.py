"""What a person is told first when a game is over: what would have won it, the best three findings of the review, an answer they could have given.

Sentences from values, drawn alike by the screen and by the scrolling terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from dubious_ai.analysis.game_analysis import CardAnalysis, GameAnalysis, PlayerAnalysis, Trail
from dubious_ai.analysis.sentences import KIND_NAMES, in_hundred, listed, points, quoted
from dubious_ai.analysis.turned_out import would_have_won, would_have_won_told
from dubious_ai.coach.review import review_sentences
from dubious_ai.coach.review.better_answer import better_answers
from dubious_ai.coach.review.report import Review
from dubious_ai.content.library import Library
from dubious_ai.core.observe import Observation
from dubious_ai.ui.views.table_views import indent

MOST = 3
FOUND = 0.6
"""What a point that was made weighs against one that was lost: what went wrong teaches more."""


@dataclass(frozen=True)
class Learnt:
    """One thing worth knowing about a game: how much it weighed (in points), and the sentence."""

    weight: float
    told: str


def lost_by(seen: Observation) -> str:
    """After a loss, one line on what would have won; empty after a victory, and where nobody sits."""
    seats = range(1, len(seen.players) + 1)
    if seen.seat not in seats or seen.seat in seen.standing.winners:
        return ""
    rows = [row for played in seen.rounds for row in played.rows]
    found = would_have_won(rows, seats, seen.seat)
    return would_have_won_told(found, rows, [p.name for p in seen.players], seen.setting, seen.seat)


def findings(looked: Review, me: int, most: int = MOST) -> list[Learnt]:
    """The findings of a review that weigh most for one player, the heaviest first."""
    told = looked.analysis
    texts = told.texts
    found: list[Learnt] = []
    for played in told.rounds:
        where = f"Round {played.number}: " if len(told.rounds) > 1 else ""
        player = played.player(me)
        found += [Learnt(f.weight, where + f.told) for f in _cards(told, player)]
        for trail in looked.trails(played.number, me):
            if missed := _missed(told, trail, texts):
                found.append(Learnt(missed.weight, where + missed.told))
    return sorted(found, key=lambda f: -f.weight)[:most]


def _cards(told: GameAnalysis, player: PlayerAnalysis) -> Iterator[Learnt]:
    for card in player.cards:
        if card.row is None:
            continue
        named, because = len(card.row.right), _turned_by(player, card)
        match card.row.outcome:
            case "all":
                yield Learnt(
                    named,
                    f"Everybody named your {_called(card)}, and {points(named)} were struck out.{because}",
                )
            case "none":
                share = in_hundred(card.shares[-1])
                yield Learnt(told.best, f"Nobody named your {_called(card)}; {share} would have.{because}")
            case "some":
                who = listed(told.name(seat) for seat in card.row.right)
                yield Learnt(
                    FOUND * named, f"{who} named your {_called(card)}: {points(card.earned or 0)}.{because}"
                )


def _turned_by(player: PlayerAnalysis, card: CardAnalysis) -> str:
    """Which answer moved readers most, and by which words."""
    if card.turning is None:
        return " No single answer moved the readers much."
    words = player.answers[card.turning - 1].words[card.kind]
    by = f", by {quoted(words[:2])}" if words else ""
    way = "towards it" if card.verdicts[card.turning - 1].rise > 0 else "away from it"
    return f" Answer {card.turning} moved readers most, {way}{by}."


def _called(card: CardAnalysis) -> str:
    return f"{KIND_NAMES[card.kind]}, {card.name}" if card.kind == "occupation" else f"Secret, “{card.name}”"


def _missed(told: GameAnalysis, trail: Trail, texts: Library) -> Learnt | None:
    """A card that could have been named: it was the likeliest when it was time to guess."""
    last = trail.last
    if trail.leads_from is None or last.guessed == last.truth:
        return None
    said = f"you said {texts.file(last.guessed).name}" if last.guessed else "you left it blank"
    return Learnt(
        1 + last.truth_share - last.guessed_share,
        f"{told.name(last.target)}'s {KIND_NAMES[last.kind]} could be read from answer {trail.leads_from} on: "
        f"{texts.file(last.truth).name}, {in_hundred(last.truth_share)} would name it; {said}.",
    )


def findings_view(looked: Review, me: int) -> list[RenderableType]:
    """The findings and one better answer, to be shown below the standing."""
    parts: list[RenderableType] = [Text("What gave you away, and whom you could have read", "title")]
    parts += [
        indent(Text.assemble((f"{n}. ", "quiet"), finding.told))
        for n, finding in enumerate(findings(looked, me), 1)
    ]
    for better in better_answers(looked.analysis, me, 1)[:1]:
        parts += [
            Text.assemble(("You could have said", "title"), (f" to “{better.question}”", "quiet")),
            indent(Text(f"“{better.text}”", "me")),
            indent(Text(review_sentences.better_told(better), "quiet")),
        ]
    return parts
