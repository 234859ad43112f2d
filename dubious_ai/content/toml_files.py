"""Reading a TOML file as a model: what is wrong is told with the file's name, the line and the field."""

from __future__ import annotations

import re
import tomllib
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from dubious_ai.errors import ContentError
from dubious_ai.storage.json_lines import LineProblem, cleaned

M = TypeVar("M", bound=BaseModel)


def line_of(text: str, location: tuple[int | str, ...]) -> int:
    """The line (from 1) in TOML `text` where a field lies. Follows table headers and one-line list items; falls back to the nearest parent."""
    lines = text.splitlines()
    at = 0
    for step, after in zip(location, (*location[1:], None), strict=True):
        if isinstance(step, str) and isinstance(after, int):
            heads = [
                i for i, line in enumerate(lines) if re.match(rf"\s*\[\[\s*{re.escape(step)}\s*\]\]", line)
            ]
            if heads:
                at = heads[min(after, len(heads) - 1)]
                continue
            start = next(
                (i for i, line in enumerate(lines) if re.match(rf"\s*{re.escape(step)}\s*=", line)), at
            )
            items = [i for i in range(start + 1, len(lines)) if re.match(r"\s*[{\"']", lines[i])]
            at = items[after] if after < len(items) else start
        elif isinstance(step, str):
            found = next(
                (i for i in range(at, len(lines)) if re.match(rf"\s*{re.escape(step)}\s*=", lines[i])), at
            )
            at = found
    return at + 1


def parse(text: str, place: str, model: type[M], *, ours: bool = True) -> M:
    """Read TOML `text` as `model`; in a file that is not `ours` every text is cleaned of what terminals and pages obey.

    Raises ContentError with `place`, line and field.
    """
    try:
        raw: dict[str, Any] = tomllib.loads(text)
        raw = raw if ours else cleaned(raw)
    except (tomllib.TOMLDecodeError, RecursionError, LineProblem) as error:
        raise ContentError(f"{place} is not valid TOML: {error}.") from error
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the file"
        line = line_of(text, first["loc"])
        raise ContentError(
            f"{place}, line {line}, {field}: {first['msg']} (found {first['input']!r:.80})."
        ) from error
