"""What Tab offers: whatever begins like the line, else whatever has a word that does; some options last, and marked."""

from __future__ import annotations

from collections.abc import Sequence

MARK = " (yours)"


class Completion:
    """A completer in the way of the standard library's line editor: called with 0, 1, 2 … until it has no more."""

    def __init__(self, options: Sequence[str], marked: frozenset[str] = frozenset()) -> None:
        self._options = [*(o for o in options if o not in marked), *(o for o in options if o in marked)]
        self._marked = marked
        self._found: list[str] = []

    def __call__(self, typed: str, state: int) -> str | None:
        """The option with this number."""
        if state == 0:
            self._found = self.matches(typed)
        return self._found[state] if state < len(self._found) else None

    def matches(self, typed: str) -> list[str]:
        """The options that fit what was typed. What was typed stands among several that only contain it, so that it is not lost."""
        wanted = typed.casefold().lstrip()
        first = [option for option in self._options if option.casefold().startswith(wanted)]
        if first or not wanted:
            return first
        inside = [
            option
            for option in self._options
            if any(rest.startswith(wanted) for rest in _tails(option.casefold()))
        ]
        return [typed, *inside] if len(inside) > 1 else inside

    def listed(self, found: Sequence[str]) -> list[str]:
        """What was found, as it is shown: in the order offered, marked ones with their mark."""
        names = set(found)
        return [f"{o}{MARK}" if o in self._marked else o for o in self._options if o in names]


def _tails(text: str) -> list[str]:
    words = text.split(" ")
    return [" ".join(words[n:]) for n in range(len(words))]
