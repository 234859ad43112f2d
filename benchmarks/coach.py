"""How far the coach's meter can be trusted, and how fast the coach is.

    python benchmarks/coach.py              both parts; --meter or --speed for one of them

*Meter*: for each character of the development set and k = 1 … 5 answers, the share of regular readers predicted for the true card,
against independent readers: they know a held-out half of the cue text only (split at random; then of everything that is written), have two other cards
in hand, and pick with seeds of their own. Two meters are judged: the shipped one, which knows all of it, and a *blind* one, which knows only
the half its readers do not know; with everything split the two have nothing in common but the names of the cards. The Brier score is the
mean of (predicted share - share of readers)²; skill is 1 - Brier / Brier of always saying the mean share at that k. `picks` is the same against
single picks, right or wrong, of which no prediction can explain the luck: `best` is what a perfect one would reach. Halves are
swapped and splits repeated; readers run in processes of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from pydantic import TypeAdapter

from dubious_ai.belief.posterior import Heard, Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.readers import Readers
from dubious_ai.belief.skill import pick
from dubious_ai.content.cards import CardFile
from dubious_ai.content.library import Library, SettingSlug, library, setting_slugs
from dubious_ai.core.model import KINDS, Kind, Pair, Value

FILE = Path(__file__).resolve().parents[1] / "fixtures" / "dev_answers.jsonl"
RUN = "from dubious_ai.cli.main import run; run()"
SPLITS = 2
READERS = 20
WRITTEN: dict[str, tuple[str, ...]] = {
    "cues": ("cues",),
    "everything": ("cues", "gist", "hints", "associations", "answers"),
}
"""What is split, by name: the running cue text alone, or all that a reader knows about a card but its name. Text by sentences, lists by entries."""
Shares = list[float]
"""One number for each character, kind and k, in that order."""
NUMBERS: TypeAdapter[Shares] = TypeAdapter(Shares)


class Character(Value):
    """A character of the development set."""

    setting: SettingSlug
    pair: Pair
    said: tuple[tuple[str, str], ...]

    def heard(self, k: int) -> tuple[Said, ...]:
        """The first k answers."""
        return tuple(Said(question, text) for question, text in self.said[:k])


def development() -> list[Character]:
    """The 60 characters, in the order of the file."""
    people: list[Character] = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        slugs = {(kind, f.name): f.slug for kind in KINDS for f in library(raw["setting"]).texts(kind)}
        pair = Pair(occupation=slugs["occupation", raw["occupation"]], secret=slugs["secret", raw["secret"]])
        said = tuple((a["question"], a["text"]) for a in raw["answers"])
        people.append(Character(setting=raw["setting"], pair=pair, said=said))
    return people


def cases() -> list[tuple[Character, Kind, int]]:
    """Everything that is predicted: character, kind, number of answers."""
    return [(c, kind, k) for c in development() for kind in KINDS for k in range(1, 6)]


def halved(what: str, half: int, split: int) -> Callable[[SettingSlug], Library]:
    """A library that knows one half (0 or 1) of what is written about each card."""

    def part(file: CardFile) -> CardFile:
        rng = random.Random(f"{split} {file.slug}")
        fields: dict[str, object] = dict(file)
        kept: dict[str, object] = {}
        for name in WRITTEN[what]:
            whole = fields.get(name, ())
            pieces = " ".join(whole.split()).split(". ") if isinstance(whole, str) else whole
            if isinstance(pieces, list | tuple):
                told: list[object] = list(pieces)  # pyright: ignore[reportUnknownArgumentType]
                first = set(rng.sample(range(len(told)), len(told) // 2))
                mine = [piece for n, piece in enumerate(told) if (n in first) != bool(half)]
                kept[name] = ". ".join(map(str, mine)) if isinstance(whole, str) else tuple(mine)
        return file.model_copy(update={n: value for n, value in kept.items() if n in fields})

    def get(setting: SettingSlug) -> Library:
        whole = library(setting)
        every: dict[str, Any] = {n: getattr(whole, n) for n in Library.model_fields}
        return Library.model_validate(every | {"files": tuple(map(part, whole.files))})

    return get


def meter(by: Mapping[str, Reader]) -> Shares:
    """What the meter predicts for each case."""
    return [by[c.setting].share(c.heard(k), c.pair.of(kind), kind) for c, kind, k in cases()]


def readers(by: Mapping[str, Reader], seed: str) -> Shares:
    """For each case the part of `READERS` readers, each with two other cards in hand, who pick the true card."""
    rng = random.Random(seed)
    found: Shares = []
    for character, kind, k in cases():
        true = character.pair.of(kind)
        others = [f.slug for f in library(character.setting).texts(kind) if f.slug != true]
        right = 0
        for _ in range(READERS):
            excluded: dict[Kind, list[str]] = {kind: rng.sample(others, 2)}
            belief = by[character.setting].read([Heard(character.heard(k))], excluded=excluded)[0]
            right += pick(belief.alone[kind], "regular", rng) == belief.slugs[kind].index(true)
        found.append(right / READERS)
    return found


def _in_process(what: str, parts: str, half: int, split: int) -> Shares:
    arguments = [sys.executable, __file__, "--child", what, parts, str(half), str(split)]
    done = subprocess.run(arguments, check=True, capture_output=True, text=True)
    return NUMBERS.validate_json(done.stdout)


def _child(what: str, parts: str, half: int, split: int) -> None:
    whole = Readers()
    by = {slug: whole.of(slug) for slug in setting_slugs()}
    if half in (0, 1):
        texts = halved(parts, half, split)
        with tempfile.TemporaryDirectory() as none:
            by = {slug: Reader(texts(slug), whole.encoder, Path(none)) for slug in setting_slugs()}
            any(own.prepare() for own in by.values())
    print(json.dumps(meter(by) if what == "meter" else readers(by, f"readers {half} {split}")))


def scores(predicted: Shares, seen: Shares, k: int) -> list[float]:
    """Brier score and base rate at k, skill against shares of readers, skill against single picks, and the best such skill there can be."""
    chosen = [(p, y) for (_, _, n), p, y in zip(cases(), predicted, seen, strict=True) if n == k]
    base = statistics.mean(y for _, y in chosen)
    brier = statistics.mean((p - y) ** 2 for p, y in chosen)
    blind = statistics.mean((base - y) ** 2 for _, y in chosen)
    luck = statistics.mean(y * (1 - y) for _, y in chosen)
    return [brier, base, 1 - brier / blind, 1 - (brier + luck) / (blind + luck), blind / (blind + luck)]


def measure_meter(parts: str) -> None:
    """The table of Brier scores and skills, with the cue text or everything split."""
    whole = _in_process("meter", parts, -1, 0)
    runs: dict[str, list[tuple[Shares, Shares]]] = {"shipped": [], "blind": []}
    for split in range(SPLITS):
        meters = [_in_process("meter", parts, half, split) for half in (0, 1)]
        for half in (0, 1):
            seen = _in_process("readers", parts, half, split)
            runs["shipped"].append((whole, seen))
            runs["blind"].append((meters[1 - half], seen))
    print(f"meter against readers who know a held-out half of: {', '.join(WRITTEN[parts])}")
    for name, pairs in runs.items():
        for k in range(1, 6):
            columns = zip(*(scores(predicted, seen, k) for predicted, seen in pairs), strict=True)
            brier, base, skill, single, best = (statistics.mean(column) for column in columns)
            print(
                f"  {name:<8} k={k}  Brier {brier:.3f}  base rate {base:.2f}  skill {skill:+.2f}"
                f"   picks {single:+.2f} (best {best:.2f})"
            )


# --- speed ---


def _milliseconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begun)


def measure_speed() -> None:
    """Latency of each kind of help when the setting is loaded, always for another card and question; then tables a second."""
    from dubious_ai.coach.hint import steps
    from dubious_ai.coach.hint.meter import check_draft
    from dubious_ai.coach.seat_view import own_seat

    reader = Readers().of("antiquity")
    texts = reader.library
    rng = random.Random(5)
    took: dict[str, list[float]] = {"nudge": [], "sketch": [], "full": [], "check": []}
    for turn in range(25):
        pair = Pair(
            occupation=rng.choice(texts.texts("occupation")).slug,
            secret=rng.choice(texts.texts("secret")).slug,
        )
        told = rng.sample(texts.questions, 3)
        said = tuple(Said(q.text, rng.choice(rng.choice(texts.files).answers).text) for q in told[:2])
        draft = " ".join(rng.choice(texts.files).cues.split()[:14])
        seen = own_seat(texts, pair, told[2].text, said)
        now = {
            "nudge": _milliseconds(lambda s=seen: steps.nudge(reader, s)),
            "sketch": _milliseconds(lambda s=seen: steps.sketch(reader, s)),
            "full": _milliseconds(lambda s=seen: steps.full(reader, s)),
            "check": _milliseconds(lambda s=seen, d=draft: check_draft(reader, s, d)),
        }
        for name, value in now.items():
            if turn >= 5:
                took[name].append(value)
    for name, values in took.items():
        print(
            f"  {name:<7} median {statistics.median(values):6.1f} ms   slowest of {len(values)} {max(values):6.1f} ms"
        )
    measure_batch("people of the development set", people(1000))
    measure_batch("no answer twice", tables(300))


def tables(number: int) -> str:
    """Tables of four with five answers each, as JSON lines: prepared answers, each with a few words of its own."""
    rng = random.Random(8)
    lines: list[str] = []
    for _ in range(number):
        texts = library(rng.choice(setting_slugs()))
        asked = rng.sample(texts.questions, 5)
        players: list[dict[str, object]] = []
        for seat in range(4):
            mine = [rng.choice(texts.texts(kind)) for kind in KINDS]
            said: list[dict[str, str]] = []
            for question in asked:
                fitting = [a.text for a in rng.choice(mine).answers if a.to == question.slug]
                tail = " ".join(rng.sample(rng.choice(texts.files).cues.split(), 3))
                said.append({"question": question.text, "text": f"{rng.choice(fitting)} {tail}"})
            players.append({"name": f"Player {seat + 1}", "answers": said})
        lines.append(json.dumps({"setting": texts.slug, "players": players}))
    return "\n".join(lines) + "\n"


def people(number: int) -> str:
    """Tables of four characters of the development set, as JSON lines."""
    rng, everybody = random.Random(9), development()
    lines: list[str] = []
    for _ in range(number):
        setting = rng.choice(setting_slugs())
        seated = rng.sample([c for c in everybody if c.setting == setting], 4)
        players = [
            {"name": f"Player {n}", "answers": [{"question": q, "text": t} for q, t in c.said]}
            for n, c in enumerate(seated, 1)
        ]
        lines.append(json.dumps({"setting": setting, "players": players}))
    return "\n".join(lines) + "\n"


def measure_batch(name: str, text: str) -> None:
    """`dubious guess --batch` on tables of 4 as a process of its own, start included; and the part after the start."""
    number = text.count("\n")
    with tempfile.TemporaryDirectory() as folder:
        file, few = Path(folder) / "tables.jsonl", Path(folder) / "few.jsonl"
        file.write_text(text, encoding="utf-8")
        few.write_text("\n".join(text.splitlines()[:10]) + "\n", encoding="utf-8")
        seconds: list[float] = []
        for source in (few, file):
            command = [sys.executable, "-c", RUN, "guess", str(source), "--batch"]
            begun = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            seconds.append(time.perf_counter() - begun)
    start, whole = seconds
    print(
        f"  guess --batch, {name}: {number} tables of 4 in {whole:.1f} s, {number / whole:.0f} tables/s; "
        f"{(number - 10) / (whole - start):.0f} after the start (which takes {start:.1f} s with ten tables)"
    )


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--meter", action="store_true", help="the meter alone")
    parser.add_argument("--speed", action="store_true", help="the latencies alone")
    parser.add_argument("--child", nargs=4, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.child:
        what, parts, half, split = wanted.child
        _child(what, parts, int(half), int(split))
        return
    if wanted.speed or not wanted.meter:
        measure_speed()
    if wanted.meter or not wanted.speed:
        for parts in WRITTEN:
            measure_meter(parts)


if __name__ == "__main__":
    main()
