"""The reveal in steps, as things to draw: guesses turned over one by one, then each card, its ticks, and the words that did it. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, Kind, Pair
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import Row, score_reveal
from dubious_ai.ui.screen.drawing import mark, person
from dubious_ai.ui.views.table_views import NAMED

HIDDEN = "▒▒▒▒▒▒▒▒"


def theatre_steps(
    seen: Observation, revealed: ev.PlayerRevealed, texts: Library
) -> list[list[RenderableType]]:
    """The whole picture after each step; the last one is what remains."""
    pair = Pair(occupation=revealed.occupation, secret=revealed.secret)
    rows = score_reveal(revealed.seat, pair, {h.seat: h.guess for h in revealed.guesses})
    found: list[list[RenderableType]] = []
    for turned in range(len(revealed.guesses) + 1):
        found.append([_name(seen, revealed, texts, ()), *_guesses(seen, revealed, texts, turned, ())])
    shown: list[Row] = []
    below: list[RenderableType] = []
    for row in rows:
        shown.append(row)
        opened: tuple[Kind, ...] = tuple(r.kind for r in shown)
        base = [
            _name(seen, revealed, texts, opened),
            *_guesses(seen, revealed, texts, len(revealed.guesses), opened),
        ]
        found.append([*base, *below])
        ticks = _ticks(row)
        clues = list(_clues(seen, revealed, row.kind))
        for n in range(len(clues)):
            found.append([*base, *below, Text(""), *clues[: n + 1]])
        below = [*below, Text(""), *clues, ticks]
        found.append([*base, *below])
        if row.outcome == "all":
            told = Text("   Everybody knew: too obvious, the owner's ticks are struck out.", "warning")
            below = [*below, told]
            found.append([*base, *below])
        elif row.outcome == "none":
            below = [*below, Text("   Nobody knew: whoever guessed wrong ticks one.", "quiet")]
            found.append([*base, *below])
    return found


def _name(seen: Observation, revealed: ev.PlayerRevealed, texts: Library, opened: tuple[Kind, ...]) -> Text:
    slugs = {"occupation": revealed.occupation, "secret": revealed.secret}
    text = person(seen, revealed.seat, whole=True)
    for kind in KINDS:
        text.append("\n   ")
        text.append(
            texts.file(slugs[kind]).name.upper() if kind in opened else HIDDEN,
            style=kind if kind in opened else "quiet",
        )
    return text


def _guesses(
    seen: Observation,
    revealed: ev.PlayerRevealed,
    texts: Library,
    turned: int,
    opened: tuple[Kind, ...],
) -> Iterator[RenderableType]:
    slugs = {"occupation": revealed.occupation, "secret": revealed.secret}
    yield Text("")
    for n, heard in enumerate(revealed.guesses):
        line = person(seen, heard.seat)
        line.append(" say " if heard.seat == seen.seat else " says ", style="quiet")
        for kind in KINDS:
            slug = heard.guess.of(kind)
            line.append("" if kind == "occupation" else " · ")
            if n >= turned:
                line.append(HIDDEN, style="quiet")
                continue
            line.append(texts.file(slug).name if slug else "nothing", style="" if slug else "quiet")
            if kind in opened:
                right = slug == slugs[kind]
                line.append(" ✓" if right else " ✗", style="tick" if right else "quiet")
        yield line


def _ticks(row: Row) -> Text:
    line = Text.assemble((f"   {NAMED[row.kind]}  ", row.kind))
    for tick in row.ticks:
        owner = tick.seat == row.target
        style = "struck" if tick.crossed else "tick" if owner else f"player{tick.seat}"
        line.append(f" {mark(tick.seat)}+1", style=style)
    if not row.ticks:
        line.append(" nobody guessed at all", style="quiet")
    return line


def _clues(seen: Observation, revealed: ev.PlayerRevealed, kind: Kind) -> Iterator[Text]:
    """The answers meant to hint at this card, the words that carry it lit, and the step from them to the card."""
    answers = dict(enumerate((text for _, text in seen.now.heard(revealed.seat)), 1))
    for meant in revealed.meant:
        text = answers.get(meant.number, "")
        if meant.kind != kind or not meant.clue or meant.clue not in text:
            continue
        before, _, after = text.partition(meant.clue)
        line = Text.assemble(f"   “{before}", (meant.clue, "clue"), f"{after}”")
        if meant.why:
            line.append(f" {meant.why}", style="quiet")
        if meant.card not in (revealed.occupation, revealed.secret):
            line.append(" (a false trail)", style="warning")
        yield line
