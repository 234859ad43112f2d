"""Where a person's own data lies: saved games and drafts. One variable, DUBIOUS_HOME, moves all of it."""

from __future__ import annotations

import glob
import os
import re
import secrets
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from dubious_ai.core.cleaning import clean
from dubious_ai.core.events import Event
from dubious_ai.core.game import Game
from dubious_ai.errors import DubiousError, RecordError, UsageError
from dubious_ai.storage.history import History, id_of
from dubious_ai.storage.json_lines import check_regular
from dubious_ai.storage.record import FORMAT, OLD_COPY, SUFFIX, read_sound_part
from dubious_ai.storage.record_writer import Record
from dubious_ai.storage.whole_files import shown, write_whole

_PLACE = re.compile(r"(\d+\.\d+)?")
"""Round and question of a draft; empty for a line typed elsewhere."""
MAX_DRAFT = 20_000
"""Longest draft that is read back, in characters."""


def folder() -> Path:
    """The folder of a person's data, absolute: DUBIOUS_HOME, else the platform's. Raises UsageError where neither can be found."""
    home = os.environ.get("DUBIOUS_HOME", "").strip().strip("'\"")
    try:
        if home:
            return Path(os.path.abspath(Path(home).expanduser()))
        from platformdirs import user_data_path

        return Path(os.path.abspath(user_data_path("dubious", appauthor=False)))
    except (RuntimeError, KeyError, OSError) as error:
        raise UsageError(
            f"Your home folder cannot be found ({error}). Set DUBIOUS_HOME to the folder where games shall lie."
        ) from error


def games_folder() -> Path:
    """Where records are kept."""
    return folder() / "games"


def history() -> History:
    """The saved games."""
    return History(games_folder())


def new_game(setting: str) -> tuple[str, Path]:
    """An id nobody has used and the path of its record."""
    while True:
        game = secrets.token_hex(2).upper()
        if not any(games_folder().glob(f"*-{game}{SUFFIX}")):
            return game, games_folder() / f"{date.today().isoformat()}-{setting}-{game}{SUFFIX}"


def _called(text: str) -> list[Path]:
    """The records in the games folder with this id or file name."""
    wanted = text.strip()
    try:
        return sorted(
            path
            for path in games_folder().iterdir()
            if path.name.endswith(SUFFIX)
            and (id_of(path).casefold() == wanted.casefold() or path.name in (wanted, wanted + SUFFIX))
        )
    except OSError:
        return []


def _one_of(text: str, found: list[Path]) -> Path:
    if len(found) > 1:
        names = ", ".join(shown(Path(path.name)) for path in found)
        raise UsageError(f"There is more than one game {text!r:.80}: {names}. Name the file.")
    return found[0]


def find_saved(text: str) -> Path:
    """The saved game with this id, or the file of this name inside the games folder. Raises UsageError when there is none or more than one."""
    found = _called(text)
    if not found:
        raise UsageError(f"There is no game {text!r:.80} among the saved ones. `dubious games` lists them.")
    return _one_of(text, found)


def find_game(text: str) -> Path:
    """The record somebody means: a saved game's id first, else a file. Raises UsageError when there is none, or more than one."""
    found = _called(text)
    if found:
        return _one_of(text, found)
    try:
        path = Path(text).expanduser()
        if text.strip() and path.exists():
            return path
    except (OSError, RuntimeError, ValueError):
        pass  # too long for a name, or ~ of nobody: no file, then
    raise UsageError(
        f"There is no game {text!r:.80}, neither a file nor an id. `dubious games` lists the saved ones."
    )


def _looks_like_a_record(path: Path) -> bool:
    """Whether an ordinary file begins as our records do, however damaged it is further on."""
    try:
        check_regular(path)
        with path.open("rb") as file:
            return f'"{FORMAT}"'.encode() in file.readline(1000)
    except (OSError, RecordError):
        return False


def delete_game(path: Path) -> None:
    """Remove a record of the games folder with its draft. Raises UsageError for any other file, RecordError when it is being played."""
    if path.parent != games_folder() or path.is_symlink():
        raise UsageError(f"{shown(path)} is not in the games folder, so it is not deleted from here.")
    if not _looks_like_a_record(path):
        raise UsageError(f"{shown(path)} is not a game file of this program, so it is not deleted from here.")
    Record.hold(path).close()
    try:
        path.unlink()
    except OSError as error:
        raise RecordError(f"Cannot delete {shown(path)}: {error.strerror or error}.") from error
    Draft(path).keep("")
    for old in path.parent.glob(glob.escape(path.name) + OLD_COPY.format("*")):
        old.unlink(missing_ok=True)


def begin_record(setting: str, events: Sequence[Event], content: str) -> tuple[str, Record]:
    """The record of a game that has just been laid, and its id. `content` is the digest of the setting's texts. Raises RecordError if it cannot be kept."""
    name, path = new_game(setting)
    return name, Record.create(path, name, events, number=history().next_number(), content=content)


def repair_game(path: Path) -> tuple[Path, int]:
    """Copy the sound beginning of a damaged record into a new game; the new file and how many events it holds.

    Events the rules refuse, and all after them, are left out too. Raises RecordError when nothing can be saved.
    """
    loaded = read_sound_part(path)
    game = Game()
    for event in loaded.events:
        try:
            game.take(event)
        except DubiousError:
            break
    if game.state.setup is None or game.state.noted is None:
        raise RecordError(f"{shown(path)} is damaged before the table was laid; there is nothing to save.")
    _, record = begin_record(game.state.setting.slug, game.events, loaded.header.content)
    record.close()
    return record.path, len(game.events)


class Draft:
    """The line somebody is typing, kept beside the record with the place in the game it was typed at, so that it never turns up at another."""

    def __init__(self, record: Path) -> None:
        self._path = record.with_name(record.name.removesuffix(SUFFIX) + ".draft.txt")
        self._kept: tuple[str, str] | None = None

    def keep(self, text: str, place: str = "") -> None:
        """Store the line; an empty one removes what was stored. A full disk loses the draft, never the game."""
        if (place, text) == self._kept:
            return
        try:
            if text.strip():
                write_whole(self._path, f"{place}\n{text}", private=True)
            else:
                self._path.unlink(missing_ok=True)
        except (OSError, DubiousError):
            return
        self._kept = place, text

    def read(self, place: str = "") -> str:
        """The line stored for this place, cleaned; it stays stored. Empty when there is none."""
        try:
            check_regular(self._path)
            stored = self._path.read_text(encoding="utf-8", errors="replace")[:MAX_DRAFT]
        except (OSError, RecordError):
            return ""
        at, _, text = stored.partition("\n")
        if not _PLACE.fullmatch(at):
            return clean(stored)  # from before drafts knew their place
        return clean(text) if at == place else ""
