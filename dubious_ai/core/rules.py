"""What may happen next: the check every event passes, whom the table waits for, and the table's own next step.

Raises IllegalAction, which names the phase and what was expected; a refused event changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dubious_ai.core import events as ev
from dubious_ai.core.cleaning import clean
from dubious_ai.core.deal import check_table, deal_cards, draw_deck, substream
from dubious_ai.core.model import ANSWER_LIMIT, KINDS, Action, Kind, Pair, Phase
from dubious_ai.core.state import State
from dubious_ai.errors import DubiousError, UsageError

NAME_LIMIT, LINE_LIMIT, NOTE_LIMIT = 40, 300, 500


class IllegalAction(DubiousError):
    """The phase or the rules do not allow this. `phase` and `expected` say where the game stands and what may be done."""

    exit_code = 2

    def __init__(self, problem: str, phase: Phase, expected: str) -> None:
        super().__init__(f"{problem} The table is in the phase “{phase}”: {expected}")
        self.problem = problem
        self.phase: Phase = phase
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Due:
    """Whom the table waits for. No seats means that the table itself has the next step (or the game is over)."""

    action: Action | None
    seats: tuple[int, ...]


def due(state: State) -> Due:
    """Whom the table waits for now, from the reader clockwise."""
    match state.phase:
        case "choosing" if state.round.deck:
            action, done = "keep", state.round.kept.keys()
        case "answering" if len(state.round.asked) > len(state.round.opened):
            action, done = "answer", state.round.answers[-1].keys()
        case "guessing":
            action, done = "guess", state.round.guesses.keys()
        case _:
            return Due(None, ())
    return Due(action, tuple(seat for seat in state.from_reader() if seat not in done))


def expected(state: State) -> str:
    """A sentence that says what may happen now."""
    names = [player.name for player in state.players] if state.setup else []
    waiting = due(state) if state.setup else Due(None, ())
    who = ", ".join(names[seat - 1] for seat in waiting.seats)
    match state.phase:
        case "set-up":
            return "the table is being laid."
        case "choosing" if waiting.seats:
            return f"waiting for {who} to keep one Occupation and one Secret."
        case "answering" if waiting.seats:
            return f"waiting for {who} to answer question {len(state.round.asked)}."
        case "guessing" if waiting.seats:
            return f"waiting for {who} to guess."
        case "over":
            return "the game has ended."
        case _:
            return "the table goes on by itself."


def check(state: State, event: ev.Event) -> None:
    """Raise IllegalAction unless the event may happen now. UsageError for a table that cannot be laid."""
    problem = _problem(state, event)
    if problem:
        raise IllegalAction(problem, state.phase, expected(state))


def _problem(state: State, event: ev.Event) -> str | None:
    if isinstance(event, ev.GameSetUp):
        if state.setup:
            return "The table is laid already."
        check_table(event.setting, tuple(p.name for p in event.players), event.options)
        if event.strengths and (
            len(event.strengths) != len(event.players) or tuple(sorted(event.strengths)) != event.strengths
        ):
            return "The reading strengths of a table are one number for each seat, sorted."
        return next(
            (f"The name {p.name!r} is not clean." for p in event.players if clean(p.name) != p.name), None
        )
    if state.setup is None:
        return "No table is laid yet."
    if state.ended:
        return "The game is over."
    seat = getattr(event, "seat", None)
    if seat is not None and seat not in state.seats:
        return f"There is no seat {seat}: this table has seats 1 to {len(state.players)}."
    match event:
        case ev.SeatPrepared() | ev.BrainsNoted():
            return "Seats are prepared before the first round." if state.rounds else None
        case (
            ev.Substituted() | ev.SubstitutionExplained() | ev.AskedAgain() | ev.CoachUsed() | ev.TurnNoted()
        ):
            return None
        case ev.Reacted():
            return _reaction(state, event)
        case ev.NoteTaken():
            return _note(state, event)
        case ev.CardsKept() | ev.AnswerHandedIn() | ev.AnswerTakenBack() | ev.GuessesHandedIn():
            return _hand_in(state, event)
        case _:
            return _table_step(state, event)


def _hand_in(
    state: State, event: ev.CardsKept | ev.AnswerHandedIn | ev.AnswerTakenBack | ev.GuessesHandedIn
) -> str | None:
    name = state.players[event.seat - 1].name
    if isinstance(event, ev.AnswerTakenBack):
        return _take_back(state, event, name)
    wanted: Action = (
        "keep"
        if isinstance(event, ev.CardsKept)
        else "answer"
        if isinstance(event, ev.AnswerHandedIn)
        else "guess"
    )
    waiting = due(state)
    if waiting.action != wanted:
        return f"{name} cannot {_VERB[wanted]} now."
    if event.seat not in waiting.seats:
        return f"{name} has handed in already."
    match event:
        case ev.CardsKept():
            return _keep(state, event)
        case ev.AnswerHandedIn():
            return _answer(state, event)
        case _:
            return _guesses(state, event, name)


_VERB: dict[Action, str] = {"keep": "choose cards", "answer": "answer", "guess": "guess"}


def _keep(state: State, event: ev.CardsKept) -> str | None:
    dealt = state.round.dealt[event.seat]
    for kind, slug, offered in (
        ("Occupation", event.occupation, dealt.occupations),
        ("Secret", event.secret, dealt.secrets),
    ):
        if slug not in offered:
            return f"The {kind} {slug!r} was not dealt to this seat, which holds {offered[0]!r} and {offered[1]!r}."
    return _line("name", event.name, NAME_LIMIT) or _line("introduction", event.introduction, LINE_LIMIT)


def _answer(state: State, event: ev.AnswerHandedIn) -> str | None:
    if event.number != len(state.round.asked):
        return f"Question {event.number} is not the one on the table."
    if not event.text:
        return "An answer needs at least one word."
    return _line("answer", event.text, ANSWER_LIMIT) or _line("delivery", event.delivery, LINE_LIMIT)


def _line(what: str, text: str, limit: int) -> str | None:
    if len(text) > limit:
        return f"The {what} has {len(text)} characters; the limit is {limit}."
    return None if clean(text) == text else f"The {what} holds control characters or line breaks."


def _take_back(state: State, event: ev.AnswerTakenBack, name: str) -> str | None:
    now = state.round if state.rounds else None
    if now is None or len(now.asked) == len(now.opened) or event.number != len(now.asked):
        return f"{name} cannot take back an answer to question {event.number}: its answers are open or it is not asked."
    if event.seat not in now.answers[-1]:
        return f"{name} has not handed in an answer to take back."
    return None if due(state).seats else "It is too late to take an answer back: all have handed in."


def _guesses(state: State, event: ev.GuessesHandedIn, name: str) -> str | None:
    targets = sorted(announced.target for announced in event.guesses)
    others = [seat for seat in state.seats if seat != event.seat]
    if targets != others:
        return f"{name} must guess once about each of the seats {others}, not about {targets}."
    for announced in event.guesses:
        for kind in KINDS:
            slug = announced.guess.of(kind)
            if slug is not None and slug not in state.setting.slugs(kind):
                return f"{slug!r} is no {kind.title()} of {state.setting.name}."
    return None


def _note(state: State, event: ev.NoteTaken) -> str | None:
    if not state.rounds:
        return "Notes are taken during a round."
    if event.target not in state.seats or event.target == event.seat:
        return f"Seat {event.target} is no opponent to take notes about."
    if event.kind is None and (event.candidates or event.crossed):
        return "Marked cards need a kind, Occupation or Secret."
    slugs = state.setting.slugs(event.kind) if event.kind else ()
    for slug in (*event.candidates, *event.crossed):
        if slug not in slugs:
            return f"{slug!r} is no {event.kind} of {state.setting.name}."
    if both := set(event.candidates) & set(event.crossed):
        return f"{min(both)!r} cannot be pencilled in and crossed off at once."
    return _line("note", event.text, NOTE_LIMIT)


def _reaction(state: State, event: ev.Reacted) -> str | None:
    if not state.options.talk:
        return "At this table nobody talks between the answers."
    if not state.rounds:
        return "Reactions are said during a round."
    if event.to is not None and (event.to not in state.seats or event.to == event.seat):
        return f"Seat {event.to} is nobody to talk to."
    if not event.text:
        return "A reaction needs at least one word."
    return _line("reaction", event.text, LINE_LIMIT)


_NOT_NEXT = "“{}” is not what comes next."


def _table_step(state: State, event: ev.Event) -> str | None:
    """The table's own events must be exactly what the rules bring next, up to chance and the order of revealing."""
    if due(state).seats and not (state.phase == "guessing" and isinstance(event, ev.AnswersReread)):
        return "Somebody has not handed in yet."
    legal = _steps(state)
    if isinstance(event, ev.RoundStarted | ev.CardsDealt | ev.QuestionDeckDrawn):
        return _chance(state, event, legal)
    return None if event in legal else _NOT_NEXT.format(event.type.replace("_", " "))


