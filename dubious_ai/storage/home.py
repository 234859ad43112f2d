"""Where a person's own data lies: saved games and drafts. One variable, DUBIOUS_HOME, moves all of it."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from dubious_ai.errors import RecordError, UsageError
from dubious_ai.storage.record import SUFFIX, Loaded, read


def folder() -> Path:
    """The folder of a person's data: DUBIOUS_HOME, else the platform's."""
    home = os.environ.get("DUBIOUS_HOME", "").strip()
    if home:
        return Path(home).expanduser()
    from platformdirs import user_data_path

    return user_data_path("dubious", appauthor=False)


def games_folder() -> Path:
    """Where records are kept."""
    return folder() / "games"


def new_game(setting: str) -> tuple[str, Path]:
    """An id nobody has used and the path of its record."""
    while True:
        game = secrets.token_hex(2).upper()
        if not any(games_folder().glob(f"*-{game}{SUFFIX}")):
            return game, games_folder() / f"{date.today().isoformat()}-{setting}-{game}{SUFFIX}"


@dataclass(frozen=True)
class Saved:
    """A record in the games folder; `loaded` is None when it cannot be read and `problem` then says why."""

    path: Path
    game: str
    loaded: Loaded | None
    problem: str = ""


def saved_games() -> list[Saved]:
    """All records of the games folder, latest first. Damaged ones are listed with their problem."""
    found: list[Saved] = []
    for path in games_folder().glob(f"*{SUFFIX}"):
        game = path.name.removesuffix(SUFFIX).rpartition("-")[2]
        try:
            found.append(Saved(path, game, read(path)))
        except RecordError as error:
            found.append(Saved(path, game, None, str(error)))
    return sorted(
        found, key=lambda s: (s.loaded.header.started if s.loaded else "", s.path.name), reverse=True
    )


def find_game(text: str) -> Path:
    """The record somebody means by a path or a game's id. Raises UsageError when there is none."""
    path = Path(text)
    try:
        path = path.expanduser()
        if path.is_file():
            return path
    except (OSError, RuntimeError):
        pass  # too long for a name, or ~ of nobody: it can still be an id
    hits = (
        sorted(games_folder().glob(f"*-{text.upper()}{SUFFIX}")) if text.isalnum() and len(text) < 99 else []
    )
    if not hits:
        raise UsageError(
            f"There is no game {text!r:.80}, neither a file nor an id. `dubious games` lists the saved ones."
        )
    return hits[0]


def last_unfinished() -> Saved | None:
    """The latest saved game that has not ended."""
    return next((s for s in saved_games() if s.loaded and s.loaded.events and not s.loaded.finished), None)


class Draft:
    """The line somebody was typing when they left, kept beside the record until it is handed in."""

    def __init__(self, record: Path) -> None:
        self._path = record.with_name(record.name.removesuffix(SUFFIX) + ".draft.txt")

    def keep(self, text: str) -> None:
        """Store the line; an empty one removes what was stored. A full disk loses the draft, never the game."""
        try:
            if text.strip():
                self._path.write_text(text, encoding="utf-8", errors="replace")
            else:
                self._path.unlink(missing_ok=True)
        except OSError:
            return

    def take(self) -> str:
        """The stored line, which is then removed; empty when there is none."""
        try:
            text = self._path.read_text(encoding="utf-8", errors="replace")
            self._path.unlink(missing_ok=True)
        except OSError:
            return ""
        return text.strip()
