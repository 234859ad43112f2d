"""A recorded game as a walk-through: what happened, in the order of the table, and what may be told of it.

The value is drawn by the interface and written as Markdown here. A record is self-contained, so names come from its own setting,
not from today's contents.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Kind, Phase, Player, Setting
from dubious_ai.core.scoring import Row, Standing, standing
from dubious_ai.core.state import RoundState, State
from dubious_ai.errors import UsageError
from dubious_ai.storage.history import HUMAN
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
    """A game to walk through. `me` is the seat of the person who played it, if one did."""

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
    brains = state.noted.brains if state.noted else ()
    me = brains.index(HUMAN) + 1 if HUMAN in brains else None
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
    dealt, kept = r.dealt[seat], r.kept.get(seat)
    if kept is None:
        return Hand(seat, None, None)
    occupation, secret = (
        next(slug for slug in cards if slug != mine)
        for cards, mine in ((dealt.occupations, kept.occupation), (dealt.secrets, kept.secret))
    )
    return Hand(seat, (kept.occupation, kept.secret), (occupation, secret))


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
    lines: list[str] = []
    for event in game.events:
        if isinstance(event, ev.Substituted) and event.cause != "withheld":
            lines.append(f"The house acted for {names[event.seat - 1]} ({event.action}): {event.cause}.")
        elif isinstance(event, ev.SubstitutionExplained):
            lines.append(f"The house acted for {names[event.seat - 1]} ({event.action}): {event.cause}")
    helped = Counter((e.seat, e.what) for e in game.events if isinstance(e, ev.CoachUsed))
    lines += [
        f"The coach helped {names[seat - 1]}: {what} {n}×." for (seat, what), n in sorted(helped.items())
    ]
    return lines


# --- Markdown ---

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!$])")


def escaped(text: str) -> str:
    """Text from outside for Markdown: nothing in it is markup, HTML or a link."""
    return _SPECIAL.sub(r"\\\1", text).replace("://", ":\\//")


def markdown(told: Walk) -> str:
    """The walk-through as Markdown."""
    names = [escaped(name) for name in told.names]
    lines = [f"# Dubious · {escaped(told.setting.name)}", ""]
    who = (
        [f"{name} ({escaped(b)})" for name, b in zip(names, told.brains, strict=True)]
        if told.brains
        else names
    )
    lines += [f"Game {told.game}, {told.started[:10]}. At the table: {', '.join(who)}.", ""]
    if not told.finished:
        lines += [f"*Not finished: {told.where}.*", ""]
    for r in told.rounds:
        lines += _markdown_round(told, r, names)
    if told.remarks:
        lines += ["## After the game", "", *(f"- {escaped(remark)}" for remark in told.remarks), ""]
    lines += ["*An unofficial fan project; card names are the publisher's.*", ""]
    return "\n".join(lines)


def _pair(told: Walk, slugs: tuple[str | None, str | None]) -> str:
    return " · ".join(
        escaped(told.card(kind, slug)) if slug else "no guess"
        for kind, slug in zip(KINDS, slugs, strict=True)
    )


def _markdown_round(told: Walk, r: WalkRound, names: list[str]) -> list[str]:
    lines = [f"## Round {r.number}", "", f"{names[r.reader - 1]} reads.", ""]
    for hand in r.hands:
        if hand.kept and hand.rejected:
            lines.append(
                f"- {names[hand.seat - 1]} keeps {_pair(told, hand.kept)} and rejects {_pair(told, hand.rejected)}."
            )
    for c in r.characters:
        if c.name or c.introduction:
            line = f": “{escaped(c.introduction)}”" if c.introduction else "."
            lines.append(f"- {names[c.seat - 1]} is {escaped(c.name) or 'nameless'} tonight{line}")
    lines.append("")
    for asked, opened in r.asked:
        lines += [f"### {asked.number}. {escaped(asked.question.text)} ({asked.question.back})", ""]
        for spoken in opened.answers if opened else ():
            manner = f" *({escaped(spoken.delivery)})*" if spoken.delivery else ""
            lines.append(f"- **{names[spoken.seat - 1]}**{manner} “{escaped(spoken.text)}”")
        lines += [f"- **{names[a.seat - 1]}** (sealed) “{escaped(a.text)}”" for a in r.sealed if not opened]
        lines.append("")
    rows = {seat: list(found) for seat, found in groupby(r.rows, key=lambda row: row.target)}
    for revealed in r.revealed:
        title = _pair(told, (revealed.occupation, revealed.secret))
        lines += [f"### {names[revealed.seat - 1]} was {title}", ""]
        lines += [
            f"- {names[h.seat - 1]} said {_pair(told, (h.guess.occupation, h.guess.secret))}"
            for h in revealed.guesses
        ]
        lines += [f"- {_ticks(row, names)}" for row in rows[revealed.seat]]
        lines.append("")
    if r.revealed:
        lines += _points(told, r, names)
    return lines


def _ticks(row: Row, names: list[str]) -> str:
    owner = names[row.target - 1]
    right = ", ".join(names[seat - 1] for seat in row.right)
    missed = ", ".join(names[tick.seat - 1] for tick in row.ticks)
    match row.outcome:
        case "some":
            return f"{row.kind.title()}: named by {right}, 1 each; {owner} {len(row.right)}."
        case "all":
            return f"{row.kind.title()}: everybody knew, 1 each for {right}; {owner} nothing (struck out)."
        case "none":
            return f"{row.kind.title()}: nobody knew; " + (
                f"1 each for {missed}." if missed else "no points."
            )


def _points(told: Walk, r: WalkRound, names: list[str]) -> list[str]:
    s = r.standing
    final = told.finished and r is told.rounds[-1]
    lines = ["### Final standing" if final else f"### After round {r.number}", ""]
    lines += ["| Player | Own cards | Guesses | Total |", "|---|---:|---:|---:|"]
    order = sorted(s.totals, key=lambda seat: (-s.totals[seat], -s.guess_points[seat], seat))
    lines += [f"| {names[x - 1]} | {s.role_points[x]} | {s.guess_points[x]} | {s.totals[x]} |" for x in order]
    if final:
        won = " and ".join(names[seat - 1] for seat in s.winners)
        why = {"none": "", "guess points": " on points for guesses", "shared": ": a shared victory"}[
            s.tie_break
        ]
        lines += ["", f"**{won} {'wins' if len(s.winners) == 1 else 'win'}{why}.**"]
    return [*lines, ""]
