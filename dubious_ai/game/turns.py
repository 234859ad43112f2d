"""From a brain's turn to the events of the game: the hand-in itself, and the note of what it cost."""

from __future__ import annotations

import json

from dubious_ai.brains.protocol import Answer, Ask, Brain, Cast, Guesses, Shares, Telemetry
from dubious_ai.core import events as ev
from dubious_ai.core.model import Action

LEAST_BELIEF = 0.005
"""Probabilities below this are not kept with a guess."""


def take_turn(
    brain: Brain, ask: Ask, action: Action, seat: int, number: int
) -> tuple[ev.Event, ev.TurnNoted]:
    """Let a brain act and return what it hands in, and the note about it. Raises what the brain raises."""
    match action:
        case "keep":
            cast = brain.cast(ask)
            return _kept(seat, cast.value), _note(seat, action, number, cast.telemetry)
        case "answer":
            answer = brain.answer(ask)
            return _answered(seat, number, answer.value), _note(seat, action, number, answer.telemetry)
        case "guess":
            guesses = brain.guess(ask)
            note = _note(seat, action, number, guesses.telemetry, _beliefs(guesses.value))
            return _guessed(seat, guesses.value), note


def _kept(seat: int, cast: Cast) -> ev.CardsKept:
    return ev.CardsKept(
        seat=seat,
        occupation=cast.occupation,
        secret=cast.secret,
        name=cast.name,
        introduction=cast.introduction,
    )


def _answered(seat: int, number: int, answer: Answer) -> ev.AnswerHandedIn:
    return ev.AnswerHandedIn(
        seat=seat, number=number, text=answer.text, delivery=answer.delivery, intent=answer.intent
    )


def _guessed(seat: int, guesses: Guesses) -> ev.GuessesHandedIn:
    picks = guesses.picks
    return ev.GuessesHandedIn(
        seat=seat,
        guesses=tuple(
            ev.Announced(target=target, guess=picks[target], sure=guesses.sure.get(target))
            for target in sorted(picks)
        ),
    )


def _beliefs(guesses: Guesses) -> tuple[ev.Believed, ...]:
    """The probabilities behind the picks, to three digits, small ones left out."""

    def kept(shares: Shares) -> dict[str, float]:
        return {slug: round(p, 3) for slug, p in shares.items() if p >= LEAST_BELIEF}

    return tuple(
        ev.Believed(
            target=seat,
            occupation=kept(by_kind.get("occupation", {})),
            secret=kept(by_kind.get("secret", {})),
        )
        for seat, by_kind in guesses.beliefs.items()
    )


def _note(
    seat: int, action: Action, number: int, telemetry: Telemetry, beliefs: tuple[ev.Believed, ...] = ()
) -> ev.TurnNoted:
    return ev.TurnNoted(
        seat=seat,
        action=action,
        number=number,
        brain=telemetry.brain,
        usage=telemetry.usage,
        beliefs=beliefs,
    )


def handed_in_text(event: ev.Event) -> str:
    """What was handed in, as a text that can be quoted back to a brain."""
    match event:
        case ev.AnswerHandedIn():
            return event.text
        case ev.CardsKept():
            return f"{event.occupation}, {event.secret}"
        case _:
            return json.dumps(event.model_dump(mode="json").get("guesses", ""))
