"""Three questions to discuss, chosen from what really happened in a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from dubious_ai.core.model import KINDS, Kind
from dubious_ai.teach.commentary import best_answer
from dubious_ai.teach.lesson import Hint, Lesson, PlayerLesson, RoundLesson
from dubious_ai.teach.phrases import KIND_NAMES, card, in_hundred, listed, quoted

QUESTIONS = 3
LED = 0.2
"""Chance of a wrong card, by the answers, from which they led there."""
LOUD = 0.25
"""Rise of a share that makes one answer the one that told."""


@dataclass(frozen=True)
class Topic:
    """A question to discuss; of two with the same key or about the same player the weightier is asked."""

    weight: float
    key: str
    seat: int
    text: str


def to_discuss(lesson: Lesson, round_: RoundLesson) -> tuple[str, ...]:
    """Three questions about a round, most telling first, as far as possible of different kinds and about different players."""
    topics = sorted(_topics(lesson, round_), key=lambda t: (-t.weight, t.seat, t.key))
    chosen: list[Topic] = []
    for strict in (2, 1, 0):
        for topic in topics:
            clash = (
                sum(1 for c in chosen if c is topic or c.text == topic.text)
                or (strict >= 1 and any(c.key == topic.key for c in chosen))
                or (strict == 2 and topic.seat and any(c.seat == topic.seat for c in chosen))
            )
            if not clash and len(chosen) < QUESTIONS:
                chosen.append(topic)
    return tuple(topic.text for topic in chosen)


def _topics(lesson: Lesson, round_: RoundLesson) -> Iterator[Topic]:
    for player in round_.players:
        for kind in KINDS:
            yield from _of_row(lesson, player, kind)
        yield from _of_answers(lesson, player)
    yield from _of_table(lesson, round_)


def _of_row(lesson: Lesson, player: PlayerLesson, kind: Kind) -> Iterator[Topic]:
    row, name = player.row(kind), player.name
    shown, what = card(lesson.setting, kind, row.card), KIND_NAMES[kind]
    loudest = best_answer(player, kind)
    match row.outcome:
        case "all" if loudest.rise(kind) > 0:
            yield Topic(
                3.0 + loudest.rise(kind),
                "all",
                player.seat,
                f"Everybody found {name}’s {what}, {shown}, so {name} scored nothing for it. Answer {loudest.number} told most. "
                "Rewrite it so that one careful reader would still miss it.",
            )
        case "none":
            meant = [h for h in player.hints if h.kind == kind and not h.false]
            told = (
                f"Meant for it {'was answer' if len(meant) == 1 else 'were answers'} {listed(str(h.number) for h in meant)}."
                if meant
                else f"No answer of {name}’s was meant for it."
            )
            yield Topic(
                3.0 - player.shares(kind)[-1],
                "none",
                player.seat,
                f"Nobody found {name}’s {what}, {shown}. {told} Which thing, place or person would have helped one reader, but not all?",
            )
        case "some":
            right = [lesson.name(s) for s in row.right]
            missed = [lesson.name(s) for s, _ in row.guesses if s not in row.right]
            yield Topic(
                1.5,
                "some",
                player.seat,
                f"{listed(right)} knew {name}’s {what}, {shown}, and {listed(missed)} did not. "
                "What did the ones hear that the others passed over?"
                if len(row.guesses) > 2
                else f"{listed(right)} knew {name}’s {what}, {shown}, and {listed(missed)} did not. Which answer made the difference?",
            )
        case _:
            pass
    wrong = Counter(guess for _, guess in row.guesses if guess is not None and guess != row.card)
    for guess, count in wrong.most_common(1):
        if count >= 2:
            yield _taken_for(lesson, player, kind, guess)


def _taken_for(lesson: Lesson, player: PlayerLesson, kind: Kind, guess: str) -> Topic:
    who = [r for r in player.reasons if r.kind == kind and r.guessed == guess]
    words = [word for reason in who[:1] for _, word in reason.words]
    led = max(r.chance for r in who) >= LED
    ask = (
        f"Which other card could {quoted(words)} have come from?"
        if words and led
        else "Which of the five answers speaks against it?"
        if len(player.hints) == 5
        else "Which answer speaks against it?"
    )
    return Topic(
        2.6 if led else 1.7,
        "taken for",
        player.seat,
        f"{listed(lesson.name(r.guesser) for r in who)} took {player.name} for {card(lesson.setting, kind, guess)}; "
        f"it was {card(lesson.setting, kind, player.pair.of(kind))}. {ask}",
    )


def _of_answers(lesson: Lesson, player: PlayerLesson) -> Iterator[Topic]:
    false = next((h for h in player.hints if h.false), None)
    if false:
        yield Topic(
            3.4,
            "false trail",
            player.seat,
            f"{player.name}’s answer {false.number} was a false trail. Who followed it, and was it worth an answer that could have won points?",
        )
    rises: list[tuple[float, Kind, Hint]] = [
        (best_answer(player, kind).rise(kind), kind, best_answer(player, kind)) for kind in KINDS
    ]
    rise, kind, hint = max(rises, key=lambda found: found[0])
    if rise >= LOUD:
        yield Topic(
            1.8 + rise,
            "one answer",
            player.seat,
            f"{player.name}’s answer {hint.number} took {card(lesson.setting, kind, player.pair.of(kind))} from {round(100 * hint.before[kind])} to "
            f"{in_hundred(hint.after[kind])} readers. Say the same thing more quietly.",
        )


def _of_table(lesson: Lesson, round_: RoundLesson) -> Iterator[Topic]:
    standing = lesson.standing
    if round_ is lesson.rounds[-1] and standing.tie_break != "none":
        best = max(standing.totals.values())
        level = [lesson.name(s) for s, total in standing.totals.items() if total == best]
        yield Topic(
            3.2,
            "tie",
            0,
            f"{listed(level)} ended level on {best}. Change one single guess so that the result is another, and say which rule did it.",
        )
    for first in round_.players:
        for reason in first.reasons:
            if reason.owner is not None and not reason.right and not reason.own_card:
                yield Topic(
                    2.0,
                    "mixed up",
                    first.seat,
                    f"{lesson.name(reason.guesser)} took {first.name} for {card(lesson.setting, reason.kind, reason.guessed or '')}, which was "
                    f"{lesson.name(reason.owner)}’s card. Compare the answers of the two: what do they share?",
                )
    cards: list[tuple[float, PlayerLesson, Kind]] = [
        (p.shares(k)[-1], p, k) for p in round_.players for k in KINDS
    ]
    _, quiet, kind = min(cards, key=lambda found: found[0])
    which = "a sixth" if len(round_.questions) == 5 else "one more"
    yield Topic(
        0.5,
        "write",
        quiet.seat,
        f"Write {which} answer for {quiet.name} that helps readers towards {card(lesson.setting, kind, quiet.pair.of(kind))}, "
        "without a word of the card itself.",
    )
    yield Topic(
        0.4,
        "choose",
        0,
        "Which answer did you enjoy most, and would it have scored? Say for whom it was written.",
    )
    yield Topic(
        0.3,
        "pair",
        0,
        "Which two players could exchange one answer without anybody noticing? Read both aloud and try it.",
    )
