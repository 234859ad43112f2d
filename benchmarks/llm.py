"""What a table of models costs in time and tokens, against a server on loopback that answers after a fixed delay.

    python -m benchmarks.llm                       the figures
    python -m benchmarks.llm --calibrate SPEC      fit guess_temperature of a real model on the development answers

The server runs in a process of its own, so that its work is not taken for ours.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import mean, median
from typing import TypedDict

from pydantic import TypeAdapter

from dubious_ai.belief.readers import Readers
from dubious_ai.brains.llm import strength
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.brains.llm.transport.client import Payload
from dubious_ai.brains.protocol import Answer, Ask
from dubious_ai.brains.scripted import Scripted, plain_answer
from dubious_ai.config import Config, load_settings
from dubious_ai.content.card_names import resolve_card
from dubious_ai.content.library import library, setting_slug
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, Kind, Options, Player, Question
from dubious_ai.core.observe import Observation, observe
from dubious_ai.errors import BackendError
from dubious_ai.game.seating import Plan, brains_of, lay
from dubious_ai.game.sitting import house_of
from dubious_ai.game.table import Silent, Table
from tests.llm.support import completion, purpose, reply_to, serving, texts

READERS = Readers()


DELAY, TYPING = 0.2, 2.0
SEATS = 4
CHARACTERS = 4.2
"""Characters of one token of such English with its JSON."""
STAGES = 7
"""One choice, five answers, one guess."""
NOWHERE = Path("/nonexistent/config.toml")
FIXTURE = Path(__file__).parents[1] / "fixtures" / "dev_answers.jsonl"


def _serve(delay: float, pipe: Connection) -> None:
    """The server's process: legal replies after a delay until the pipe speaks, then what was asked."""

    def answer(payload: Payload) -> str:
        time.sleep(delay)
        reply = reply_to(payload)
        if "aim" in reply:
            reply["aim"] = "none"  # a hint whose rival no longer fits would be asked about once more
        return completion(json.dumps(reply))

    with serving(model=answer) as server:
        pipe.send(server.url)
        pipe.recv()
        pipe.send(server.seen)


@contextmanager
def served(delay: float, seen: list[Payload]) -> Generator[str]:
    """The address of such a server; `seen` is filled at the end."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(delay, theirs), daemon=True)
    process.start()
    url: str = ours.recv()
    try:
        yield url
    finally:
        ours.send("stop")
        seen.extend(ours.recv())
        process.join()


class Clock(Silent):
    """Notes when each event happened."""

    def __init__(self) -> None:
        self.times: list[tuple[float, ev.Event]] = []

    def happened(self, event: ev.Event) -> None:
        self.times.append((time.perf_counter(), event))


def game(url: str, seed: str, *, human: bool = False, parallel: bool = True) -> tuple[float, Clock]:
    """Seconds a bots' round takes, and its clock. `human`: seat 1 types for TYPING seconds an answer."""
    spec = f"openai:m@{url}"
    with Models(settings()) as models:
        laid, chance = lay(Plan(setting="cthulhu", seats=SEATS, brain=spec, seed=seed))
        brains = brains_of(laid.state, READERS, make=models.brain)
        humans: frozenset[int] = frozenset()
        if human:
            brains[1] = Scripted(on_answer=typing)
            humans = frozenset((1,))
        clock = Clock()
        table = Table(
            laid, brains, house_of(laid, READERS), chance, humans=humans, listener=clock, parallel=parallel
        )
        begun = time.perf_counter()
        table.play()
        took = time.perf_counter() - begun
    substituted = [e for e in laid.events if isinstance(e, ev.Substituted)]
    if substituted:
        raise SystemExit(f"the house had to act: {substituted[0]}")
    return took, clock


def typing(seen: Observation) -> Answer:
    """A human at the keyboard."""
    time.sleep(TYPING)
    return plain_answer(seen)


def settings() -> Config:
    """No key, no file; the server takes everybody at once."""
    return load_settings({}, {"llm.parallel": SEATS}, NOWHERE)


def shared(first: str, second: str) -> int:
    """Characters two prompts have in common at their beginning."""
    return next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
        min(len(first), len(second)),
    )


def prompts_of(seen: Sequence[Payload]) -> dict[str, list[tuple[str, str]]]:
    """(purpose, whole prompt) of every call, by seat (told apart by its prefix)."""
    calls: dict[str, list[tuple[str, str]]] = {}
    for payload in seen:
        whole = [text for _, text in texts(payload)]
        calls.setdefault(whole[0], []).append((purpose(payload), "".join(whole)))
    return calls


