"""What a brain is called: `house`, `openai:MODEL` or `openai:MODEL@http…/v1`.

Owns the grammar of that name and of a server's address. A name is written on records, so nothing secret may be part of it:
what looks like a key is refused without being repeated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from dubious_ai.brains.llm.transport.redaction import Redactor, looks_like_a_key
from dubious_ai.config.written_words import hidden_passwords, unwrapped
from dubious_ai.errors import UsageError

FORMS = "Write house, openai:MODEL or openai:MODEL@http://host:port/v1"
_URL = re.compile(r"@[\"'“‘]?(?=https?://)", re.IGNORECASE)
_HOST_WITHOUT_SCHEME = re.compile(r"@(localhost|[\w.-]+:\d+|\d+(\.\d+){3}|[\w.-]+/v\d+)")
_DIGEST = re.compile(r"@sha256:[0-9a-f]{6,64}", re.IGNORECASE)


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
    """Read a brain's name; quotes around it or its address are no part of it. Raises UsageError, with the text, for anything else than the three forms."""
    stripped = unwrapped(text)
    if stripped.casefold() == "house":
        return BrainSpec("house")
    told = repr(_shown(stripped))
    head, colon, rest = stripped.partition(":")
    if head.casefold() != "openai" and not re.match(r"openai@", stripped, re.IGNORECASE):
        raise UsageError(f"There is no brain {told}. {FORMS}.")
    if head.casefold() != "openai":
        colon, rest = "", stripped[len("openai") :]
    model, url = _model_and_address(rest)
    if looks_like_a_key(model):
        raise UsageError(
            f"The name of a model is wanted after openai:, and this looks like a key. Put the key into OPENAI_API_KEY, and keep it off command lines. {FORMS}."
        )
    if "://" in model:
        raise UsageError(f"The address in {told} is none of http or https. {FORMS}.")
    if _HOST_WITHOUT_SCHEME.search(_DIGEST.sub("", model)):
        raise UsageError(f"The address in {told} lacks its beginning. {FORMS}.")
    if colon and not model and not url:
        raise UsageError(f"{told} names no model. {FORMS}.")
    if any(c.isspace() or not c.isprintable() for c in model):
        raise UsageError(f"A model name has no blanks, but {model!r} does. {FORMS}.")
    return BrainSpec("openai", model, check_url(url) if url else "")


def _model_and_address(rest: str) -> tuple[str, str]:
    """What stands before and after the last "@http"; names of models may hold an @ themselves."""
    places = list(_URL.finditer(rest))
    if not places:
        return unwrapped(rest), ""
    last = places[-1]
    return unwrapped(rest[: last.start()]), unwrapped(rest[last.start() + 1 :])


def _shown(text: str) -> str:
    """A name as it may be repeated in a sentence: without keys and passwords."""
    return Redactor()(hidden_passwords(text))


def was_wrapped(text: str) -> bool:
    """Whether quotes or blanks had to be taken off a brain's name to read it."""
    return any(c in text for c in "\"'“”‘’\r\n") or text != text.strip()


def check_url(url: str) -> str:
    """A server's address in its plain form, without a trailing slash or the name of the call. Raises UsageError if it cannot be one."""
    url = unwrapped(url)
    shown = _shown(url)
    try:
        parts = urlsplit(url)
        port_fits = parts.port is None or 0 < parts.port < 65536
    except ValueError:
        raise UsageError(f"{shown!r} is not an address. Write it like http://localhost:11434/v1.") from None
    if parts.username or parts.password or parts.query or parts.fragment:
        place = f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
        raise UsageError(
            f"An address must hold no key, name or query: write {place} and put the key into OPENAI_API_KEY."
        )
    unfit = any(c.isspace() or not c.isprintable() for c in url)
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname or not port_fits or unfit:
        raise UsageError(f"{shown!r} is not an address. Write it like http://localhost:11434/v1.")
    path = parts.path.rstrip("/").removesuffix("/chat/completions").removesuffix("/models").rstrip("/")
    return f"{parts.scheme.lower()}://{parts.netloc.lower()}{path}"


def origin(url: str) -> tuple[str, str, int]:
    """Scheme, host and port of an address: what makes it one server and not another. Raises ValueError for none."""
    parts = urlsplit(url)
    scheme = parts.scheme.lower()
    port = parts.port or {"http": 80, "https": 443}.get(scheme, 0)
    if not parts.hostname or not port:
        raise ValueError(url)
    return scheme, parts.hostname.rstrip("."), port
