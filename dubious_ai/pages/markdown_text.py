"""Text from outside inside Markdown: the one escaper. Nothing in it becomes markup, HTML or a link."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!$])")
_LINE_START = re.compile(r"^(\s*)([-+=]|\d+[.)])")
_ADDRESS = re.compile(r"://|(?<=\w)@(?=\w)|(?<=www)\.", re.IGNORECASE)
"""What some readers of Markdown turn into links by themselves."""


def escape_markdown(text: str) -> str:
    """Text as Markdown that shows exactly this text."""
    escaped = _ADDRESS.sub(_broken, _SPECIAL.sub(r"\\\1", text))
    return _LINE_START.sub(_harmless, escaped)


def _broken(found: re.Match[str]) -> str:
    return ":\\//" if found[0] == "://" else f"\\{found[0]}"


def _harmless(found: re.Match[str]) -> str:
    start = found[2]
    return f"{found[1]}{start[:-1]}\\{start[-1]}"
