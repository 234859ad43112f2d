"""The sentences of a review, shared by the terminal and the page: values in, plain text out."""

from __future__ import annotations

from dubious_ai.analysis.game_analysis import (
    AnswerAnalysis,
    CardAnalysis,
    GameAnalysis,
    PlayerAnalysis,
    Trail,
)
from dubious_ai.analysis.sentences import (
    KIND_NAMES,
    from_to,
    gained,
    hundredth,
    in_hundred,
    listed,
    percent,
    points,
    scale_told,
)
from dubious_ai.analysis.verdict import CardVerdict
from dubious_ai.analysis.verdict_sentences import UNREADABLE
from dubious_ai.coach.review.better_answer import Better
from dubious_ai.coach.review.report import Review, Surprise
from dubious_ai.content.library import Library

FAINT = 0.5
"""Confidence below which a player's curves deserve a warning."""


def how_to_read(told: GameAnalysis) -> str:
    """What the numbers mean."""
    return (
        f"{scale_told(told.readers, told.aim)} It is then worth {told.best:.1f} points, less where fewer or more know it. "
        "Take the figures as a careful stranger's opinion."
    )


def step_told(card: CardVerdict, words: tuple[str, ...]) -> str:
    """One answer and one card: "fine hint, 11 → 21 in 100, +0.2 (hood, sandals)"."""
    told = f"{card.effect}, {from_to(card.before.share, card.after.share)} in 100"
    if not card.moved:
        return told
    because = f" ({', '.join(words)})" if words else ""
    return f"{told}, {gained(card.gain)}{because}"


def nothing_told(answer: AnswerAnalysis) -> str:
    """Said of an answer that moved readers about neither card."""
    return UNREADABLE[answer.verdict.unreadable] if answer.verdict.unreadable else "no hint at either card"


def outcome(told: GameAnalysis, card: CardAnalysis, me: int | None = None) -> str:
    """Who named a card, and what it brought against what was expected."""
    if card.row is None:
        return f"not revealed yet; expected {card.expected:.1f}"
    who = ["you" if seat == me else told.name(seat) for seat in card.row.right]
    named = {"none": "named by nobody", "all": "named by everybody", "some": f"named by {listed(who)}"}
    return f"{named[card.row.outcome]}: {points(card.earned or 0)}, {card.expected:.1f} expected"


def turning_told(card: CardAnalysis) -> str:
    """The answer that moved readers most."""
    if card.turning is None:
        return "no single answer moved the readers much"
    way = "towards it" if card.verdicts[card.turning - 1].rise > 0 else "away from it"
    return f"answer {card.turning} moved them most, {way}"


def doubts_told(player: PlayerAnalysis) -> list[str]:
    """Why a player's figures should be taken with care."""
    unread = [a.number for a in player.answers if a.verdict.unreadable]
    if unread:
        which = f"answer {unread[0]}" if len(unread) == 1 else f"answers {listed(map(str, unread))}"
        return [f"The reader could not read {which} of {player.name}, so these figures say less."]
    if player.confidence < FAINT:
        return [
            f"The reader could use only {percent(player.confidence)} of {player.name}'s words, so these figures are faint."
        ]
    return []


def surprise_told(told: GameAnalysis, surprise: Surprise) -> str:
    """What the reader could not explain."""
    whose = f"{told.name(surprise.target)}'s {KIND_NAMES[surprise.kind]} ({surprise.card})"
    share = in_hundred(surprise.share)
    if surprise.guesser is None:
        return f"Round {surprise.round}: nobody named {whose}, though {share} of such readers should have."
    who = told.name(surprise.guesser)
    return f"Round {surprise.round}: {who} named {whose}, as {share} would have from {who}'s chair. A hunch, luck, or something the reader cannot read."


def calibration_told(review: Review) -> str:
    """Right guesses against those expected, over the whole game."""
    if not review.expected_right:
        return ""
    off = abs(review.right - review.expected_right) / max(review.spread_right, 0.01)
    verdict = (
        "about what chance allows" if off < 2 else "more than chance explains, so read the figures with care"
    )
    return f"Of all guesses {review.right} were right; the reader expected {review.expected_right:.0f}, give or take {review.spread_right:.0f}. The difference is {verdict}."


def trail_told(trail: Trail, texts: Library) -> str:
    """What somebody could have guessed after each answer, in one line: runs of the same best card are told once."""
    parts: list[str] = []
    previous = ""
    for number, look in enumerate(trail.seen[1:], 1):
        name = f"{texts.file(look.best).name} " if look.best != previous else ""
        parts.append(f"{number} {name}{hundredth(look.best_share)}")
        previous = look.best
    return " · ".join(parts)


def trail_verdict(trail: Trail, texts: Library, *, you: bool, name: str) -> str:
    """What was guessed in the end, and whether a better guess lay there."""
    last = trail.last
    who = "You" if you else name
    truth, share = texts.file(last.truth).name, in_hundred(last.truth_share)
    if last.guessed == last.truth:
        return f"{who} named it: {truth}, as {share} would have from this chair."
    said = (
        f"{who} guessed {texts.file(last.guessed).name} ({in_hundred(last.guessed_share)} would)"
        if last.guessed
        else f"{who} left it blank"
    )
    if trail.leads_from is not None:
        return f"{said}; {truth} led from answer {trail.leads_from} on, with {share} in the end."
    return f"{said}; it was {truth}, which {share} would have named: the answers did not show it."


def better_told(better: Better) -> str:
    """What another answer would have changed by the end of the round."""
    moved = (
        f"{KIND_NAMES[kind]} {from_to(better.before[kind], better.after[kind])} in 100"
        for kind in better.before
        if abs(better.after[kind] - better.before[kind]) >= 0.02
    )
    return f"It hints at {better.card}. By the end of the round: {', '.join(moved)}; {gained(better.gain)} points expected."


def coached_told(told: GameAnalysis) -> list[str]:
    """Who had the coach's help, and how often."""
    return [
        f"{told.name(seat)} played with the coach's help: {', '.join(f'{what} {count}×' for what, count in sorted(used.items()))}."
        for seat, used in sorted(told.coached.items())
    ]
