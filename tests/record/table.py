"""A table of scripted seats whose game is written to a record. Run as a program it stops on request, to be killed there.

`python -m tests.record.table FILE STOP SEAT` plays with seat 1 as the human and waits for ever at STOP: when that seat is asked to
"keep", "answer 2" or "guess", or "reveal" after the first player is revealed. It prints "stored …" for every hand-in that has been stored, then "stuck".
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from dubious_ai.brains.protocol import Answer, Cast, Guesses
from dubious_ai.brains.scripted import Scripted, first_cards, first_free, plain_answer
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.core.observe import Observation
from dubious_ai.game.table import Sink, Table
from dubious_ai.storage.record_writer import Record
from tests.play import setup

SEED = "a seed"
OPTIONS = Options(appearance=1, assorted=1, rounds=2)


def begin(seats: int = 3, options: Options = OPTIONS) -> Game:
    """A laid table."""
    game = Game([setup(seats, options)])
    game.take(ev.BrainsNoted(brains=("scripted",) * seats, seed=SEED))
    return game


def play_on(game: Game, sink: Sink | None = None, brain: Scripted | None = None) -> None:
    """Play to the end, one seat after the other; seat 1 counts as a human."""
    brains = dict.fromkeys(game.state.seats, brain or Scripted())
    Table(game, brains, Scripted(), SEED, humans=frozenset({1}), sink=sink, parallel=False).play()


def store(record: Record) -> Sink:
    """A sink that does not wait for the disk: quick, and as good unless the machine itself goes down."""
    return lambda events, _: record.append(*events)


def record_game(path: Path, seats: int = 3, options: Options = OPTIONS) -> list[ev.Event]:
    """A whole game in a file."""
    game = begin(seats, options)
    with Record.create(path, "TEST") as record:
        for event in game.events:
            record.append(event)
        play_on(game, store(record))
    return game.events


def _stop_at(stop: str, seat: int) -> Scripted:
    def halt(observation: Observation, here: str) -> None:
        if here == stop and observation.seat == seat:
            print("stuck", flush=True)
            time.sleep(600)

    def cast(observation: Observation) -> Cast:
        halt(observation, "keep")
        return first_cards(observation)

    def answer(observation: Observation) -> Answer:
        asked = observation.question
        halt(observation, f"answer {asked.number if asked else 0}")
        return plain_answer(observation)

    def guess(observation: Observation) -> Guesses:
        halt(observation, "guess")
        return first_free(observation)

    return Scripted(cast, answer, guess)


def main(path: Path, stop: str, seat: int) -> None:
    """Play until the stop."""
    game = begin()
    with Record.create(path, "TEST") as record:
        for event in game.events:
            record.append(event)

        def sink(events: Sequence[ev.Event], durable: bool) -> None:
            record.append(*events, durable=durable)
            event = events[0]
            if isinstance(event, ev.CardsKept | ev.AnswerHandedIn | ev.GuessesHandedIn):
                print(f"stored {event.model_dump_json()}", flush=True)
            if stop == "reveal" and isinstance(event, ev.PlayerRevealed):
                print("stuck", flush=True)
                time.sleep(600)

        play_on(game, sink, _stop_at(stop, seat))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
