"""Markup built from values. What is not `Html` is text and is escaped; there is no other way in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

_NAME = re.compile(r"[a-z][a-z0-9-]*\Z", re.IGNORECASE)
_ALONE = frozenset({"br", "hr", "img", "input", "meta", "link", "col"})
_SVG = frozenset({"circle", "line", "path", "polyline", "rect", "use"})


class Html(str):
    """Markup that is ready to be put into a page. Only this package makes it from anything but other markup."""

    __slots__ = ()


def tag(name: str, /, *inside: str | Html | None, **attributes: str | float | bool | None) -> Html:
    """An element. `None` inside is left out; attributes: `class_` and `data_x` lose the underscore, True stands alone, None and False are left out.

    Raises ValueError for a name that is none, for an event attribute, and for children of an element that has none.
    """
    if not _NAME.match(name):
        raise ValueError(f"{name!r} is no element")
    told: list[str] = []
    for key, value in attributes.items():
        key = key.removesuffix("_").replace("_", "-")
        if not _NAME.match(key) or key.lower().startswith("on"):
            raise ValueError(f"{key!r} is no attribute for these pages")
        if value is None or value is False:
            continue
        told.append(f" {key}" if value is True else f' {key}="{escape(_plain(value), quote=True)}"')
    head = f"<{name}{''.join(told)}>"
    if name in _ALONE:
        if inside:
            raise ValueError(f"<{name}> holds nothing")
        return Html(head)
    if name in _SVG and not inside:
        return Html(f"{head[:-1]}/>")
    return Html(f"{head}{join(*inside)}</{name}>")


def _plain(value: str | float) -> str:
    """Numbers in attributes without a tail of digits."""
    return (
        value
        if isinstance(value, str)
        else f"{value:.2f}".rstrip("0").rstrip(".")
        if isinstance(value, float)
        else str(value)
    )


def join(*parts: str | Html | None) -> Html:
    """Parts one after the other; text is escaped, None left out."""
    return Html("".join(p if isinstance(p, Html) else escape(p, quote=True) for p in parts if p is not None))


def table(
    head: Sequence[str | Html],
    rows: Iterable[Sequence[str | Html]],
    *,
    caption: str = "",
    numbers: Iterable[int] = (),
) -> Html:
    """A table with a head row that may be wider than the window (it then scrolls by itself). `numbers` are columns (from 0) set to the right."""
    right = set(numbers)

    def cells(kind: str, row: Sequence[str | Html]) -> Html:
        return join(
            *(
                tag(
                    kind, cell, class_="number" if n in right else None, scope="col" if kind == "th" else None
                )
                for n, cell in enumerate(row)
            )
        )

    return tag(
        "div",
        tag(
            "table",
            tag("caption", caption) if caption else None,
            tag("thead", tag("tr", cells("th", head))),
            tag("tbody", *(tag("tr", cells("td", row)) for row in rows)),
        ),
        class_="wide",
    )


def marked(text: str, phrases: Iterable[str], class_: str | None = None) -> Html:
    """A text with the stretches that read like one of the phrases set apart as `<mark>`; whole words only, any case."""
    wanted = sorted({p for p in phrases if p.strip()}, key=len, reverse=True)
    if not wanted:
        return join(text)
    pattern = re.compile(rf"(?<!\w)({'|'.join(re.escape(p) for p in wanted)})(?!\w)", re.IGNORECASE)
    parts = pattern.split(text)
    return join(*(tag("mark", part, class_=class_) if n % 2 else part for n, part in enumerate(parts)))
