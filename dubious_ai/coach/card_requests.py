"""Which card somebody means, for requests from outside: the lenient reader of names, with a word about cards of other settings or the other kind."""

from __future__ import annotations

from dubious_ai.content.card_names import resolve_card, resolve_strict
from dubious_ai.content.library import Library, library, setting_slugs
from dubious_ai.core.model import KINDS, Card, Kind
from dubious_ai.errors import UnknownCard

NAMED: dict[Kind, str] = {"occupation": "an Occupation", "secret": "a Secret"}


def card_of(texts: Library, kind: Kind, text: str) -> Card:
    """The card a person means. Raises UnknownCard: unknown, ambiguous, of the other kind, or of another setting."""
    try:
        return _resolve(texts, kind, text)
    except UnknownCard as error:
        if error.several:
            raise
        elsewhere = _elsewhere(texts, kind, text)
        if elsewhere:
            raise UnknownCard(elsewhere, error.candidates) from None
        raise


def _resolve(texts: Library, kind: Kind, text: str) -> Card:
    return resolve_card(texts.setting(), kind, text, {f.slug: f.aliases for f in texts.files})


def _elsewhere(texts: Library, kind: Kind, text: str) -> str:
    """A sentence about where a card that does not fit here belongs; empty when it belongs nowhere."""
    other: Kind = KINDS[1] if kind == KINDS[0] else KINDS[0]
    try:
        card = _resolve(texts, other, text)
    except UnknownCard:
        pass
    else:
        return f"{card.name} is {NAMED[other]} of {texts.name}, not {NAMED[kind]}. Name {NAMED[kind]}."
    for slug in setting_slugs():
        if slug == texts.slug:
            continue
        for which in KINDS:
            try:
                card = resolve_strict(library(slug).setting(), which, text)
            except UnknownCard:
                continue
            return (
                f"{card.name} is {NAMED[which]} of {library(slug).name}, not of {texts.name}. "
                f"`dubious cards {texts.slug}` lists the cards here."
            )
    return ""
