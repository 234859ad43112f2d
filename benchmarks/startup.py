"""How quickly the command is there, what it imports, and what a whole bots-only round costs from a cold start.

Whole processes: each figure is a median over processes started in turn, so that a busy machine disturbs all of them alike.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

HEAVY = ("openai", "tiktoken", "numpy", "tokenizers", "onnxruntime", "prompt_toolkit")
RUN = "import sys; from dubious_ai.cli.main import run; run(sys.argv[1:])"
DUBIOUS = [sys.executable, "-c", RUN]


@dataclass(frozen=True)
class Spent:
    """What one process has cost: wall and processor time in seconds, peak resident memory in MB."""

    wall: float
    cpu: float
    peak: float


def run(command: list[str], home: str) -> Spent:
    """Run a process to its end. Raises RuntimeError when it fails."""
    environment = {**os.environ, "DUBIOUS_HOME": home}
    began = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command} failed with {process.returncode}")
    return Spent(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def medians(commands: dict[str, list[str]], times: int) -> dict[str, Spent]:
    """Median cost of each command, run in turn."""
    with tempfile.TemporaryDirectory() as home:
        for command in commands.values():
            run(command, home)
        runs = [{name: run(command, home) for name, command in commands.items()} for _ in range(times)]
    return {
        name: Spent(
            statistics.median(r[name].wall for r in runs),
            statistics.median(r[name].cpu for r in runs),
            statistics.median(r[name].peak for r in runs),
        )
        for name in commands
    }


def imported(arguments: list[str]) -> set[str]:
    """The heavy libraries a command has imported."""
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", RUN, *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    modules = {line.rpartition("|")[2].strip() for line in told.stderr.splitlines()}
    return {name for name in HEAVY if any(re.match(rf"{name}(\.|$)", module) for module in modules)}


def commands(times: int = 9) -> list[str]:
    """Start-up figures as lines."""
    cost = medians(
        {
            "base": [sys.executable, "-c", "import typer, rich"],
            "--version": [*DUBIOUS, "--version"],
            "--help": [*DUBIOUS, "--help"],
        },
        times,
    )
    base = cost["base"].wall
    lines = [f"python -c 'import typer, rich'                       {base * 1000:8.0f} ms"]
    for name, limit in (("--version", 1.5), ("--help", 2.0)):
        heavy = ", ".join(sorted(imported([name]))) or "none of the heavy libraries"
        wall = cost[name].wall
        lines.append(
            f"dubious {name:<10} (at most {limit} times that)          {wall * 1000:8.0f} ms   {wall / base:.2f} times; imports {heavy}"
        )
    return lines


def cold_round(times: int = 3) -> list[str]:
    """A bots-only round for each setting, from process start to final standing."""
    base = [*DUBIOUS, "watch", "--players", "4", "--fast", "--seed"]
    cost = medians(
        {
            setting: [*base, "7", "--setting", setting]
            for setting in ("science-fiction", "cthulhu", "antiquity")
        },
        times,
    )
    return [
        f"Bots-only round of 4, {name:<15} (1.5 s, 150 MB)      {spent.wall:8.2f} s    {spent.cpu:.2f} s of processor, {spent.peak:.0f} MB"
        for name, spent in cost.items()
    ]


if __name__ == "__main__":
    print("\n".join([*commands(), *cold_round()]))
