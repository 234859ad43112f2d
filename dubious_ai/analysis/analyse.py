"""From a game to its analysis: folds the events once, reads every answer once, and looks at the table from every chair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dubious_ai.analysis.chairs import dealt_to, sights
from dubious_ai.analysis.clues import Aimed, aimed, clues_for, example_for, words_for
from dubious_ai.analysis.game_analysis import (
    AnswerAnalysis,
    CardAnalysis,
    GameAnalysis,
    GuessAnalysis,
    PlayerAnalysis,
    RoundAnalysis,
)
from dubious_ai.analysis.judging import Seen, aim_of, judge, plan_after, seen_of
from dubious_ai.analysis.verdict import Verdict, best_points, loudness
from dubious_ai.belief.posterior import Heard, Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.readers import Readers
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Kind, Setting
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import best_pick_rate, expected_role_points
from dubious_ai.core.state import RoundState, State
from dubious_ai.errors import UsageError
from dubious_ai.game.facts import brains_noted, coach_uses, rejected, substitutions

LED = 0.05
"""Share of readers in a chair who would name a wrong card, from which something that was said may have led them there."""


def analyse(game: Game, readers: Readers, *, spoil: bool = False, hear: bool = True) -> GameAnalysis:
    """Understand a game. Without `hear`, guesses are explained only by what the answers' authors say of them: quick, for data sets.

    Raises UsageError when it is unfinished (unless `spoil`), holds no answers, or was played with cards this version does not know."""
    state = game.state
    if state.setup is None or (not state.ended and not spoil):
        raise UsageError(
            "This game is not finished, and looking into it shows everybody's cards. Finish it with `dubious resume` first."
        )
    reader = _reader_of(state.setting, readers)
    played = [r for r in state.rounds if r.opened]
    if not played:
        raise UsageError(
            "Nobody has answered a question in this game yet, so there is nothing to look back on."
        )
    noted, others = state.noted, len(state.players) - 1
    prepared = [state.prepared.get(seat) for seat in state.seats]
    seats = tuple(game.observation(seat) for seat in state.seats)
    return GameAnalysis(
        reader=reader,
        setting=state.setting,
        players=state.players,
        brains=brains_noted(state),
        personas=tuple(p.persona if p else None for p in prepared),
        levels=tuple(p.level if p else "regular" for p in prepared),
        wrote=_wrote(game),
        substitutions=substitutions(game.events),
        coached=coach_uses(game.events),
        seed=noted.seed if noted else "",
        finished=state.ended,
        aim=best_pick_rate(others),
        best=best_points(others),
        rounds=tuple(_round(state, reader, r, seats, hear=hear) for r in played),
        standing=state.standing(),
        seats=seats,
    )


def _reader_of(setting: Setting, readers: Readers) -> Reader:
    reader = readers.of(setting.slug)
    unknown = [c.name for kind in KINDS for c in setting.cards(kind) if c.slug not in reader.cards.place]
    if unknown:
        raise UsageError(
            f"This game was played with cards that this version has no texts for ({', '.join(unknown[:3])}), so it cannot read the answers. "
            "`dubious replay` shows the game."
        )
    return reader


def _wrote(game: Game) -> tuple[tuple[str, ...], ...]:
    """The brains behind each seat, the seat's own first. Persons leave no note of their turns, bots do."""
    noted = game.state.noted
    by_seat: dict[int, dict[str, None]] = {
        seat: {noted.brains[seat - 1]: None} if noted else {} for seat in game.state.seats
    }
    for event in game.events:
        if isinstance(event, ev.TurnNoted):
            by_seat[event.seat][event.brain] = None
    return tuple(tuple(found) for found in by_seat.values())


def _round(
    state: State, reader: Reader, now: RoundState, views: Sequence[Observation], *, hear: bool
) -> RoundAnalysis:
    seats = list(state.seats)
    order = tuple(seats[(now.reader - 1 + k) % len(seats)] for k in range(len(seats)))
    count = len(now.opened)
    said = {
        seat: tuple(
            Said(a.question.text, b[seat].text)
            for a, b in zip(now.asked[:count], now.answers[:count], strict=True)
        )
        for seat in seats
    }
    told = {r.seat: r.meant for r in now.revealed}
    aims = {
        seat: tuple(
            aimed(reader.library, a[seat], now.pair(seat), told.get(seat, ())) for a in now.answers[:count]
        )
        for seat in seats
    }
    guesses = _guesses(reader, now, views, said, aims, hear=hear) if len(now.guesses) == len(seats) else []
    return RoundAnalysis(
        number=now.number,
        reader=now.reader,
        order=order,
        questions=tuple(a.question for a in now.asked[:count]),
        players=tuple(
            _player(
                reader,
                now,
                views[seat - 1],
                said[seat],
                aims[seat],
                [g for g in guesses if g.sight.target == seat],
                hear=hear,
            )
            for seat in seats
        ),
    )


