"""Hard words with plain meanings: those of a setting's cards and questions, and of what is said with them. Read from `glossary.toml`, one for all settings and one for each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from pydantic import Field

from dubious_ai.content import shipped
from dubious_ai.content.library import Library, SettingSlug
from dubious_ai.content.toml_files import parse
from dubious_ai.core.model import Value

GENERAL, FILE = "general", "glossary.toml"
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


class _GlossaryFile(Value):
    words: dict[str, str] = Field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Entry:
    """A word (or a few words that belong together), its other forms in lower case, and what it means."""

    word: str
    forms: tuple[str, ...]
    means: str


@cache
def glossary(slug: SettingSlug) -> tuple[Entry, ...]:
    """All entries for a setting, by the alphabet; those of its own before the general ones of the same word. Raises ContentError for a damaged file.

    A pack without a glossary has the general words alone.
    """
    found: dict[str, Entry] = {}
    for folder in _folders(slug):
        file = folder.joinpath(FILE)
        if not file.is_file():
            continue
        place = f"content/{folder.name}/{FILE}"
        told = parse(shipped.text_of(file), place, _GlossaryFile, ours=shipped.is_ours(folder))
        for key, means in told.words.items():
            word, *others = (part.strip() for part in key.split(","))
            found.setdefault(word.casefold(), Entry(word, _forms(word, others), means))
    return tuple(found[key] for key in sorted(found))


def _folders(slug: SettingSlug) -> list[shipped.Traversable]:
    own = [folder for folder, _ in shipped.setting_folders() if folder.name == slug]
    return [*own, shipped.root().joinpath("content", GENERAL)]


def _forms(word: str, others: Iterable[str]) -> tuple[str, ...]:
    """A word as it may stand in a text: as it is, its other forms, and the plurals of all."""
    found: list[str] = []
    for form in (word, *others):
        low = form.casefold()
        found += [low, f"{low}s", f"{low}es"]
    return tuple(dict.fromkeys(found))


def hard_words_in(slug: SettingSlug, texts: Iterable[str]) -> tuple[Entry, ...]:
    """The entries whose words stand in these texts, by the alphabet. Words that stand together are found before the single ones in them."""
    words = (word for text in texts for word in _WORD.findall(text.casefold().replace("’", "'")))
    told = f" {' '.join(word.removesuffix(chr(39) + 's') for word in words)} "
    entries = sorted(glossary(slug), key=lambda e: -e.word.count(" "))
    found: set[str] = set()
    for entry in entries:
        for form in entry.forms:
            if f" {form} " in told:
                found.add(entry.word)
                if " " in form:
                    told = told.replace(f" {form} ", " · ")
                break
    return tuple(entry for entry in glossary(slug) if entry.word in found)


def card_words(texts: Library) -> tuple[Entry, ...]:
    """The entries for a setting's cards and questions."""
    return hard_words_in(texts.slug, [*(f.name for f in texts.files), *(q.text for q in texts.questions)])