def _chance(
    state: State, event: ev.RoundStarted | ev.CardsDealt | ev.QuestionDeckDrawn, legal: list[ev.Event]
) -> str | None:
    if event.type not in {step.type for step in legal}:
        return _NOT_NEXT.format(event.type.replace("_", " "))
    match event:
        case ev.RoundStarted():
            fixed = bool(state.rounds)
            ok = event in legal if fixed else event.round == 1 and event.reader in state.seats
            return None if ok else f"Round {event.round} with reader {event.reader} is not what comes next."
        case ev.CardsDealt():
            out: dict[Kind, set[str]] = {"occupation": set(), "secret": set()}
            for dealt in state.round.dealt.values():
                out["occupation"].update(dealt.occupations)
                out["secret"].update(dealt.secrets)
            for kind in KINDS:
                cards = event.occupations if kind == "occupation" else event.secrets
                free = set(state.setting.slugs(kind)) - out[kind]
                if not set(cards) <= free or cards[0] == cards[1] or event.seat in state.round.dealt:
                    return f"The {kind} cards {cards} cannot be dealt to seat {event.seat}."
            return None
        case _:
            known = set(state.setting.questions)
            drawn = event.questions
            ok = len(drawn) == state.options.questions == len(set(drawn)) and known.issuperset(drawn)
            return (
                None
                if ok
                else "The question deck does not fit the setting or the number of questions agreed on."
            )


