"""Random mutants of a package: a comparison turned round, a condition denied, a constant off by one; printed is each that no test notices.

Every mutant is tried in a copy of the project, so the checkout stays as it is. The operators are those of cosmic-ray; that program's own run would try
all mutants there are, which takes a night, while a sample of seventy takes minutes and tells as much about the tests.
"""

from __future__ import annotations

import argparse
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from queue import Queue
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "dubious_ai"
TESTS: dict[str, tuple[str, ...]] = {
    "core": ("tests/core", "tests/record/test_resume.py", "tests/document"),
    "brains/llm": ("tests/llm",),
    "storage": ("tests/record", "tests/cli/test_games.py"),
    "game/replay.py": ("tests/ui/test_replay.py", "tests/record"),
    "document": ("tests/document", "tests/teach/test_class.py"),
    "analysis": ("tests/analysis", "tests/review", "tests/teach", "tests/ui/test_replay.py"),
    "belief": ("tests/belief", "tests/coach"),
    "coach": ("tests/coach", "tests/drill", "tests/review", "tests/learn"),
    "game": ("tests/table", "tests/record"),
}
"""The tests that are to notice a change in a package. Any other package is tried against everything but browsers and packaging."""
WHOLE = ("tests", "--ignore=tests/browser", "--ignore=tests/project")
KINDS = (
    "AddNot", "NumberReplacer", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak",
    "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_USub",
    "ReplaceBinaryOperator_Add_Sub", "ReplaceBinaryOperator_Sub_Add", "ReplaceBinaryOperator_Mul_Div", "ReplaceBinaryOperator_Div_Mul",
)  # fmt: skip
COMPARISONS = "ReplaceComparisonOperator_"
PATIENCE = 6.0
"""How many times longer than without a mutant the tests may take, before one counts as noticed because they hang."""


@dataclass(frozen=True)
class Mutant:
    """One change to one file (named from the root), as its new text; `told` is file, line, and the line before and after."""

    file: str
    text: str
    told: str


def mutants(package: str, count: int, rng: random.Random) -> list[Mutant]:
    """So many different mutants by chance: every place as likely as any other, then one change to it."""
    top = ROOT / PACKAGE / package
    files = sorted(top.rglob("*.py")) if top.is_dir() else [top]
    places = [(file, *found) for file in files for found in _places(file)]
    rng.shuffle(places)
    return [_mutant(file, line, rng.choice(changes)) for file, line, changes in places[:count]]


def _places(file: Path) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """Where a file can be changed: the line, and what can be done there (operator, occurrence)."""
    plugins, trees = import_module("cosmic_ray.plugins"), import_module("cosmic_ray.ast")
    tree: Any = trees.get_ast(file.read_text(encoding="utf-8"))
    known: list[str] = plugins.operator_names()
    found: defaultdict[tuple[int, int], list[tuple[str, int]]] = defaultdict(list)
    for name in known:
        short = name.removeprefix("core/")
        if short not in KINDS and not short.startswith(COMPARISONS):
            continue
        operator = plugins.get_operator(name)()
        at = 0
        for node in trees.ast_nodes(tree):
            for start, _ in operator.mutation_positions(node):
                # a star or a slash among parameters is no product
                if "Mul" not in short or node.parent.type == "term":
                    found[start].append((name, at))
                at += 1
    for (line, _), changes in sorted(found.items()):
        yield line, changes


def _mutant(file: Path, line: int, change: tuple[str, int]) -> Mutant:
    plugins, mutating = import_module("cosmic_ray.plugins"), import_module("cosmic_ray.mutating")
    name, occurrence = change
    before = file.read_text(encoding="utf-8")
    text: str = mutating.mutate_code(before, plugins.get_operator(name)(), occurrence)
    changed = [
        part
        for part in difflib.unified_diff(before.splitlines(), text.splitlines(), n=0, lineterm="")
        if part[:1] in "+-" and part[:3] not in ("+++", "---")
    ]
    place = file.relative_to(ROOT).as_posix()
    return Mutant(place, text, "\n".join((f"{place}:{line}", *(f"    {part}" for part in changed))))


def noticed(mutant: Mutant | None, copy: Path, tests: tuple[str, ...], seconds: float) -> bool:
    """Whether the tests fail (or hang) with a mutant in a copy of the project."""
    file = copy / mutant.file if mutant else None
    before = file.read_bytes() if file else b""
    if file and mutant:
        file.write_text(mutant.text, encoding="utf-8")
    # with one worker as in the suite: a command tells how it was called
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "1", "-p", "no:cacheprovider", *tests]
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=copy, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        if file:
            file.write_bytes(before)
    return done.returncode != 0


def copied(to: Path) -> Path:
    """The files of the project, as git knows them, in another folder."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    )  # fmt: skip
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def run(package: str, count: int, seed: str, workers: int) -> int:
    """Try them and print those that survive; how many did. Raises SystemExit when the tests fail without any mutant."""
    tests = TESTS.get(package, WHOLE)
    chosen = mutants(package, count, random.Random(f"{package} {seed}"))
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        copies: Queue[Path] = Queue()
        for number in range(workers):
            copies.put(copied(Path(folder) / str(number)))
        first = copies.get()
        begun = time.monotonic()
        if noticed(None, first, tests, 3600.0):
            raise SystemExit(f"The tests of {package} fail without any mutant: {' '.join(tests)}")
        seconds = max(60.0, PATIENCE * (time.monotonic() - begun))
        copies.put(first)

        def attempt(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return noticed(mutant, copy, tests, seconds)
            finally:
                copies.put(copy)

        survived = 0
        with ThreadPoolExecutor(workers) as pool:
            for mutant, seen in zip(chosen, pool.map(attempt, chosen), strict=True):
                if not seen:
                    survived += 1
                    print(mutant.told, flush=True)
    print(f"{package}: {survived} of {len(chosen)} mutants survived (seed {seed}, tests {' '.join(tests)})")
    return survived


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", help="a folder or file below dubious_ai, e.g. core or game/replay.py")
    parser.add_argument("count", type=int, nargs="?", default=70)
    parser.add_argument("--seed", default="1", help="the same seed tries the same mutants")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    given = parser.parse_args()
    run(given.package, given.count, given.seed, given.workers)


if __name__ == "__main__":
    main()
