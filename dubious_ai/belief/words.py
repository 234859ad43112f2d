"""Words of an answer as the evidence model counts them: cleaned, split, stemmed, with typing slips mended.

Nothing here knows a card or a setting. Pure Python, no numpy.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

_WORD: re.Pattern[str] = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"'})
_VOWEL = re.compile(r"[aeiouy]")
_TAIL = re.compile(r"(?<=.)(?:n't|'(?:s|ve|re|ll|d|m))$")

_STOP = """
    a about aha ah er eh hey hm hmm huh lol mm oops uh uhm um umm wow yeah yep nope okay meh dunno idk
    about after again all almost also always am an and any anybody anyone anything are as at away back be
    because been before being but by can cannot come could did do does doing done dont down each else even ever
    every everybody everyone everything few first for from get give go going gone good got had has have he her here
    hers him his how i if im in into is isnt it its just know last least let like little long look lot made make
    many maybe me mine more most much must my myself need never new no nobody none nor not nothing now of off often
    oh ok on once one only or other our out over own people quite rather really same say said see she should so
    some somebody someone something sometimes somewhere still such take tell than that the their them then there
    these they thing think this those though through to too two until up upon us very want was way we well went
    were what when where which while who why will with without wont would yes yet you your
"""
STOP = frozenset(_STOP.split())
"""Words that say nothing about a card whatever the setting."""


def tidied_text(text: str) -> str:
    """Straight quotes, no lone surrogates, and lower case where somebody shouts."""
    if not text.isascii():
        text = text.encode("utf-8", "replace").decode("utf-8").translate(_QUOTES)
    return text.lower() if text.isupper() else text


def cleaned_words(text: str) -> str:
    """Lower case, straight quotes, no accents, no lone surrogates; other scripts are left as they are."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", tidied_text(text))
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def reading_words(text: str) -> list[str]:
    """The words of a text in order, clean, without possessive and contraction endings."""
    return [_TAIL.sub("", w).replace("'", "") if "'" in w else w for w in _WORD.findall(cleaned_words(text))]


def _undouble(stem: str) -> str:
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    return stem


@lru_cache(maxsize=16384)
def reading_stem(word: str) -> str:
    """A light English stem: plural, -ing, -ed, -er, -ly and a final e are taken off where enough is left."""
    if len(word) <= 3:
        return word
    w = word
    if w.endswith("ies") and len(w) > 4:
        w = w[:-3] + "y"
    elif w.endswith(("sses", "shes", "ches", "xes")):
        w = w[:-2]
    elif w.endswith("s") and not w.endswith(("ss", "us", "is")):
        w = w[:-1]
    for tail in ("ingly", "edly", "ing", "ed", "ly", "er"):
        if w.endswith(tail) and len(w) - len(tail) >= 3 and _VOWEL.search(w[: -len(tail)]):
            w = _undouble(w[: -len(tail)])
            break
    if w.endswith("e") and len(w) > 3:
        w = w[:-1]
    if w.endswith("y") and len(w) > 3:
        w = w[:-1] + "i"
    return w


def content_words(text: str) -> list[str]:
    """The words of a text that can carry a hint, in order, repeated ones included."""
    return [w for w in reading_words(text) if w not in STOP and (len(w) > 1 or not w.isascii())]


class Span(NamedTuple):
    """A word where it stands in a text: clean, and whether it can carry a hint."""

    start: int
    end: int
    word: str
    content: bool


def spans(text: str) -> list[Span]:
    """The words of a (tidied) text in order, with their places."""
    found: list[Span] = []
    for match in _WORD.finditer(text):
        said = reading_words(match.group())
        word = said[0] if said else ""
        found.append(Span(match.start(), match.end(), word, bool(content_words(match.group()))))
    return found


def deletes(word: str) -> set[str]:
    """The word and everything one dropped letter away: two words that share one are at most one slip apart."""
    return {word} | {word[:i] + word[i + 1 :] for i in range(len(word))}


_SOUNDS = (("ph", "f"), ("ck", "k"), ("c", "k"), ("q", "k"), ("z", "s"), ("y", "i"), ("ou", "o"))


def sound(word: str) -> str:
    """A word roughly as it sounds: "elephant" and "elefant" meet."""
    for written, heard in _SOUNDS:
        word = word.replace(written, heard)
    return "".join(c for n, c in enumerate(word) if not n or word[n - 1] != c)


class Mender:
    """Finds the known word a mistyped one was meant to be: one letter wrong, missing, doubled or swapped, or spelled as it sounds."""

    def __init__(self, known: Iterable[str]) -> None:
        """`known` are the correctly written words, most telling first."""
        self._known: set[str] = set()
        self._near: dict[str, str] = {}
        self._alike: dict[str, str] = {}
        for word in known:
            self._known.add(word)
            if len(word) >= 5:
                for form in deletes(word):
                    self._near.setdefault(form, word)
                self._alike.setdefault(sound(word), word)

    def mend(self, word: str) -> str:
        """The word itself if it is known, short or like no other, else its known neighbour."""
        if word in self._known or len(word) < 4:
            return word
        for form in sorted(deletes(word), key=lambda form: (-len(form), form)):
            near = self._near.get(form)
            if near is not None and abs(len(near) - len(word)) <= 1 and near[0] == word[0]:
                return near
        return self._alike.get(sound(word), word)
