"""Names as a model writes them, read strictly: one card or one player, or nothing.

Case, article, quotes and a leading ordinal do not matter (lists in prompts bear no numbers, so a number is the model's own
count). Nothing else is forgiven: a near miss might be another card, so it is asked again, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from dubious_ai.content.card_names import folded, resolve_strict
from dubious_ai.core.model import Card, Kind, Setting
from dubious_ai.errors import UnknownCard

_ORDINAL = re.compile(r"^\W*\d{1,2}\s*[.):]\s*(?=\D)")
MAX_NAME = 120


def card_named(setting: Setting, kind: Kind, text: str) -> Card | None:
    """The one card of this kind that is meant, or None."""
    text = text[:MAX_NAME]
    for form in dict.fromkeys((text, _ORDINAL.sub("", text))):
        try:
            return resolve_strict(setting, kind, form)
        except UnknownCard:
            continue
    return None


def one_of(text: str, labels: Iterable[str]) -> str | None:
    """The one label (a player's name) that is meant, or None."""
    wanted = folded(text[:MAX_NAME])
    found = [label for label in labels if folded(label) == wanted]
    return found[0] if wanted and len(found) == 1 else None
