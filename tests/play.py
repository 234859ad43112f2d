"""A small table for tests: a setting of its own (so that nothing depends on the contents) and games played by chance.

`walk` plays every legal kind of event at random, one by one; `laid` gives a table nobody has sat down at yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import (
    LEVELS,
    Back,
    Card,
    Guess,
    Intent,
    Kind,
    Options,
    Player,
    Question,
    Setting,
    Usage,
)
from dubious_ai.core.rules import due, next_step
from dubious_ai.core.state import State

OCCUPATIONS = (
    "Baker", "Clockmaker", "Diver", "Fortune teller", "Gardener", "Judge", "Lamplighter", "Midwife", "Night watchman",
    "Organ grinder", "Postman", "Umbrella maker",
)  # fmt: skip
SECRETS = (
    "Afraid of geese", "Buried a piano", "Collects keys", "Cannot whistle", "Dreams in French", "Forges tickets",
    "Owns an island", "Shot the weathercock", "Sleeps in the belfry", "Talks to bees", "Was a twin", "Won the lottery",
)  # fmt: skip
QUESTIONS: dict[Back, tuple[str, ...]] = {
    "appearance": ("What is on your hat?", "How do you walk?", "What do your gloves hide?", "Who cut your hair?"),
    "assorted": (
        "What is in your cellar?", "Whom do you owe?", "What do you sing?", "When were you last lost?",
        "What do you never lend?", "Who taught you to swim?",
    ),
}  # fmt: skip
NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn")


def slug(name: str) -> str:
    """The slug of a name of this setting."""
    return name.lower().replace(" ", "-").removesuffix("?")


def _cards(kind: Kind, names: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(Card(slug=slug(name), name=name, kind=kind, number=n) for n, name in enumerate(names, 1))


SETTING = Setting(
    slug="harbour",
    name="Harbour",
    occupations=_cards("occupation", OCCUPATIONS),
    secrets=_cards("secret", SECRETS),
    questions=tuple(
        Question(slug=slug(text), back=back, text=text) for back, texts in QUESTIONS.items() for text in texts
    ),
)
SHORT = Options(appearance=1, assorted=1)


def setup(seats: int = 3, options: Options = SHORT) -> ev.GameSetUp:
    """The first event of a table."""
    players = tuple(Player(name=name) for name in NAMES[:seats])
    return ev.GameSetUp(setting=SETTING, players=players, options=options)


def laid(seats: int = 3, options: Options = SHORT) -> Game:
    """A table with its players, before the first round."""
    return Game([setup(seats, options)])


def keep(game: Game, seat: int, name: str = "", introduction: str = "") -> ev.CardsKept:
    """A legal choice of cards: the first of each kind."""
    dealt = game.state.round.dealt[seat]
    return ev.CardsKept(
        seat=seat,
        occupation=dealt.occupations[0],
        secret=dealt.secrets[0],
        name=name,
        introduction=introduction,
    )


def answer(game: Game, seat: int, text: str = "") -> ev.AnswerHandedIn:
    """A legal answer to the question on the table."""
    number = len(game.state.round.asked)
    return ev.AnswerHandedIn(seat=seat, number=number, text=text or f"Seat {seat}, question {number}.")


def guesses(game: Game, seat: int, rng: Random | None = None) -> ev.GuessesHandedIn:
    """Legal guesses: all blank, or by chance (right, wrong and blank ones mixed)."""
    told: list[ev.Announced] = []
    for target in game.state.seats:
        if target != seat:
            guess = Guess()
            if rng is not None:
                pair = game.state.round.pair(target)
                guess = Guess(
                    occupation=rng.choice((pair.occupation, rng.choice(SETTING.slugs("occupation")), None)),
                    secret=rng.choice((pair.secret, rng.choice(SETTING.slugs("secret")), None)),
                )
            told.append(ev.Announced(target=target, guess=guess))
    if rng is not None:
        rng.shuffle(told)
    return ev.GuessesHandedIn(seat=seat, guesses=tuple(told))


def hand_in(game: Game, seat: int, rng: Random | None = None) -> ev.Event:
    """What this seat is awaited for, as a legal event."""
    match due(game.state).action:
        case "keep":
            return keep(game, seat)
        case "answer":
            return answer(game, seat)
        case "guess":
            return guesses(game, seat, rng)
        case None:
            raise AssertionError("nobody is awaited")


def forward(game: Game, phase: str, seed: str = "s", *, all_in: bool = False) -> Game:
    """Play plainly until the table stands in `phase` and waits for seats (or has the next step itself, with `all_in`)."""
    while True:
        waiting = due(game.state).seats
        if game.state.phase == phase and bool(waiting) != all_in:
            return game
        if game.step(seed) is None:
            for seat in due(game.state).seats:
                game.take(hand_in(game, seat))
            assert game.state.phase != "over" or phase == "over", f"never reached {phase}"


def finished(seats: int = 3, options: Options = SHORT, seed: int = 1) -> list[ev.Event]:
    """All events of a whole game played by chance."""
    game = laid(seats, options)
    for _ in walk(game, Random(seed)):
        pass
    return game.events


def walk(game: Game, rng: Random) -> Iterator[ev.Event]:
    """Play to the end with every kind of legal event in a random order; yields each event when it has been taken."""
    for seat in game.state.seats:
        if not game.state.rounds and rng.random() < 0.7:
            game.take(
                ev.SeatPrepared(seat=seat, persona=f"persona {rng.randrange(9)}", level=rng.choice(LEVELS))
            )
            yield game.events[-1]
    if not game.state.rounds:
        game.take(ev.BrainsNoted(brains=("house",) * len(game.state.players), seed=str(rng.random())))
        yield game.events[-1]
    chance = str(rng.random())
    while game.state.phase != "over":
        game.take(_any(game, rng, chance))
        yield game.events[-1]


def _any(game: Game, rng: Random, chance: str) -> ev.Event:
    """One legal event by chance."""
    state, waiting = game.state, due(game.state)
    if state.rounds and rng.random() < 0.15:
        return _aside(state, rng)
    if waiting.action == "answer" and waiting.seats and rng.random() < 0.1 and state.round.answers[-1]:
        return ev.AnswerTakenBack(
            seat=rng.choice(list(state.round.answers[-1])), number=len(state.round.asked)
        )
    if waiting.seats and (waiting.action != "guess" or rng.random() < 0.5):
        return _random_hand_in(game, rng.choice(waiting.seats), rng)
    event = next_step(state, chance)
    if event is None:
        return _random_hand_in(game, rng.choice(waiting.seats), rng)
    if isinstance(event, ev.PlayerRevealed):
        left = [s for s in state.seats if s not in {r.seat for r in state.round.revealed}]
        return _reveal(state, rng.choice(left))
    return event


def _reveal(state: State, seat: int) -> ev.PlayerRevealed:
    pair, others = state.round.pair(seat), [s for s in state.from_reader() if s != seat]
    heard = tuple(ev.GuessHeard(seat=s, guess=state.round.guess(s, seat)) for s in others)
    return ev.PlayerRevealed(seat=seat, occupation=pair.occupation, secret=pair.secret, guesses=heard)


def _random_hand_in(game: Game, seat: int, rng: Random) -> ev.Event:
    event = hand_in(game, seat, rng)
    match event:
        case ev.CardsKept():
            dealt = game.state.round.dealt[seat]
            return event.model_copy(
                update={
                    "occupation": rng.choice(dealt.occupations),
                    "secret": rng.choice(dealt.secrets),
                    "name": rng.choice(("", f"Somebody {rng.randrange(99)}")),
                    "introduction": rng.choice(("", f"I came by tram {rng.randrange(99)}.")),
                }
            )
        case ev.AnswerHandedIn():
            intent = Intent(
                aim=rng.choice(("occupation", "secret", "both", "false-trail", "none")),
                occupation_share=rng.random(),
            )
            return event.model_copy(
                update={
                    "text": f"Answer {rng.randrange(10**6)} of seat {seat}.",
                    "delivery": rng.choice(("", f"humming tune {rng.randrange(99)}")),
                    "intent": rng.choice((None, intent)),
                }
            )
        case _:
            return event


def _aside(state: State, rng: Random) -> ev.Event:
    """Something that may happen at any time during a round."""
    seat = rng.choice(state.seats)
    target = rng.choice([s for s in state.seats if s != seat])
    marks = tuple(rng.sample(SETTING.slugs("secret"), 2))
    return rng.choice(
        (
            ev.NoteTaken(seat=seat, target=target, text=f"thought {rng.randrange(99)}"),
            ev.NoteTaken(seat=seat, target=target, kind="secret", candidates=marks[1:], crossed=marks[:1]),
            ev.Substituted(seat=seat, action="answer", number=1, cause="withheld"),
            ev.SubstitutionExplained(
                seat=seat, action="answer", number=1, cause=f"said word {rng.randrange(99)}"
            ),
            ev.AskedAgain(seat=seat, action="answer", number=1, reason=f"said word {rng.randrange(99)}"),
            ev.CoachUsed(seat=seat, what="hint", number=1),
            ev.TurnNoted(
                seat=seat, action="answer", number=1, brain="house", usage=Usage(calls=rng.randrange(99))
            ),
        )
    )


def snapshot(state: State) -> dict[str, object]:
    """Everything a state holds, as plain values that can be compared."""
    return {
        **vars(state),
        "rounds": [dict(vars(r)) | {"answers": [dict(a) for a in r.answers]} for r in state.rounds],
    }


def frozen(game: Game) -> str:
    """Everything a game holds, events, state and what each seat sees, as text that can be compared."""
    seen = [game.observation(seat).to_json() for seat in game.state.seats] if game.state.setup else []
    return repr((game.events, snapshot(game.state), seen))
