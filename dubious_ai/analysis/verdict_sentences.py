"""A verdict in words, before an answer is handed in and after. Plain text; nothing is decided here."""

from __future__ import annotations

from dubious_ai.analysis.sentences import KIND_NAMES, in_hundred, listed
from dubious_ai.analysis.verdict import Loudness, Verdict
from dubious_ai.belief.readability import Unreadable

UNREADABLE: dict[Unreadable, str] = {
    "nothing": "There is no word in it that a reader could go by.",
    "repeats itself": "It is one word over and over, so a reader learns nothing from it.",
    "not words": "I know none of these words, so I cannot read it.",
    "another language": "This is not English to me, so I cannot read it.",
}


def _standing(told: Verdict, loudness: Loudness) -> list[str]:
    return [KIND_NAMES[c.kind] for c in told.cards if c.loudness == loudness]


def _away(told: Verdict) -> list[str]:
    return [KIND_NAMES[c.kind] for c in told.cards if c.effect == "led away"]


def ahead_told(told: Verdict, word: str = "") -> str:
    """What to do with a draft, in a sentence. `word` is the one that gives most away, if one does."""
    loud, quiet = _standing(told, "loud"), _standing(told, "quiet")
    match told.advice:
        case "leave out the card's own word":
            return "Say it without the card's own word."
        case "say it in your own words":
            return "Say it in your own words."
        case "say something that can be read" | "say something about a card":
            return "It gives a reader nothing to go by. Add one thing, place or habit of your cards."
        case "leave out the loudest word":
            return f"Leave out {f'“{word}”' if word else 'the loudest word'}, or trade it for something that two or three other cards could say."
        case "it was out before":
            return f"Your {loud[0]} is out already; nothing here makes it worse. Hand it in."
        case "it leads away from you":
            away = f" from your {listed(_away(told))}" if _away(told) else " from you"
            return f"It leads readers away{away}. That keeps them busy, but a point needs somebody who finds you."
        case "a word more would do no harm":
            return "Readers will learn a little. A word more about either card would do no harm."
        case "think of the other card next":
            return f"That will do; think of your {quiet[0]} next."
        case "hand it in":
            return "That will do. Hand it in."


def back_told(told: Verdict) -> str:
    """What an answer was, in a sentence, when it has been given."""
    loud, quiet, right = (_standing(told, stands) for stands in ("loud", "quiet", "about right"))
    match told.advice:
        case "leave out the card's own word":
            said = next(w for c in told.cards for w in c.own_words)
            return f"“{said}” is a word of your own card, and everybody would take you for it."
        case "say it in your own words":
            return "That repeats what was said before."
        case "say something that can be read":
            return UNREADABLE[told.unreadable] if told.unreadable else "It cannot be read."
        case "say something about a card":
            return "That tells readers nothing about either card. A thing, a place or a moment would."
        case "leave out the loudest word":
            card = told.loudest
            return f"A loud one: {in_hundred(card.after.share)} readers would name your {KIND_NAMES[card.kind]} after it."
        case "it was out before":
            return f"Your {listed(loud)} {'was' if len(loud) == 1 else 'were'} out before; this makes it no louder."
        case "it leads away from you":
            away = f" from your {listed(_away(told))}" if _away(told) else " from you"
            return f"It leads readers away{away}. Allowed, but a point needs somebody who finds you."
        case "a word more would do no harm":
            return "It helps readers a little; both cards are still quiet."
        case "think of the other card next":
            stands = f"Your {right[0]} stands about right" if right else f"Your {loud[0]} is out"
            return f"{stands}; your {quiet[0]} is still quiet and comes next."
        case "hand it in" if told.about is None:
            return "It adds nothing, and nothing need be added: both cards stand about right."
        case "hand it in":
            return "Well weighed: both cards stand about right."
