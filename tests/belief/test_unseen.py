"""The contents are written without sight of the development set: no run of four of its words stands in them."""

from __future__ import annotations

import re
from pathlib import Path

from .dev import FILE

CONTENT = FILE.parents[1] / "content"
RUN = 7
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)*")


def runs(text: str) -> set[tuple[str, ...]]:
    words = _WORD.findall(text.lower().replace("’", "'"))
    return {tuple(words[i : i + RUN]) for i in range(len(words) - RUN + 1)}


def test_no_seven_words_in_a_row_of_the_development_set_stand_in_the_contents() -> None:
    from .dev import characters

    seen = {run for c in characters() for _, answer in c.heard for run in runs(answer)}
    found: list[str] = []
    for file in sorted(CONTENT.rglob("*.toml")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            found += [
                f"{file.relative_to(CONTENT)}:{number}: {' '.join(r)}" for r in sorted(runs(line) & seen)
            ]
    assert Path(CONTENT / "personas.toml").exists()
    assert not found, "\n".join(found)
