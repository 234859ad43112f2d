"""The sentences of a review, shared by the terminal and the page: values in, plain text out."""

from __future__ import annotations

from collections.abc import Iterable

from dubious_ai.belief.seat import setting_of
from dubious_ai.coach.readability import hardly, readable
from dubious_ai.coach.review.better_answer import Better
from dubious_ai.coach.review.grades import Step
from dubious_ai.coach.review.hindsight import Trail
from dubious_ai.coach.review.report import CardReview, PlayerReview, Review, Surprise
from dubious_ai.content.library import Library

FAINT = 0.5
"""Confidence below which a player's curves deserve a warning."""
NOUN = {"occupation": "Occupation", "secret": "Secret"}


def percent(share: float) -> str:
    """A share as people write it, never a false 0 or 100."""
    return "under 1%" if 0 < share < 0.005 else "over 99%" if 0.995 < share < 1 else f"{share:.0%}"


def from_to(before: float, after: float) -> str:
    """ "11 → 21%"."""
    return f"{before * 100:.0f} → {after:.0%}"


def points(value: float) -> str:
    """Points with a sign, for changes."""
    return f"{value:+.1f}".replace("-", "−") if abs(value) >= 0.05 else "±0"


def listed(names: Iterable[str], last: str = "and") -> str:
    """ "Ann, Bruno and Dag"."""
    items = list(names)
    return "".join(items) if len(items) < 2 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def how_to_read(review: Review) -> str:
    """What the numbers mean, in three sentences."""
    return (
        f"The figures are the part of readers at this table expected to name a card after each answer. With {review.readers} opponents {percent(review.aim)} pays best: "
        f"a card is then worth {review.best:.1f} points to its owner, less where fewer or more know it. They come from a model that counts words; take them as a careful stranger's opinion."
    )


def step_told(step: Step, words: tuple[str, ...]) -> str:
    """One answer and one card: "fine hint, 11 → 21%, +0.2 (hood, sandals)"."""
    told = f"{step.grade}, {from_to(step.before, step.after)}"
    if step.grade == "no hint":
        return told
    because = f" ({', '.join(words)})" if words else ""
    return f"{told}, {points(step.gain)}{because}"


def outcome(review: Review, card: CardReview, me: int | None = None) -> str:
    """Who named a card, and what it brought against what was expected."""
    if card.row is None:
        return f"not revealed yet; expected {card.expected:.1f}"
    who = ["you" if seat == me else review.name(seat) for seat in card.row.right]
    named = {"none": "named by nobody", "all": "named by everybody", "some": f"named by {listed(who)}"}[
        card.row.outcome
    ]
    return f"{named}: {card.earned} {'point' if card.earned == 1 else 'points'}, {card.expected:.1f} expected"


def turning_told(card: CardReview) -> str:
    """The answer that moved readers most."""
    if card.turning is None:
        return "no single answer moved the readers much"
    step = card.steps[card.turning - 1]
    way = "towards it" if step.after > step.before else "away from it"
    return f"answer {card.turning} moved them most, {way}"


def doubts(player: PlayerReview, review: Review, number: int) -> list[str]:
    """Why a player's figures should be taken with care."""
    told: list[str] = []
    share = readable(setting_of(review.observation(number, player.seat)), [a.text for a in player.answers])
    if hardly(share):
        told.append(
            f"{player.name}'s answers are hardly English to the reader ({percent(share)} known words), so these figures say little."
        )
    elif player.confidence < FAINT:
        told.append(
            f"The reader could use only {percent(player.confidence)} of {player.name}'s words, so these figures are faint."
        )
    return told


def surprise_told(review: Review, surprise: Surprise) -> str:
    """What the reader could not explain."""
    whose = review.name(surprise.target)
    card = _card(review, surprise)
    if surprise.guesser is None:
        return f"Round {surprise.round}: nobody named {whose}'s {NOUN[surprise.kind]} ({card}), though {percent(surprise.chance)} of such readers should have."
    who = review.name(surprise.guesser)
    return f"Round {surprise.round}: {who} named {whose}'s {NOUN[surprise.kind]} ({card}), to which the reader gives {percent(surprise.chance)} from {who}'s chair. A hunch, luck, or something it cannot read."


def _card(review: Review, surprise: Surprise) -> str:
    played = next(r for r in review.rounds if r.number == surprise.round)
    player = next(p for p in played.players if p.seat == surprise.target)
    return next(c.name for c in player.cards if c.kind == surprise.kind)


def calibration(review: Review) -> str:
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
        if look.best != previous:
            parts.append(f"{number} {texts.file(look.best).name} {percent(look.best_chance)}")
            previous = look.best
        else:
            parts.append(f"{number} {percent(look.best_chance)}")
    return " · ".join(parts)


def verdict_told(trail: Trail, texts: Library, *, you: bool, name: str) -> str:
    """What was guessed in the end, and whether a better guess lay there."""
    last = trail.last
    who = "You" if you else name
    truth = texts.file(last.truth).name
    if last.guessed == last.truth:
        return f"{who} named it: {truth}, to which the answers gave {percent(last.true)}."
    said = (
        f"{who} guessed {texts.file(last.guessed).name} ({percent(last.chance)})"
        if last.guessed
        else f"{who} left it blank"
    )
    if trail.leads_from is not None:
        return f"{said}; {truth} led from answer {trail.leads_from} on, with {percent(last.true)} in the end."
    return f"{said}; it was {truth}, which stood at {percent(last.true)}: the answers did not show it."


def better_told(better: Better) -> str:
    """What another answer would have changed by the end of the round."""
    moved = (
        f"{NOUN[kind]} {from_to(better.before[kind], better.after[kind])}"
        for kind in better.before
        if abs(better.after[kind] - better.before[kind]) >= 0.02
    )
    return f"It hints at {better.card}. By the end of the round: {', '.join(moved)}; {points(better.gain)} points expected."


def coached_told(review: Review) -> list[str]:
    """Who had the coach's help, and how often."""
    return [
        f"{review.name(seat)} played with the coach's help: {', '.join(f'{what} {count}×' for what, count in sorted(used.items()))}."
        for seat, used in sorted(review.coached.items())
    ]
