"""A teaching plan: rounds that show something on purpose. Owns what each aim means and the search for it among seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal, get_args

from dubious_ai.belief.by_setting import read, share
from dubious_ai.belief.posterior import Heard, Said
from dubious_ai.content.library import library, setting_slug
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.state import RoundState, State
from dubious_ai.errors import UsageError
from dubious_ai.teach.phrases import KIND_NAMES, card, in_hundred, listed, points

Aim = Literal["all-guessed", "none-guessed", "tie-break", "false-trail", "both-cards"]
AIMS: tuple[Aim, ...] = get_args(Aim)
LED = 0.2
"""Chance of a wrong card, by the answers alone, from which they led readers there."""
BOTH = 0.1
"""Rise of both shares that makes one answer a hint at both cards."""


def aim_named(text: str) -> Aim:
    """The aim somebody means. Raises UsageError with the choices."""
    wanted = text.strip().casefold().replace(" ", "-").replace("_", "-")
    for aim in AIMS:
        if aim == wanted:
            return aim
    raise UsageError(f"There is nothing called {text!r} to show. Choose one of: {', '.join(AIMS)}.")


def shown(game: Game, aim: Aim) -> str | None:
    """What in a finished game shows this aim, as a sentence; None when nothing does."""
    return _FINDERS[aim](game.state)


def _outcome(state: State, outcome: Literal["all", "none"]) -> str | None:
    for now in state.rounds:
        for row in now.rows:
            if row.outcome == outcome:
                name = state.players[row.target - 1].name
                who = "Everybody" if outcome == "all" else "Nobody"
                return f"{who} named {name}’s {KIND_NAMES[row.kind]}, {card(state.setting, row.kind, row.card)}{_where(state, now)}."
    return None


def _where(state: State, now: RoundState) -> str:
    return f", in round {now.number}" if len(state.rounds) > 1 else ""


def _all(state: State) -> str | None:
    return _outcome(state, "all")


def _none(state: State) -> str | None:
    return _outcome(state, "none")


def _tie(state: State) -> str | None:
    standing = state.standing()
    if standing.tie_break != "guess points":
        return None
    best = max(standing.totals.values())
    level = [state.players[seat - 1].name for seat, total in standing.totals.items() if total == best]
    winner = state.players[standing.winners[0] - 1].name
    return f"{listed(level)} have {points(best)} each, and {winner} wins by points from guessing."


def _false_trail(state: State) -> str | None:
    """An answer meant to mislead that somebody followed; or a wrong card that the answers suggest and two readers or more named."""
    for now in state.rounds:
        for target in state.seats:
            name = state.players[target - 1].name
            for row in (r for r in now.rows if r.target == target):
                meant = _misled(state, now, target, row.kind)
                wrong = Counter(guess for _, guess in row.guesses if guess and guess != row.card)
                for guess, count in wrong.items():
                    if guess in meant or (count >= 2 and _led(state, now, target, row.kind, guess)):
                        who = listed(state.players[s - 1].name for s, g in row.guesses if g == guess)
                        on_purpose = ", as was meant" if guess in meant else ""
                        return f"{who} took {name} for {card(state.setting, row.kind, guess)}{on_purpose}{_where(state, now)}."
    return None


def _misled(state: State, now: RoundState, seat: int, kind: Kind) -> set[str]:
    """The cards that false trails of this seat pointed to."""
    texts = {
        answers[seat].text
        for answers in now.answers
        if (intent := answers[seat].intent) is not None and intent.aim == "false-trail"
    }
    if not texts:
        return set()
    files = library(setting_slug(state.setting.slug)).texts(kind)
    return {f.slug for f in files if any(a.text in texts for a in f.answers)}


def _led(state: State, now: RoundState, seat: int, kind: Kind, card_slug: str) -> bool:
    """Whether the answers of a seat, read by anybody, make this card likely."""
    belief = read(setting_slug(state.setting.slug), [Heard(_said(now, seat))])[0]
    return belief.of(kind)[card_slug] >= LED


def _said(now: RoundState, seat: int) -> tuple[Said, ...]:
    """What a seat said in a round."""
    return tuple(
        Said(asked.question.text, answers[seat].text)
        for asked, answers in zip(now.asked, now.answers, strict=True)
    )


def _both(state: State) -> str | None:
    """One answer after which at least one reader in ten more would name each of the two cards."""
    slug = setting_slug(state.setting.slug)
    for now in state.rounds:
        for seat in state.seats:
            said = _said(now, seat)
            line = {
                kind: [
                    share(
                        slug,
                        said[:n],
                        now.pair(seat).of(kind),
                        kind,
                        "regular",
                        len(state.setting.cards(kind)) - 2,
                    )
                    for n in range(len(said) + 1)
                ]
                for kind in KINDS
            }
            for n in range(1, len(said) + 1):
                if all(line[kind][n] - line[kind][n - 1] >= BOTH for kind in KINDS):
                    told = listed(
                        f"{card(state.setting, kind, now.pair(seat).of(kind))} ({round(100 * line[kind][n - 1])} → {in_hundred(line[kind][n])} readers)"
                        for kind in KINDS
                    )
                    return f"Answer {n} of {state.players[seat - 1].name} hints at both cards: {told}{_where(state, now)}."
    return None


_FINDERS: dict[Aim, Callable[[State], str | None]] = {
    "all-guessed": _all,
    "none-guessed": _none,
    "tie-break": _tie,
    "false-trail": _false_trail,
    "both-cards": _both,
}
