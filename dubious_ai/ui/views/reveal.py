"""The reveal of one player: the guesses first, then the cards, then each tick with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.text import Text

from dubious_ai.analysis.sentences import KIND_NAMES, listed, ticks_told
from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import Row
from dubious_ai.ui.views.table_views import indent


def announcements(
    revealed: ev.PlayerRevealed, names: list[str], texts: Library, me: int | None
) -> list[RenderableType]:
    """What each of the others has guessed, before the cards are turned."""
    lines: list[RenderableType] = []
    for heard in revealed.guesses:
        said = [texts.file(slug).name if (slug := heard.guess.of(kind)) else "no guess" for kind in KINDS]
        who = "You say" if heard.seat == me else f"{names[heard.seat - 1]} says"
        lines.append(
            indent(Text.assemble((who, "me" if heard.seat == me else "name"), f" {said[0]} · {said[1]}"))
        )
    return lines


def cards_turned(revealed: ev.PlayerRevealed, names: list[str], texts: Library, me: int | None) -> Text:
    """The cards, turned."""
    who = "You were" if revealed.seat == me else f"{names[revealed.seat - 1]} was"
    return Text.assemble(
        (who, "me" if revealed.seat == me else "name"),
        " ",
        (texts.file(revealed.occupation).name.upper(), "occupation"),
        " · ",
        (texts.file(revealed.secret).name.upper(), "secret"),
    )


def ticks(row: Row, names: list[str], me: int | None) -> RenderableType:
    """Who ticks what for one card, and why."""

    def who(seats: Iterable[int]) -> str:
        return listed("you" if seat == me else names[seat - 1] for seat in seats)

    return indent(Text.assemble((f"{KIND_NAMES[row.kind]}: ", "quiet"), *ticks_told(row, who)), 4)


def clues(seen: Observation, revealed: ev.PlayerRevealed, *, plain: bool) -> Iterator[RenderableType]:
    """What the answers were meant to say, as far as it opens with the reveal: the words that carried the hint, and the step from them to the card."""
    answers = dict(enumerate((text for _, text in seen.now.heard(revealed.seat)), 1))
    for meant in revealed.meant:
        if not meant.clue or meant.clue not in answers.get(meant.number, ""):
            continue
        own = meant.card in (revealed.occupation, revealed.secret)
        told = Text.assemble(
            (f"{meant.number}. ", "quiet"),
            ("“" if plain else "", "quiet"),
            (meant.clue, "clue"),
            ("”" if plain else "", "quiet"),
            (f": {meant.why}" if meant.why else "", "quiet"),
            ("" if own else "  (a false trail)", "warning"),
        )
        yield indent(told, 4)
