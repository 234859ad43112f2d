"""The reveal of one player in two acts, one for each card: the guesses, the card, the sentences that were to hint at it, the ticks.

`acts` is the order every desk and every replay follows; the rest are the lines they draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from dubious_ai.analysis.sentences import KIND_NAMES, Who, listed, ticks_told
from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, Kind, Pair
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import Row, score_reveal
from dubious_ai.ui.views.table_views import indent


@dataclass(frozen=True)
class Sentence:
    """An answer that was meant to hint at a card: its number, the text around the words that carry the hint, the step from them to the card."""

    number: int
    before: str
    clue: str
    after: str
    why: str
    false_trail: bool


@dataclass(frozen=True)
class Act:
    """What a reveal tells about one card, in the order it is told. `row` has the guesses, who was right, and the ticks."""

    row: Row
    sentences: tuple[Sentence, ...]

    @property
    def kind(self) -> Kind:
        """Which card."""
        return self.row.kind


def acts(seen: Observation, revealed: ev.PlayerRevealed) -> tuple[Act, ...]:
    """Both cards of a player who is revealed in this observation, the Occupation first."""
    pair = Pair(occupation=revealed.occupation, secret=revealed.secret)
    rows = score_reveal(revealed.seat, pair, {h.seat: h.guess for h in revealed.guesses})
    return tuple(Act(row, tuple(_sentences(seen, revealed, row.kind))) for row in rows)


def _sentences(seen: Observation, revealed: ev.PlayerRevealed, kind: Kind) -> Iterator[Sentence]:
    answers = {
        asked.number: spoken.text
        for asked in seen.now.asked
        for spoken in asked.answers
        if spoken.seat == revealed.seat
    }
    for meant in revealed.meant:
        text = answers.get(meant.number, "")
        if meant.kind == kind and meant.clue and meant.clue in text:
            before, _, after = text.partition(meant.clue)
            own = meant.card in (revealed.occupation, revealed.secret)
            yield Sentence(meant.number, before, meant.clue, after, meant.why, not own)


def sentence_told(told: Sentence) -> Text:
    """The whole answer, the words that carry the hint set apart, and why."""
    line = Text.assemble(
        (f"{told.number}. ", "quiet"), f"“{told.before}", (told.clue, "clue"), f"{told.after}”"
    )
    return _why(line, told)


def hint_words_told(told: Sentence) -> Text:
    """Only the words that carry the hint, and why."""
    return _why(Text.assemble((f"{told.number}. ", "quiet"), "“", (told.clue, "clue"), "”"), told)


def _why(line: Text, told: Sentence) -> Text:
    if told.why:
        line.append(f" → {told.why}", "quiet")
    if told.false_trail:
        line.append(" (a false trail)", "warning")
    return line


def right_or_wrong(right: bool, *, plain: bool = False) -> str:
    """Whether a guess was right, as a sign, or as a word where signs are read aloud."""
    return ("right" if right else "wrong") if plain else ("✓" if right else "✗")


def guess_told(row: Row, seat: int, guess: str | None, texts: Library, *, plain: bool = False) -> Text:
    """One guess, once the card lies open: what was said, and whether it was right; a blank is neither."""
    if guess is None:
        return Text("no guess", "quiet")
    right = seat in row.right
    sign = right_or_wrong(right, plain=plain)
    return Text.assemble(
        texts.file(guess).name, f"{',' if plain else ''} ", (sign, "tick" if right else "quiet")
    )


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
    return indent(Text.assemble((f"{KIND_NAMES[row.kind]}: ", "quiet"), rule_told(row, names, me)), 4)


def rule_told(row: Row, names: list[str], me: int | None) -> Text:
    """The ticks of one card with the rule that gave them, without the name of the card."""
    return Text.assemble(*ticks_told(row, _who(names, me)))


def act_in_lines(
    act: Act, names: list[str], texts: Library, me: int | None, *, plain: bool
) -> Iterator[RenderableType]:
    """One act as it scrolls by: the card, who was right, the sentences that were to hint at it, the ticks with their rule."""
    row = act.row
    card = texts.file(row.card).name.upper()
    yield indent(Text.assemble((f"{KIND_NAMES[act.kind]}: ", "quiet"), (card, act.kind)))
    parts = [
        Text.assemble(
            ("You" if seat == me else names[seat - 1], "me" if seat == me else "name"),
            ": ",
            guess_told(row, seat, guess, texts, plain=plain),
        )
        for seat, guess in row.guesses
    ]
    yield indent(Text("; " if plain else " · ").join(parts), 4)
    for sentence in act.sentences:
        yield indent(sentence_told(sentence), 4)
    yield indent(rule_told(row, names, me), 4)


def _who(names: list[str], me: int | None) -> Who:
    def who(seats: Iterable[int]) -> str:
        return listed("you" if seat == me else names[seat - 1] for seat in seats)

    return who