def figures(rounds: int) -> None:
    """Measure and print."""
    slow: list[Payload] = []
    quick: list[Payload] = []
    with served(0.0, quick) as url:
        game(url, "warm")
        parallel = [game(url, str(n))[0] for n in range(rounds)]
        single: list[float] = []
        for n in range(rounds):
            begun = time.process_time()
            game(url, str(n), parallel=False)
            single.append(time.process_time() - begun)
    with served(DELAY, slow) as url:
        walls = [game(url, str(n))[0] for n in range(rounds)]
        _, clock = game(url, "human", human=True)
    local, wall = median(parallel), median(walls)
    print(
        f"bots' round, {SEATS} seats, 5 questions, server answers after {DELAY * 1000:.0f} ms, median of {rounds}"
    )
    print(f"  wall time                {wall:6.3f} s")
    print(f"  local work (delay 0)     {local:6.3f} s")
    critical = STAGES * DELAY + local
    print(f"  critical path            {critical:6.3f} s   ratio {wall / critical:.2f} (at most 1.10)")
    calls = SEATS * STAGES
    print(
        f"  local overhead per call  {1000 * median(single) / calls:6.1f} ms of processor time, client library included (at most 8)"
    )
    waits = list(waiting(clock))
    print(
        f"human types {TYPING:.0f} s an answer: waiting for bots {1000 * max(waits):.0f} ms at most (at most 20)"
    )
    # a repair is part of the call before it
    seats = prompts_of([payload for payload in quick if len(texts(payload)) == 2])
    print(f"calls per bot and round    {len(quick) / (SEATS * (1 + 2 * rounds)):.1f} (7)")
    for what, limit in (("cast", 700), ("answer", 1300), ("guess", 1700)):
        longest = max(len(text) for made in seats.values() for named, text in made if named == what)
        print(
            f"prompt of a {what:<6}         {longest / CHARACTERS:5.0f} tokens at most (at most {limit}); {longest} characters"
        )
    reuse = [
        shared(before, after) / len(after)
        for made in seats.values()
        for (_, before), (_, after) in pairwise(made)
    ]
    print(
        f"repeated prefix            {mean(reuse):.0%} of the input of answer and guess calls (at least 75 %)"
    )


def waiting(clock: Clock) -> list[float]:
    """Seconds between the human's answer and the opening of all, for every question."""
    typed = {e.number: at for at, e in clock.times if isinstance(e, ev.QuestionRevealed)}
    opened = {e.number: at for at, e in clock.times if isinstance(e, ev.AnswersOpened)}
    return [opened[n] - typed[n] - TYPING for n in typed]


class Row(TypedDict):
    """One hand-written character of the development answers."""

    id: str
    setting: str
    occupation: str
    secret: str
    answers: list[dict[str, str]]


def table_of(row: Row) -> tuple[Observation, dict[Kind, str]]:
    """A table where seat 2 gives a character's answers and seat 1 is to guess; and the true cards, by slug."""
    setting = library(setting_slug(row["setting"])).setting()
    true: dict[Kind, str] = {
        "occupation": resolve_card(setting, "occupation", row["occupation"]).slug,
        "secret": resolve_card(setting, "secret", row["secret"]).slug,
    }
    free = {kind: [slug for slug in setting.slugs(kind) if slug != true[kind]] for kind in KINDS}
    mine = {kind: (free[kind][0], free[kind][1]) for kind in KINDS}
    players = tuple(Player(name=name) for name in ("Ada", "Bo", "Cy"))
    options = Options(appearance=0, assorted=len(row["answers"]), hard=True)
    events: list[ev.Event] = [
        ev.GameSetUp(setting=setting, players=players, options=options),
        ev.RoundStarted(round=1, reader=1),
        ev.CardsDealt(seat=1, occupations=mine["occupation"], secrets=mine["secret"]),
        ev.CardsKept(seat=1, occupation=mine["occupation"][0], secret=mine["secret"][0]),
        ev.CharactersIntroduced(characters=tuple(ev.Introduced(seat=n) for n in (1, 2, 3))),
    ]
    for number, answer in enumerate(row["answers"], 1):
        question = Question(slug=f"q{number}", back="assorted", text=answer["question"])
        said = {
            1: "Let us hear the others first.",
            2: answer["text"],
            3: "I would rather eat something first.",
        }
        spoken = tuple(ev.Spoken(seat=seat, text=text) for seat, text in said.items())
        events += [
            ev.QuestionRevealed(number=number, question=question),
            ev.AnswersOpened(number=number, answers=spoken),
        ]
    return observe([*events, ev.GuessingOpened()], 1), true


def calibrate(spec: str) -> None:
    """Let a model guess the people of the development answers, and print the temperature that suits it."""
    rows = TypeAdapter(list[Row]).validate_python(
        [json.loads(line) for line in FIXTURE.read_text(encoding="utf-8").splitlines()]
    )
    judged: list[tuple[Sequence[float], int]] = []
    right = 0
    with Models(load_settings()) as models:
        used = models.chat(spec).endpoint.settings.guess_temperature or strength.TEMPERATURE
        for number, row in enumerate(rows):
            seen, true = table_of(row)
            try:
                brain = models.brain(spec, READERS.of(seen.setting.slug))
                turn = brain.guess(Ask(seen, random.Random(number)))
            except BackendError as error:
                print(f"{row['id']}: {error}")
                continue
            for kind in KINDS:
                shares = turn.value.beliefs[2][kind]
                slugs = list(shares)
                judged.append((list(shares.values()), slugs.index(true[kind])))
                right += max(slugs, key=lambda slug: shares[slug]) == true[kind]
        print(models.ledger.line())
    if not judged:
        raise SystemExit("nothing could be judged")
    print(f"{right} of {len(judged)} right")
    print(f'[brains."{spec}"]\nguess_temperature = {used * strength.fit_temperature(judged):.2f}')


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.llm", description="Figures of a table of models."
    )
    parser.add_argument("--rounds", type=int, default=5, help="rounds to take the median of")
    parser.add_argument("--calibrate", metavar="SPEC", help="fit the guess temperature of a real model")
    given = parser.parse_args()
    if given.calibrate:
        calibrate(str(given.calibrate))
    else:
        figures(int(given.rounds))


if __name__ == "__main__":
    main()
