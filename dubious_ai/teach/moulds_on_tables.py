"""Questions to discuss about people and guesses: who knew what, which rule did it, who these people are."""

from __future__ import annotations

from collections.abc import Iterator

from dubious_ai.analysis.game_analysis import GameAnalysis
from dubious_ai.analysis.sentences import (
    KIND_NAMES,
    card_told,
    listed,
    possessive,
    quoted,
)
from dubious_ai.core.model import KINDS
from dubious_ai.teach.commentary import best_answer
from dubious_ai.teach.mould import Asked, Mould, Scene, own_card

LUCKY = 0.2
"""Share of readers below which a right guess is remarkable."""


def _who(told: GameAnalysis, seats: Iterator[int] | list[int]) -> str:
    return listed(told.name(seat) for seat in seats)


def _all(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for kind in KINDS:
            if player.row(kind).outcome == "all":
                loud = best_answer(player, kind).number
                yield (
                    player.seat,
                    f"Everybody found {possessive(player.name)} {KIND_NAMES[kind]}, {own_card(at, player, kind)}, so {player.name} scored nothing for it. "
                    f"Answer {loud} told most. Rewrite it so that one careful reader would still miss it.",
                )


def _none(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for kind in KINDS:
            if player.row(kind).outcome == "none":
                meant = [a.number for a in player.answers if a.aim.kind == kind and not a.aim.false]
                which = (
                    f"Answer{'s' if len(meant) > 1 else ''} {listed(map(str, meant))} hinted at it. "
                    if meant
                    else ""
                )
                yield (
                    player.seat,
                    f"Nobody found {possessive(player.name)} {KIND_NAMES[kind]}, {own_card(at, player, kind)}. {which}"
                    "Which thing, place or person would have helped one reader, but not all?",
                )


def _some(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for kind in KINDS:
            row = player.row(kind)
            if row.outcome == "some":
                missed = [s for s, _ in row.guesses if s not in row.right]
                yield (
                    player.seat,
                    f"{_who(at.told, list(row.right))} knew {possessive(player.name)} {KIND_NAMES[kind]}, {own_card(at, player, kind)}, and {_who(at.told, missed)} did not. "
                    "Which sentence divided them? Say what each side may have heard in it.",
                )


def _lured(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for guess in player.guesses:
            words = [w for c in guess.clues for w in c.words if c.source in ("also", "meaning")]
            if guess.guessed and not guess.right and words:
                kind = guess.sight.kind
                yield (
                    player.seat,
                    f"{at.told.name(guess.guesser)} heard {card_told(at.told.setting, kind, guess.guessed)} in {quoted(words[:2])}; {player.name} was {own_card(at, player, kind)}. "
                    "Find the answer that speaks against it, and say why it is easy to miss.",
                )


def _mixed_up(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for guess in player.guesses:
            if guess.owner is not None and not guess.right and not guess.own_card and guess.guessed:
                yield (
                    player.seat,
                    f"{at.told.name(guess.guesser)} took {player.name} for {card_told(at.told.setting, guess.sight.kind, guess.guessed)}, which was "
                    f"{possessive(at.told.name(guess.owner))} card. Compare what the two said: what do they share?",
                )


def _tie(at: Scene) -> Iterator[Asked]:
    standing = at.told.standing
    if at.round is at.told.rounds[-1] and standing.tie_break != "none":
        best = max(standing.totals.values())
        level = [s for s, total in standing.totals.items() if total == best]
        yield (
            0,
            f"{_who(at.told, level)} ended level on {best}. Change one single guess so that the result is another, and say which rule did it.",
        )


def _change_one(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for kind in KINDS:
            row = player.row(kind)
            if row.outcome == "all":
                seat = row.right[0]
                yield (
                    player.seat,
                    f"Suppose {at.told.name(seat)} had not named {possessive(player.name)} {KIND_NAMES[kind]}. Count again: who gains, who loses, and would {at.told.name(seat)} have been wise?",
                )
            elif len(row.right) == 1:
                seat = row.right[0]
                yield (
                    player.seat,
                    f"Only {at.told.name(seat)} named {possessive(player.name)} {KIND_NAMES[kind]}. Take that guess away and count the points anew: which rule comes in?",
                )


def _ask_more(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        yield (
            player.seat,
            f"Which one question would you still put to {player.name}? It must be one that everybody at the table could answer with a straight face.",
        )


def _portrait(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        who = f"{player.name} as {player.character}" if player.character else player.name
        yield (
            player.seat,
            f"Describe {who}: age, clothes, one habit, one worry. Use only what was said, and quote it.",
        )


def _day(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        yield (
            player.seat,
            f"{player.name} is {own_card(at, player, 'occupation')} and has a secret: {own_card(at, player, 'secret')}. Tell the morning of such a person in five sentences.",
        )


def _meeting(at: Scene) -> Iterator[Asked]:
    for first, second in zip(at.round.players, at.round.players[1:], strict=False):
        yield (
            first.seat,
            f"{own_card(at, first, 'occupation')} meets {own_card(at, second, 'occupation')} after this evening ({first.name} and {second.name}). What does one ask the other? Play it.",
        )


def _best_question(at: Scene) -> Iterator[Asked]:
    moved = [
        sum(p.answers[n].rise(k) for p in at.round.players for k in KINDS)
        for n in range(len(at.round.questions))
    ]
    if len(moved) > 1:
        most, least = (at.round.questions[moved.index(f(moved))].text for f in (max, min))
        yield (
            0,
            f"“{most}” made the players tell most, “{least}” least. What makes a question easy to hide behind?",
        )


def _lucky(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for guess in player.guesses:
            if guess.right and guess.sight.truth_share < LUCKY:
                yield (
                    player.seat,
                    f"{at.told.name(guess.guesser)} named {possessive(player.name)} {KIND_NAMES[guess.sight.kind]}, {own_card(at, player, guess.sight.kind)}, where few would have. How could one know?",
                )


def _blank(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for guess in player.guesses:
            if guess.guessed is None:
                yield (
                    player.seat,
                    f"{at.told.name(guess.guesser)} left a blank for {player.name}. What can a guess win and what can it lose? When would a blank be wise?",
                )


def _swap(at: Scene) -> Iterator[Asked]:
    yield (
        0,
        f"Which two of {listed(at.told.names)} could exchange one answer without anybody noticing? Read both aloud and try it.",
    )


def _enjoyed(at: Scene) -> Iterator[Asked]:
    yield (
        0,
        f"Which of the {len(at.round.players) * len(at.round.questions)} answers did you enjoy most, and would it have scored? Say for whom it was written.",
    )


ON_TABLES: tuple[Mould, ...] = (
    Mould("all", "writing", 1.0, _all),
    Mould("none", "writing", 1.0, _none),
    Mould("some", "inference", 1.0, _some),
    Mould("lured", "inference", 1.2, _lured),
    Mould("mixed up", "inference", 1.2, _mixed_up),
    Mould("tie", "play", 3.0, _tie),
    Mould("change one guess", "play", 0.9, _change_one),
    Mould("ask more", "character", 0.9, _ask_more),
    Mould("portrait", "character", 0.9, _portrait),
    Mould("a day", "character", 0.9, _day),
    Mould("meeting", "character", 0.9, _meeting),
    Mould("best question", "inference", 0.7, _best_question),
    Mould("lucky", "inference", 1.2, _lucky),
    Mould("blank", "play", 3.0, _blank),
    Mould("swap", "language", 0.6, _swap),
    Mould("enjoyed", "play", 0.5, _enjoyed),
)
