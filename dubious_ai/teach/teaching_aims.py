"""A teaching plan: rounds that show something on purpose. Owns what each aim means and the search for it among seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal, get_args

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.game_analysis import RoundAnalysis
from dubious_ai.analysis.sentences import KIND_NAMES, card_told, from_to, listed, points
from dubious_ai.belief.readers import Readers
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS
from dubious_ai.core.state import State
from dubious_ai.errors import UsageError

Aim = Literal["all-guessed", "none-guessed", "tie-break", "false-trail", "both-cards"]
AIMS: tuple[Aim, ...] = get_args(Aim)
LED = 0.2
"""Share of readers in a guesser's chair who would name a wrong card, from which the answers led there."""
BOTH = 0.1
"""Rise of both shares that makes one answer a hint at both cards."""


def aim_named(text: str) -> Aim:
    """The aim somebody means. Raises UsageError with the choices."""
    wanted = text.strip().casefold().replace(" ", "-").replace("_", "-")
    for aim in AIMS:
        if aim == wanted:
            return aim
    raise UsageError(f"There is nothing called {text!r} to show. Choose one of: {', '.join(AIMS)}.")


def aim_shown(game: Game, aim: Aim, readers: Readers) -> str | None:
    """What in a finished game shows this aim, as a sentence; None when nothing does."""
    return _READ[aim](game, readers) if aim in _READ else _SCORED[aim](game)


def _outcome(game: Game, outcome: Literal["all", "none"]) -> str | None:
    state = game.state
    for now in state.rounds:
        for row in now.rows:
            if row.outcome == outcome:
                name = state.players[row.target - 1].name
                who = "Everybody" if outcome == "all" else "Nobody"
                return f"{who} named {name}’s {KIND_NAMES[row.kind]}, {card_told(state.setting, row.kind, row.card)}{_where(state, now.number)}."
    return None


def _where(state: State, number: int) -> str:
    return f", in round {number}" if len(state.rounds) > 1 else ""


def _all(game: Game) -> str | None:
    return _outcome(game, "all")


def _none(game: Game) -> str | None:
    return _outcome(game, "none")


def _tie(game: Game) -> str | None:
    state, standing = game.state, game.state.standing()
    if standing.tie_break != "guess points":
        return None
    best = max(standing.totals.values())
    level = [state.players[seat - 1].name for seat, total in standing.totals.items() if total == best]
    winner = state.players[standing.winners[0] - 1].name
    return f"{listed(level)} have {points(best)} each, and {winner} wins by points from guessing."


def _false_trail(game: Game, readers: Readers) -> str | None:
    """An answer meant to mislead that somebody followed; or a wrong card that the answers suggest and two readers or more named."""
    state = game.state
    wrong = [
        (row, Counter(guess for _, guess in row.guesses if guess and guess != row.card))
        for now in state.rounds
        for row in now.rows
    ]
    trails = any(
        answer.intent is not None and answer.intent.aim == "false-trail"
        for now in state.rounds
        for answers in now.answers
        for answer in answers.values()
    )
    if not trails and not any(count >= 2 for _, found in wrong for count in found.values()):
        return None
    for played in analyse(game, readers, hear=False).rounds:
        if told := _followed(game, played):
            return told
    return None


def _followed(game: Game, played: RoundAnalysis) -> str | None:
    state = game.state
    for player in played.players:
        meant = {a.aim.card for a in player.answers if a.aim.false}
        for kind in KINDS:
            wrong = [g for g in player.about(kind) if g.guessed and not g.right]
            for guess, count in Counter(g.guessed for g in wrong).items():
                share = max(g.sight.guessed_share for g in wrong if g.guessed == guess)
                if guess and (guess in meant or (count >= 2 and share >= LED)):
                    who = listed(state.players[g.guesser - 1].name for g in wrong if g.guessed == guess)
                    on_purpose = ", as was meant" if guess in meant else ""
                    return f"{who} took {player.name} for {card_told(state.setting, kind, guess)}{on_purpose}{_where(state, played.number)}."
    return None


def _both(game: Game, readers: Readers) -> str | None:
    """One answer after which at least one reader in ten more would name each of the two cards."""
    state = game.state
    for played in analyse(game, readers, hear=False).rounds:
        for player in played.players:
            for answer in player.answers:
                if all(answer.rise(kind) >= BOTH for kind in KINDS):
                    told = listed(
                        f"{card_told(state.setting, kind, player.pair.of(kind))} ({from_to(answer.verdict.of(kind).before.share, answer.verdict.of(kind).after.share)} in 100 readers)"
                        for kind in KINDS
                    )
                    return f"Answer {answer.number} of {player.name} hints at both cards: {told}{_where(state, played.number)}."
    return None


_SCORED: dict[Aim, Callable[[Game], str | None]] = {
    "all-guessed": _all,
    "none-guessed": _none,
    "tie-break": _tie,
}
"""What the score shows."""
_READ: dict[Aim, Callable[[Game, Readers], str | None]] = {"false-trail": _false_trail, "both-cards": _both}
"""What only reading the answers shows."""