def _steps(state: State, seed: str = "") -> list[ev.Event]:
    """The table's legal next events; the first is the one it takes by itself."""
    match state.phase:
        case "set-up":
            return [ev.RoundStarted(round=1, reader=substream(seed, "reader").choice(state.seats))]
        case "between rounds":
            if len(state.rounds) == state.options.rounds:
                return [ev.GameEnded()]
            reader = state.round.reader % len(state.players) + 1
            return [ev.RoundStarted(round=len(state.rounds) + 1, reader=reader)]
        case "choosing":
            return _choosing_steps(state, seed)
        case "answering":
            return [_answering_step(state)]
        case "guessing":
            left = [seat for seat in state.from_reader() if seat not in state.round.reread]
            return [ev.AnswersReread(seat=left[0])] if left else []
        case "revealing":
            done = {revealed.seat for revealed in state.round.revealed}
            return [_reveal(state, seat) for seat in state.from_reader() if seat not in done]
        case _:
            return []


def _choosing_steps(state: State, seed: str) -> list[ev.Event]:
    now = state.round
    if len(now.dealt) < len(state.players):
        dealt = deal_cards(state.setting, len(state.players), substream(seed, "deal", now.number))
        return [hand for hand in dealt if hand.seat not in now.dealt]
    if not now.deck:
        return [
            draw_deck(state.setting, state.options, substream(seed, "questions", now.number), state.heard)
        ]
    characters = tuple(
        ev.Introduced(seat=seat, name=now.kept[seat].name, introduction=now.kept[seat].introduction)
        for seat in state.from_reader()
    )
    return [ev.CharactersIntroduced(characters=characters)]


def _answering_step(state: State) -> ev.Event:
    now = state.round
    if len(now.asked) > len(now.opened):
        spoken = (now.answers[-1][seat] for seat in state.from_reader())
        return ev.AnswersOpened(
            number=len(now.asked),
            answers=tuple(ev.Spoken(seat=a.seat, text=a.text, delivery=a.delivery) for a in spoken),
        )
    if len(now.asked) < len(now.deck):
        return ev.QuestionRevealed(number=len(now.asked) + 1, question=now.deck[len(now.asked)])
    return ev.GuessingOpened()


def _reveal(state: State, seat: int) -> ev.PlayerRevealed:
    pair: Pair = state.round.pair(seat)
    others = [other for other in state.from_reader() if other != seat]
    return ev.PlayerRevealed(
        seat=seat,
        occupation=pair.occupation,
        secret=pair.secret,
        guesses=tuple(ev.GuessHeard(seat=other, guess=state.round.guess(other, seat)) for other in others),
        meant=tuple(_meant(state, seat)),
    )


def _meant(state: State, seat: int) -> Iterator[ev.Meant]:
    """What a seat's answers were meant to hint at, as far as it said so."""
    for number, given in enumerate(state.round.answers, 1):
        intent = given[seat].intent
        if intent is None or intent.card is None:
            continue
        for kind in KINDS:
            if intent.card in state.setting.slugs(kind):
                yield ev.Meant(number=number, kind=kind, card=intent.card, clue=intent.clue, why=intent.why)


def next_step(state: State, seed: str) -> ev.Event | None:
    """The table's own next event, or None while it waits for seats or when the game is over.

    During guessing the re-reading goes on while guesses may come in.
    """
    if state.setup is None:
        raise UsageError("Lay the table before the first step.")
    if state.phase != "guessing" and due(state).seats:
        return None
    steps = _steps(state, seed)
    return steps[0] if steps else None
