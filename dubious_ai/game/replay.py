"""A recorded game as a walk-through: what happened, in the order of the table, and what may be told of it.

The value is drawn by the interface and written as Markdown in `analysis/replay_markdown`. A record is self-contained, so names come from its own setting,
not from today's contents.
"""

from __future__ import annotations

from dataclasses import dataclass

from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Kind, Phase, Player, Setting
from dubious_ai.core.scoring import Row, Standing, standing
from dubious_ai.core.state import RoundState, State
from dubious_ai.errors import UsageError
from dubious_ai.game.facts import (
    brains_noted,
    changed_since,
    coach_uses,
    persons_seat,
    rejected,
    substitutions,
)
from dubious_ai.storage.record import Loaded


@dataclass(frozen=True)
class Hand:
    """The cards of a seat, by slug; rejected ones are None where they are not told, kept ones before the choice."""

    seat: int
    kept: tuple[str, str] | None
    rejected: tuple[str, str] | None


@dataclass(frozen=True)
class WalkRound:
    """A round: hands that may be told from the start, then everything heard at the table. `rows` belong to `revealed`."""

    number: int
    reader: int
    hands: tuple[Hand, ...]
    characters: tuple[ev.Introduced, ...]
    asked: tuple[tuple[ev.QuestionRevealed, ev.AnswersOpened | None], ...]
    sealed: tuple[ev.AnswerHandedIn, ...]
    revealed: tuple[ev.PlayerRevealed, ...]
    rows: tuple[Row, ...]
    standing: Standing


@dataclass(frozen=True)
class Walk:
    """A game to walk through. `me` is the seat of the person who played it, if one did; `changed` says whether the texts of its setting have changed since."""

    game: str
    started: str
    setting: Setting
    players: tuple[Player, ...]
    brains: tuple[str, ...]
    me: int | None
    questions: int
    rounds: tuple[WalkRound, ...]
    finished: bool
    where: str
    remarks: tuple[str, ...]
    changed: str = ""

    @property
    def names(self) -> list[str]:
        """Table names, seat 1 first."""
        return [player.name for player in self.players]

    def card(self, kind: Kind, slug: str) -> str:
        """The name of a card."""
        return self.setting.card(kind, slug).name


def walk(loaded: Loaded, *, spoil: bool = False) -> Walk:
    """Prepare a record for showing. Raises UsageError for an unfinished game without `spoil`, RecordError if it cannot be folded.

    Told from the start are the hand of the person who played, and with `spoil` everybody's with the rejected cards.
    """
    game = loaded.game()
    state = game.state
    if state.setup is None:
        raise UsageError(f"{loaded.path} holds no table yet: there is nothing to show.")
    if not loaded.finished and not spoil:
        raise UsageError(
            f"Game {loaded.header.game} is not finished: a replay would show hidden cards. "
            f"`dubious resume {loaded.header.game}` goes on with it, --spoil shows it as it stands."
        )
    brains = brains_noted(state)
    me = persons_seat(brains)
    rows: list[Row] = []
    rounds: list[WalkRound] = []
    for r in state.rounds:
        rows += r.rows
        rounds.append(_round(r, state, me, rows, spoil=spoil))
    return Walk(
        game=loaded.header.game,
        started=loaded.header.started,
        setting=state.setting,
        players=state.players,
        brains=brains,
        me=me,
        questions=state.options.questions,
        rounds=tuple(rounds),
        finished=loaded.finished,
        where=_where(state),
        remarks=tuple(_remarks(game)),
        changed=changed_since(loaded),
    )


def _round(r: RoundState, state: State, me: int | None, so_far: list[Row], *, spoil: bool) -> WalkRound:
    opened = {o.number: o for o in r.opened}
    waiting = len(r.asked) > len(r.opened)
    return WalkRound(
        number=r.number,
        reader=r.reader,
        hands=tuple(_hand(r, seat) for seat in sorted(r.dealt) if spoil or seat == me),
        characters=r.characters,
        asked=tuple((a, opened.get(a.number)) for a in r.asked),
        sealed=tuple(r.answers[-1].values()) if spoil and waiting else (),
        revealed=tuple(r.revealed),
        rows=tuple(r.rows),
        standing=standing(state.seats, so_far),
    )


def _hand(r: RoundState, seat: int) -> Hand:
    kept = r.kept.get(seat)
    if kept is None:
        return Hand(seat, None, None)
    away = rejected(r, seat)
    return Hand(seat, (kept.occupation, kept.secret), (away.occupation, away.secret))


def whereabouts(phase: Phase, round_number: int, question: int, questions: int) -> str:
    """Where a game stands, in words, e.g. "round 1, question 3 of 5"."""
    if phase == "over":
        return "finished"
    if not round_number:
        return "before the first deal"
    told = f"question {question} of {questions}" if phase == "answering" else phase
    return f"round {round_number}, {told}"


def _where(state: State) -> str:
    now = state.rounds[-1] if state.rounds else None
    return whereabouts(
        state.phase, now.number if now else 0, len(now.asked) if now else 0, state.options.questions
    )


def _remarks(game: Game) -> list[str]:
    """What opens after the game: brains other than the house, substitutions with their causes, use of the coach."""
    names = [player.name for player in game.state.players]
    acted = [
        f"The house acted for {names[s.seat - 1]} ({s.action}): {s.cause}{'' if s.withheld else '.'}"
        for s in substitutions(game.events)
        if s.cause != "withheld"
    ]
    helped = coach_uses(game.events)
    return acted + [
        f"The coach helped {names[seat - 1]}: {what} {n}×."
        for seat in sorted(helped)
        for what, n in sorted(helped[seat].items())
    ]
