"""All figures of the engine, start-up and the house's speed: `python -m benchmarks`.

Play quality has commands of its own: `python -m benchmarks.selfplay`, `python -m benchmarks.guessing`.
"""

from __future__ import annotations

from benchmarks import engine, startup, warm


def main() -> None:
    """Measure and print, part by part."""
    for part in (startup.commands, startup.cold_round, warm.report, engine.report):
        print("\n".join(part()), flush=True)


if __name__ == "__main__":
    main()
