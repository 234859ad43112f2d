"""Poison for every text a file or a server can bring, each dose with a mark of its own, and the proof that nothing of it acts."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

Dose = Callable[..., str]
ACTS = ("\x1b", "\x07", "\x9b", "\u202e", "\u2066", "\u200b", "\x00", "\x08")
"""What a terminal obeys, and what turns a line of text around."""
_MARKUP = re.compile(r"(?<!\\)<evil|(?<!\\)\]\(|(?<!\\)!\[|(?<!\\)\*\*evil|(?<!\\)`evil|http://e\d")


def doses() -> Dose:
    """A way to poison texts: each keeps its words and gets escapes, bidi controls, markup and Markdown with a number of its own; the same text always the same."""
    given: dict[str, int] = {}

    def poison(text: str, *, short: bool = False) -> str:
        n = given.setdefault(text, len(given) + 1)
        if short:
            return f"\x1b[31m{text[:20]}\u202e<evil{n}>"
        return f"\x1b]0;t{n}\x07{text}\x1b[31m\u202e<evil{n}>\x9b2J**evil{n}** `evil{n}` [l](javascript:{n}) ![i](http://e{n})\u200b|#"

    return poison


class Elements(HTMLParser):
    """The elements of a page and its event attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.events: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.events += [
            name for name, value in attrs if name.startswith("on") or (value or "").startswith("java")
        ]


def raw_in(text: str, form: str = "text") -> list[str]:
    """What of a poison acts in an output: in a terminal ("text", "json"), in Markdown ("md") or on a page ("html")."""
    found = [repr(sign) for sign in ACTS if sign in text]
    if form == "md":
        found += [text[max(0, m.start() - 30) : m.end() + 20] for m in _MARKUP.finditer(text)]
    if form == "html":
        page = Elements(text)
        found += [tag for tag in page.tags if tag.startswith("evil") or tag in ("img", "iframe", "object")]
        found += page.events
    return found
