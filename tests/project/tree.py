"""The files of this project, as far as they are its own: nothing generated, nothing installed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = {"__pycache__", ".git", ".venv", ".hypothesis", ".ruff_cache", ".pytest_cache", "dist", "build"}


def files(*parts: str, suffix: str = "") -> Iterator[Path]:
    """All files below a folder of the project."""
    for path in sorted(ROOT.joinpath(*parts).rglob(f"*{suffix}")):
        inside = path.relative_to(ROOT).parts
        if (
            path.is_file()
            and not SKIPPED.intersection(inside)
            and not any(p.endswith(".egg-info") for p in inside)
        ):
            yield path


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def name(path: Path) -> str:
    """A file as it is named in a message."""
    return path.relative_to(ROOT).as_posix()
