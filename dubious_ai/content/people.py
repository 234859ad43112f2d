"""The regulars of the house: who sits at the table when no human does."""

from __future__ import annotations

from functools import cache
from typing import Literal

from dubious_ai.content import shipped
from dubious_ai.content.cards import Tone
from dubious_ai.content.toml_files import parse
from dubious_ai.content.voices import FIRST_VOICE, Voice
from dubious_ai.core.model import Value


class Persona(Value):
    """A regular of the house. The persona shows in how, never in what.

    `voice` is how this person talks, for good; `tones` are the ways of talking they prefer, best first; `deliveries` are short gestures or manners of voice.
    """

    slug: str
    name: str
    temper: str
    habits: tuple[str, ...]
    voice: Voice = FIRST_VOICE
    tones: tuple[Tone, ...]
    guessing: Literal["bold", "careful", "jealous"]
    deliveries: tuple[str, ...]
    on_win: str
    on_loss: str


class _Personas(Value):
    persona: tuple[Persona, ...]


@cache
def personas() -> tuple[Persona, ...]:
    """The people who can sit down at the table. Raises ContentError for a damaged file."""
    return parse(shipped.shipped_text("content", "personas.toml"), "content/personas.toml", _Personas).persona


@cache
def persona(slug: str | None) -> Persona | None:
    """The regular with this slug, if there is one."""
    return next((person for person in personas() if person.slug == slug), None)
