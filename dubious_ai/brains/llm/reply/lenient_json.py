"""JSON as models really write it: a tolerant reader for one object at a given place in a text.

Accepts single or typographic quotes, bare keys, trailing commas, Python's None and True, and raw line
ends inside strings. Tells a text that stops too early (`Truncated`) from one that is wrong (`Malformed`). Never executes anything
and goes at most `MAX_DEPTH` levels deep.
"""

from __future__ import annotations

import re
from typing import TypeGuard


def is_object(value: object) -> TypeGuard[dict[str, object]]:
    """Whether a JSON value is an object (its keys are strings: it came out of a JSON reader)."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[object]]:
    """Whether a JSON value is a list."""
    return isinstance(value, list)


MAX_DEPTH = 12
_SPACE = re.compile(r"\s*")
_BARE = re.compile(r"[A-Za-z_][\w-]*")
_NUMBER = re.compile(r"[-+]?(?:\d{1,17})?(?:\.\d{1,17})?(?:[eE][-+]?\d{1,3})?")
_QUOTES = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’"}
_WORDS: dict[str, object] = {
    "true": True,
    "false": False,
    "null": None,
    "none": None,
    "nan": None,
    "infinity": None,
}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}

_AFTER_KEY = re.compile(r"\s*(?:[:=]|$)")
_AFTER_VALUE = re.compile(
    r"\s*(?:$|:|[}\]]\s*(?:$|[,}\]`]|[^\w\"'“”]|\w)|,\s*(?:$|[}\]\[{\d-]|[\"“„'‘][^\"”“'’\n]{0,200}[\"”“'’]\s*[:,=\]]|\w+\s*[:=]|(?:true|false|null)\b))"
)
"""Where a string may end: a quote elsewhere is an apostrophe, or belongs to words quoted inside a sentence."""


class Malformed(ValueError):
    """No object can be read here."""


class Truncated(Malformed):
    """The text ends inside the object: it was cut off."""


def read_object(text: str, start: int) -> tuple[dict[str, object], int]:
    """The object that begins at `text[start]` (a brace) and the place after it. Raises Malformed or Truncated."""
    value, end = _Reader(text).value(start, 0)
    if not is_object(value):
        raise Malformed("not an object")
    return value, end


def _join(parts: list[str]) -> str:
    """The string, with the two halves of an escaped character outside the basic plane made one; a lone half becomes a mark."""
    return "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text

    def skip(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def at(self, at: int) -> str:
        if at >= len(self.text):
            raise Truncated("the text ends early")
        return self.text[at]

    def value(self, at: int, depth: int) -> tuple[object, int]:
        if depth > MAX_DEPTH:
            raise Malformed("too deep")
        at = self.skip(at)
        first = self.at(at)
        if first == "{":
            return self.object(at + 1, depth)
        if first == "[":
            return self.array(at + 1, depth)
        if first in _QUOTES:
            return self.string(at, _AFTER_VALUE)
        word = _BARE.match(self.text, at)
        if word:
            name = word.group().lower()
            if word.end() == len(self.text):
                raise Truncated("the text ends in a word")
            if name in _WORDS:
                return _WORDS[name], word.end()
            raise Malformed(f"unexpected word {name[:20]}")
        number = _NUMBER.match(self.text, at)
        if number and any(c.isdigit() for c in number.group()):
            if number.end() == len(self.text):
                raise Truncated("the text ends in a number")
            return float(number.group()), number.end()
        raise Malformed(f"unexpected {first!r}")

    def object(self, at: int, depth: int) -> tuple[dict[str, object], int]:
        found: dict[str, object] = {}
        while True:
            at = self.skip(at)
            first = self.at(at)
            if first == "}":
                return found, at + 1
            if first == "," and found:
                at += 1
                continue
            if first in _QUOTES:
                key, at = self.string(at, _AFTER_KEY)
            elif bare := _BARE.match(self.text, at):
                key, at = bare.group(), bare.end()
            else:
                raise Malformed(f"no key at {first!r}")
            at = self.skip(at)
            if self.at(at) not in ":=":
                raise Malformed("no colon after a key")
            found[key], at = self.value(at + 1, depth + 1)
            at = self.skip(at)
            if self.at(at) not in ",}":
                raise Malformed("no comma after a value")

    def array(self, at: int, depth: int) -> tuple[list[object], int]:
        found: list[object] = []
        while True:
            at = self.skip(at)
            first = self.at(at)
            if first == "]":
                return found, at + 1
            if first == "," and found:
                at += 1
                continue
            item, at = self.value(at, depth + 1)
            found.append(item)
            at = self.skip(at)
            if self.at(at) not in ",]":
                raise Malformed("no comma in a list")

    def string(self, at: int, after: re.Pattern[str]) -> tuple[str, int]:
        opening = self.text[at]
        closing = _QUOTES[opening]
        out: list[str] = []
        at += 1
        while True:
            c = self.at(at)
            if c == "\\":
                c = self.at(at + 1)
                if c == "u":
                    code = self.text[at + 2 : at + 6]
                    if len(code) < 4:
                        raise Truncated("the text ends in an escape")
                    if not all(digit in "0123456789abcdefABCDEF" for digit in code):
                        raise Malformed("a bad escape")
                    out.append(chr(int(code, 16)))
                    at += 6
                    continue
                out.append(_ESCAPES.get(c, c))
                at += 2
                continue
            if c == closing and after.match(self.text, at + 1):
                return _join(out), at + 1
            out.append(c)
            at += 1
