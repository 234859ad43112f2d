"""Easier, harder and for families: which cards stay out, how openly bots hint, and how sentences may begin.

Owns the three tiers and what is left out for whom; nothing here plays or prints.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Literal, get_args

from pydantic import Field

from dubious_ai.content import shipped
from dubious_ai.content.library import Library, SettingSlug
from dubious_ai.content.toml_files import parse
from dubious_ai.core.model import KINDS, Tells, Value
from dubious_ai.errors import UsageError

Tier = Literal["easy", "usual", "hard"]
TIERS: tuple[Tier, ...] = get_args(Tier)
TELLS: dict[Tier, Tells] = {"easy": "open", "usual": "fair", "hard": "sly"}
"""How openly bots hint in each tier."""
FAMILY_FILE = "family.toml"
ANSWER_STARTERS = ("I usually …", "Last night …", "People think that I …", "When I was young, …", "I never …")
"""How an answer may begin, for those who find the first word hard."""
GUESS_STARTERS = (
    "I think … is the …, because in answer … they said “…”.",
    "It could also be the …, but …",
    "I am not sure, but “…” sounds like a …",
)
"""How a guess may be put into words."""


class _FamilyFile(Value):
    back: tuple[str, ...] = Field(default=())


@dataclass(frozen=True)
class LeftOut:
    """Cards (slugs) that stay out of a game, and why, in sentences."""

    cards: frozenset[str] = frozenset()
    notes: tuple[str, ...] = field(default=())


def tier_named(text: str) -> Tier:
    """The tier somebody asks for. Raises UsageError with the choices."""
    for tier in TIERS:
        if tier == text.strip().casefold():
            return tier
    raise UsageError(f"There is no tier {text!r}. Choose easy, usual or hard.")


def family_cards(texts: Library, players: int) -> LeftOut:
    """The cards that are left out for families, so far as a table of this size can do without them."""
    out = {f.slug for f in texts.files if f.risque}
    back: list[str] = []
    for slug in _coming_back(texts.slug):
        kind = texts.file(slug).kind
        left = sum(f.slug not in out for f in texts.texts(kind))
        if slug in out and left < 2 * players:
            out.discard(slug)
            back.append(texts.file(slug).name)
    names = "; ".join(f.name for kind in KINDS for f in texts.texts(kind) if f.slug in out)
    notes = [f"Left out for families in {texts.name}: {names or 'nothing'}."]
    if back:
        notes.append(f"{players} players need more cards, so this one stays in: {'; '.join(back)}.")
    return LeftOut(frozenset(out), tuple(notes))


def _coming_back(slug: SettingSlug) -> tuple[str, ...]:
    for folder, _ in shipped.setting_folders():
        file = folder.joinpath(FAMILY_FILE)
        if folder.name == slug and file.is_file():
            told = parse(
                shipped.text_of(file),
                f"content/{slug}/{FAMILY_FILE}",
                _FamilyFile,
                ours=shipped.is_ours(folder),
            )
            return told.back
    return ()


def shorter_list(
    texts: Library, players: int, seed: str, out: frozenset[str] = frozenset()
) -> frozenset[str]:
    """The cards to leave out so that the list of each kind is as short as the table allows: two for each player and one more."""
    found = set(out)
    for kind in KINDS:
        left = [f.slug for f in texts.texts(kind) if f.slug not in out]
        rng = Random(f"{texts.slug}|{kind}|{seed}")
        found |= set(rng.sample(left, max(0, len(left) - (2 * players + 1))))
    return frozenset(found)


def left_out(
    texts: Library,
    players: int,
    *,
    tier: Tier = "usual",
    family: bool = False,
    seed: str = "",
    but: frozenset[str] = frozenset(),
) -> LeftOut:
    """All cards that stay out for a tier and a family, with what is to be said about it. The same seed leaves out the same; those in `but` are out already."""
    found = family_cards(texts, players) if family else LeftOut()
    found = LeftOut(found.cards | but, found.notes)
    if tier != "easy":
        return found
    cards = shorter_list(texts, players, seed, found.cards)
    length = len(texts.texts("occupation")) - sum(f.slug in cards for f in texts.texts("occupation"))
    return LeftOut(cards, (*found.notes, f"A shorter list: {length} cards of each kind."))


def without(texts: Library, cards: frozenset[str]) -> Library:
    """The texts of a setting without some of its cards."""
    return texts.model_copy(update={"files": tuple(f for f in texts.files if f.slug not in cards)})