def _player(
    reader: Reader,
    now: RoundState,
    view: Observation,
    said: tuple[Said, ...],
    aims: tuple[Aimed, ...],
    guesses: list[GuessAnalysis],
    *,
    hear: bool,
) -> PlayerAnalysis:
    seat, pair = view.seat, now.pair(view.seat)
    seen = [seen_of(reader, view, pair, said[:n]) for n in range(len(said) + 1)]
    verdicts = [
        judge(
            reader,
            view,
            pair,
            said[:n],
            new,
            seen=(seen[n], seen[n + 1]),
            trail=aims[n].card if aims[n].false else None,
        )
        for n, new in enumerate(said)
    ]
    cards = [_card(view, now, kind, seen, verdicts) for kind in KINDS]
    introduced = next((c for c in now.characters if c.seat == seat), None)
    return PlayerAnalysis(
        seat=seat,
        name=view.name(seat),
        character=introduced.name if introduced else "",
        introduction=introduced.introduction if introduced else "",
        pair=pair,
        rejected=rejected(now, seat),
        answers=tuple(
            _answer(reader, now, seat, n, said[n], aims[n], told) for n, told in enumerate(verdicts)
        ),
        cards=(cards[0], cards[1]),
        clues={kind: clues_for(reader, said, aims, pair.of(kind), hear=hear) for kind in KINDS},
        guesses=tuple(guesses),
        confidence=reader.read([Heard(said)])[0].confidence,
    )


def _answer(
    reader: Reader,
    now: RoundState,
    seat: int,
    n: int,
    said: Said,
    aim: Aimed,
    told: Verdict,
) -> AnswerAnalysis:
    handed, pair = now.answers[n][seat], now.pair(seat)
    words: dict[Kind, tuple[str, ...]] = {}
    for kind in KINDS:
        if aim.clue and aim.card == pair.of(kind):
            words[kind] = (aim.clue,)
        elif aim.clue:
            # its author says what it is for; what else moved readers is heard, not said
            words[kind] = ()
        else:
            away = told.of(kind).effect == "led away"
            words[kind] = words_for(reader, said, pair.of(kind), -1 if away else 1)
    return AnswerAnalysis(
        seat=seat,
        number=n + 1,
        question=now.asked[n].question,
        text=handed.text,
        delivery=handed.delivery,
        intent=handed.intent,
        aim=aim,
        verdict=told,
        words=words,
    )


def _card(
    view: Observation, now: RoundState, kind: Kind, seen: Sequence[Seen], verdicts: Sequence[Verdict]
) -> CardAnalysis:
    slug, readers = now.pair(view.seat).of(kind), len(view.opponents)
    last = seen[-1][kind].share
    return CardAnalysis(
        kind=kind,
        slug=slug,
        name=view.setting.card(kind, slug).name,
        shares=tuple(s[kind].share for s in seen),
        verdicts=tuple(v.of(kind) for v in verdicts),
        stands=loudness(last, plan_after(view, max(1, len(verdicts))), aim_of(view)),
        expected=expected_role_points(readers, last),
        row=next((r for r in now.rows if r.target == view.seat and r.kind == kind), None),
    )


def _guesses(
    reader: Reader,
    now: RoundState,
    views: Sequence[Observation],
    said: dict[int, tuple[Said, ...]],
    aims: dict[int, tuple[Aimed, ...]],
    *,
    hear: bool,
) -> list[GuessAnalysis]:
    """Every guess of the round with what a reader in the guesser's chair could have believed."""
    found: list[GuessAnalysis] = []
    for view in views:
        mine = {kind: dealt_to(now, view.seat, kind) for kind in KINDS}
        for sight in sights(reader, now, view, views, said):
            guessed = sight.guessed
            led = hear and (guessed == sight.truth or sight.guessed_share >= LED)
            clues = (
                clues_for(reader, said[sight.target], aims[sight.target], guessed, hear=led)
                if guessed
                else ()
            )
            if led and guessed and guessed != sight.truth:
                heard = said[sight.target]
                clues = tuple(
                    replace(clue, example=example_for(reader, heard[clue.number - 1], guessed))
                    for clue in clues
                )
            owner = next((seat for seat in now.kept if now.pair(seat).of(sight.kind) == guessed), None)
            found.append(GuessAnalysis(view.seat, sight, clues, owner, guessed in mine[sight.kind]))
    return found
