"""Which card somebody means: one lenient reader for people, one strict reader for models.

Lenient: any part of the name, its number on the reference sheet, any case, with or without an article, or a short everyday
name from the content. Ambiguity is reported, never decided by a guess. Strict: the name itself, give or take case, article,
quotes and a leading number that agrees.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches

from dubious_ai.core.model import Card, Kind, Setting
from dubious_ai.errors import UnknownCard

_SIGNED = re.compile(r"\s*[-+\u2010-\u2015\u2212]\s*\d")
"""A number with a sign before it, which is no number of a card."""
_FILLERS = frozenset(
    (
        "the",
        "a",
        "an",
        "my",
        "your",
        "his",
        "her",
        "hers",
        "its",
        "our",
        "their",
        "theirs",
        "i",
        "he",
        "she",
        "it",
        "they",
        "him",
        "them",
        "is",
        "was",
    )
)
"""Words that differ between what people say about a card and what stands on it."""
_ARTICLES = ("the", "a", "an", "is", "he", "she", "they", "it")


def folded(text: str) -> str:
    """Lower case, without accents of punctuation: words and digits separated by single spaces."""
    return " ".join(re.findall(r"\w+", text.casefold().replace("'", "").replace("’", "")))


def _without_article(text: str) -> str:
    words = text.split()
    while len(words) > 1 and words[0] in _ARTICLES[:3]:
        words.pop(0)
    return " ".join(words)


def _kind_words(kind: Kind | None) -> str:
    return {"occupation": "an Occupation", "secret": "a Secret", None: "a card"}[kind]


def _cards(setting: Setting, kind: Kind | None) -> tuple[Card, ...]:
    return setting.cards(kind) if kind else setting.occupations + setting.secrets


def _unknown(setting: Setting, kind: Kind | None, text: str, cards: tuple[Card, ...]) -> UnknownCard:
    by_name = {folded(card.name): card.name for card in cards}
    bare = " ".join(word for word in folded(text).split() if word not in _FILLERS)
    alike = [card.name for card in _matches(cards, bare, {})] if len(bare) > 2 else []
    close = [by_name[name] for name in get_close_matches(folded(text), by_name, n=3, cutoff=0.6)]
    names = tuple(dict.fromkeys(alike[:3] or close))
    hint = (
        f" Did you mean {' or '.join(names)}?"
        if names
        else f" `dubious cards {setting.slug}` lists them all."
    )
    return UnknownCard(f"{text!r} is not {_kind_words(kind)} of {setting.name}.{hint}", names)


def resolve_strict(setting: Setting, kind: Kind, text: str) -> Card:
    """The card a model names. Raises UnknownCard unless the text is exactly one card's name or slug (case, article, quotes and an agreeing number aside)."""
    cards = setting.cards(kind)
    wanted = folded(text)
    for card in cards:
        name = folded(card.name)
        accepted = {name, folded(card.slug), _without_article(name)}
        accepted |= {f"{card.number} {form}" for form in tuple(accepted)}
        if wanted in accepted or _without_article(wanted) in accepted:
            return card
    raise _unknown(setting, kind, text, cards)


def resolve_card(
    setting: Setting, kind: Kind | None, text: str, aliases: Mapping[str, tuple[str, ...]] | None = None
) -> Card:
    """The card a person means; `kind` None allows either kind (then a bare number is ambiguous). `aliases` maps slugs to short names.

    Raises UnknownCard: when nothing fits (with close names), or when several do (with their names).
    """
    cards = _cards(setting, kind)
    wanted = _without_article(folded(text))
    if not wanted:
        raise UnknownCard(f"No card is named. `dubious cards {setting.slug}` lists them all.")
    if _SIGNED.match(text):
        raise _unknown(setting, kind, text, cards)
    hits = _matches(cards, wanted, aliases or {})
    # one letter is a slip of the finger, even where only one card begins with it
    if len(hits) == 1 and (len(wanted) > 1 or wanted.isdecimal()):
        return hits[0]
    if not hits:
        raise _unknown(setting, kind, text, cards)
    names = tuple(card.name for card in hits)
    listed = " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    raise UnknownCard(f"{text!r} could be {listed}. Say a little more.", names, several=True)


def _matches(cards: tuple[Card, ...], wanted: str, aliases: Mapping[str, tuple[str, ...]]) -> list[Card]:
    """The cards a folded text fits, by the first way of naming that fits any."""
    number = re.fullmatch(r"(\d{1,2})(?: (.+))?", wanted)
    if number:
        numbered = [card for card in cards if card.number == int(number[1])]
        if number[2] is None:
            return numbered
        agreeing = [card for card in numbered if card in _matches(cards, number[2], aliases)]
        if agreeing:
            return agreeing
    exact = [c for c in cards if wanted in (folded(c.name), folded(c.slug), _without_article(folded(c.name)))]
    if exact:
        return exact
    short = [c for c in cards if wanted in (_without_article(folded(a)) for a in aliases.get(c.slug, ()))]
    if short:
        return short
    parts = wanted.split()
    by_prefix = [
        c for c in cards if all(any(w.startswith(part) for w in folded(c.name).split()) for part in parts)
    ]
    if by_prefix:
        return by_prefix
    return [c for c in cards if len(wanted) >= 4 and wanted in folded(c.name)]
