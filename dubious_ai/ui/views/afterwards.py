"""What is told when a game is over: the last words of a regular, withheld reasons, how much the coach helped. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dubious_ai.analysis.sentences import ranking
from dubious_ai.content.people import personas
from dubious_ai.core import events as ev
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import Standing

CAUSES = {
    "network": "its server could not be reached",
    "timeout": "its server did not answer in time",
    "rate": "its server asked for a pause",
    "quota": "its account has no credit left",
    "auth": "its server refused the key",
    "model": "its server does not know the model",
    "refusal": "the model refused",
    "length": "the model ran out of room",
    "format": "the model's reply could not be used",
    "budget": "the budget is spent",
    "server": "its server failed",
    "cancelled": "you did not want to wait",
    "withheld": "the reason is told after the game",
}


def told_cause(cause: str) -> str:
    """Why the house spoke, in words."""
    return CAUSES.get(cause, "its brain broke down" if cause.startswith("broken") else cause)


def last_words(names: Sequence[str], points: Standing) -> tuple[str, str] | None:
    """Who among the regulars speaks last and what: the best placed of them, as somebody who has won or lost."""
    regulars = {persona.name: persona for persona in personas()}
    for seat in ranking(points):
        persona = regulars.get(names[seat - 1])
        if persona:
            return persona.name, persona.on_win if seat in points.winners else persona.on_loss
    return None


def opened_afterwards(names: Sequence[str], seen: Observation, events: Sequence[ev.Event]) -> list[str]:
    """Withheld reasons and the use of the coach, as sentences. `events` are those that open after the game."""
    lines = [
        f"The house spoke for {names[event.seat - 1]} at question {event.number}: {event.cause}"
        for event in events
        if isinstance(event, ev.SubstitutionExplained)
    ]
    helped = Counter(e.what for e in events if isinstance(e, ev.CoachUsed) and e.seat == seen.seat)
    if helped:
        times = ", ".join(f"{what} {count}×" for what, count in sorted(helped.items()))
        lines.append(f"With the coach's help: {times}.")
    return lines
