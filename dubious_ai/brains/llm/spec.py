"""What a brain is called: `house`, `openai:MODEL` or `openai:MODEL@http…/v1`.

Owns the grammar of that name only. A spec is written on records, so nothing secret may be part of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from dubious_ai.errors import UsageError

FORMS = "Write house, openai:MODEL or openai:MODEL@http://host:port/v1"
_OPENAI = re.compile(r"openai(?::(?P<model>.*?))?(?:@(?P<url>https?://\S*))?", re.IGNORECASE | re.DOTALL)
_HOST_WITHOUT_SCHEME = re.compile(r"@(localhost|[\w.-]+:\d+|\d+(\.\d+){3}|[\w.-]+/v\d+)")


@dataclass(frozen=True, slots=True)
class BrainSpec:
    """A parsed name. Empty `model` or `base_url` means: take it from the settings."""

    kind: Literal["house", "openai"]
    model: str = ""
    base_url: str = ""

    def __str__(self) -> str:
        if self.kind == "house":
            return "house"
        return (
            "openai"
            + (f":{self.model}" if self.model else "")
            + (f"@{self.base_url}" if self.base_url else "")
        )


def parse_spec(text: str) -> BrainSpec:
    """Read a brain's name. Raises UsageError, with the text, for anything else than the three forms."""
    stripped = text.strip()
    if stripped.casefold() == "house":
        return BrainSpec("house")
    found = _OPENAI.fullmatch(stripped)
    if found is None:
        raise UsageError(f"There is no brain {text!r}. {FORMS}.")
    model, url = (found["model"] or "").strip(), found["url"] or ""
    if _HOST_WITHOUT_SCHEME.search(model):
        raise UsageError(f"The address in {text!r} lacks its beginning. {FORMS}.")
    if ":" in stripped and not model and not url:
        raise UsageError(f"{text!r} names no model. {FORMS}.")
    if any(c.isspace() or not c.isprintable() for c in model):
        raise UsageError(f"A model name has no blanks, but {model!r} does. {FORMS}.")
    return BrainSpec("openai", model, check_url(url) if url else "")


def check_url(url: str) -> str:
    """A server's address in its plain form, without a trailing slash or the name of the call. Raises UsageError if it cannot be one."""
    try:
        parts = urlsplit(url.strip())
        port_fits = parts.port is None or 0 < parts.port < 65536
    except ValueError:
        raise UsageError(f"{url!r} is not an address. Write it like http://localhost:11434/v1.") from None
    if parts.username or parts.password or parts.query or parts.fragment:
        place = f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
        raise UsageError(
            f"An address must hold no key, name or query: write {place} and put the key into OPENAI_API_KEY."
        )
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname or not port_fits:
        raise UsageError(f"{url!r} is not an address. Write it like http://localhost:11434/v1.")
    path = parts.path.rstrip("/").removesuffix("/chat/completions").removesuffix("/models").rstrip("/")
    return f"{parts.scheme.lower()}://{parts.netloc.lower()}{path}"
