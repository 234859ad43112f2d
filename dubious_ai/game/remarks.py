"""Remarks between the answers, at a table where that was agreed: from the state of a game to what its regulars say."""

from __future__ import annotations

from dubious_ai.brains.house.talk import TableSeen, remarks
from dubious_ai.content.people import persona
from dubious_ai.core import events as ev
from dubious_ai.core.state import State


def remarks_about(event: ev.Event, state: State, seed: str) -> list[ev.Reacted]:
    """What is said about an event that has just been taken; empty where nobody talks. Only what everybody knows is looked at."""
    if not state.options.talk or not isinstance(
        event, ev.QuestionRevealed | ev.AnswersOpened | ev.PlayerRevealed
    ):
        return []
    now = state.round
    people = {seat: who for seat, prepared in state.prepared.items() if (who := persona(prepared.persona))}
    table = TableSeen(
        setting=state.setting,
        names=tuple(player.name for player in state.players),
        people=people,
        round=now.number,
        question=len(now.asked),
        said=tuple(said for r in state.rounds for said in r.reactions),
        standing=state.standing(),
        rows=tuple(now.rows),
        last=len(now.revealed) == len(state.players) and now.number == state.options.rounds,
    )
    return remarks(event, table, seed)
