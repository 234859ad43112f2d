"""Keeps what a person chose for their evenings in the settings file, and leaves every other line of it as it stands."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from dubious_ai.config import FILE_NAME, config_folder, load_settings
from dubious_ai.config.settings_file import EveningSettings
from dubious_ai.errors import UsageError
from dubious_ai.storage.whole_files import cannot_write, write_whole

TABLE = "evening"
_HEAD = re.compile(rf"\s*\[\s*{TABLE}\s*\]\s*(#.*)?$")
_ANY_HEAD = re.compile(r"\s*\[")
_KEY = re.compile(r"\s*([A-Za-z_]+)\s*=")

Chosen = Mapping[str, str | int | bool | None]
"""Fields of EveningSettings by name; None forgets one."""


def remember(chosen: Chosen, path: Path | None = None) -> None:
    """Keep these choices. Raises UsageError for a value that cannot be, and for a file that is damaged, cannot be written or is written in a way that we do not edit."""
    wanted = EveningSettings.model_validate(dict(chosen))
    path = (path or config_folder() / FILE_NAME).resolve()
    load_settings({}, path=path)  # a damaged file is said to be so, and not written over
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(path, error) from error
    values = {name: getattr(wanted, name) for name in chosen}
    after = _edited(before, values)
    if not _says(after, before, values):
        raise UsageError(
            f"{path} is written in a way that is not edited from here. Put a table [{TABLE}] of its own into it, one setting a line."
        )
    if after != before:
        write_whole(path, after, private=True)


def _edited(text: str, values: Chosen) -> str:
    """The text with these values in its table, which is added at the end where there is none."""
    lines = text.splitlines(keepends=True)
    at = next((n for n, line in enumerate(lines) if _HEAD.match(line)), None)
    if at is None:
        if all(value is None for value in values.values()):
            return text
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += "\n"
        lines += ["\n"] * bool(lines) + [f"[{TABLE}]\n"]
        at = len(lines) - 1
    end = next((n for n in range(at + 1, len(lines)) if _ANY_HEAD.match(lines[n])), len(lines))
    kept: list[str] = []
    written: set[str] = set()
    for line in lines[at + 1 : end]:
        found = _KEY.match(line)
        name = found[1] if found else ""
        if name in values:
            written.add(name)
            if (value := values[name]) is not None:
                kept.append(f"{name} = {json.dumps(value, ensure_ascii=False)}\n")
        else:
            kept.append(line if line.endswith("\n") else f"{line}\n")
    new = [
        f"{name} = {json.dumps(value, ensure_ascii=False)}\n"
        for name, value in values.items()
        if value is not None and name not in written
    ]
    last = next((n for n in range(len(kept), 0, -1) if kept[n - 1].strip()), 0)
    return "".join([*lines[: at + 1], *kept[:last], *new, *kept[last:], *lines[end:]])


def _says(after: str, before: str, values: Chosen) -> bool:
    """Whether the new text says exactly what the old one did, with these values."""
    try:
        old, new = tomllib.loads(before), tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        return False
    table: dict[str, object] = {**old.pop(TABLE, {}), **values}
    wanted = {name: value for name, value in table.items() if value is not None}
    return new.pop(TABLE, {}) == wanted and new == old
