"""What the screen draws, made from observations and events: the talk, the head of the table, marks of players. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from dubious_ai.content.library import Library
from dubious_ai.content.people import personas
from dubious_ai.core import events as ev
from dubious_ai.core.model import Phase
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import Standing
from dubious_ai.ui.screen.palettes import MARKS
from dubious_ai.ui.views.table_views import listed

PHASES: dict[Phase, str] = {
    "choosing": "two cards to keep", "guessing": "guessing", "revealing": "the reveal", "between rounds": "the reveal",
}  # fmt: skip
"""What happens now, where it is no question."""


def mark(seat: int) -> str:
    """The mark of a seat."""
    return MARKS[(seat - 1) % len(MARKS)]


def person(seen: Observation, seat: int, *, whole: bool = False) -> Text:
    """A player with mark and colour; `whole` adds the character of tonight."""
    name = "You" if seat == seen.seat else seen.name(seat)
    text = Text.assemble((f"{mark(seat)} {name}", f"player{seat}"))
    character = seen.now.character(seat) if whole and seen.rounds else None
    if character and character.name:
        text.append(f", tonight {character.name}", style="quiet")
    return text


def head(seen: Observation, texts: Library) -> Text:
    """The first line: where, which round and question, and how it stands."""
    now = seen.now
    of = f" of {seen.options.rounds}" if seen.options.rounds > 1 else ""
    text = Text.assemble((texts.name, "title"), f" · round {now.number}{of}")
    if now.asked and seen.phase == "answering":
        text.append(f" · question {now.asked[-1].number} of {seen.options.questions}")
    elif seen.phase in PHASES:
        text.append(f" · {PHASES[seen.phase]}")
    if seen.phase == "answering":
        reader = "you read" if now.reader == seen.seat else f"{seen.name(now.reader)} reads"
        text.append(f" · {reader}", style="quiet")
    return text


def drawn_score(seen: Observation, room: int, points: Standing | None = None) -> Text:
    """Everybody's points (those of now, else `points`), in seat order; names are shortened where there is no room for them."""
    totals = (points or seen.standing).totals
    for letters in (40, 6, 3, 1):
        parts: list[Text] = []
        for seat, player in enumerate(seen.players, 1):
            name = "You" if seat == seen.seat else player.name[:letters]
            parts.append(Text.assemble((f"{mark(seat)} {name} ", f"player{seat}"), str(totals[seat])))
        text = Text("  ").join(parts)
        if text.cell_len <= room:
            return text
    return Text("")


def drawn_answer(seen: Observation, answer: ev.Spoken) -> RenderableType:
    """An answer in the talk: who, then the words, the delivery set apart."""
    words = Text.assemble(
        (f"({answer.delivery}) ", "delivery") if answer.delivery else "", f"“{answer.text}”"
    )
    return Group(person(seen, answer.seat), Padding(words, (0, 0, 0, 2)))


def remark(seen: Observation, said: ev.Reacted) -> Text:
    """A short reaction."""
    to = "" if said.to is None else " to you" if said.to == seen.seat else f" to {seen.name(said.to)}"
    return Text.assemble(
        (f"{mark(said.seat)} {seen.name(said.seat)}{to}: ", f"player{said.seat}"),
        (f"“{said.text}”", "flavour"),
    )


def arrival(seen: Observation, texts: Library) -> Iterator[RenderableType]:
    """Where the evening is, and in the first round who the others are when they are at home."""
    yield Text(f"{texts.scene[:1].upper()}{texts.scene[1:]}.", "flavour")
    if seen.now.number > 1:
        return
    people = {person.name: person for person in personas()}
    for seat in seen.opponents:
        known = people.get(seen.name(seat))
        if known is not None:
            yield Text.assemble((f"{mark(seat)} {known.name}", f"player{seat}"), f", {known.temper}.")


def introductions(seen: Observation) -> Iterator[RenderableType]:
    """Who everybody is tonight."""
    for character in seen.now.characters:
        if not character.name and not character.introduction:
            continue
        line = person(seen, character.seat)
        if character.name:
            line.append(f" {'are' if character.seat == seen.seat else 'is'} {character.name} tonight.")
        if character.introduction:
            line.append(f" “{character.introduction}”")
        yield line


def so_far(seen: Observation) -> Iterator[RenderableType]:
    """The talk of the round up to now, for a table somebody comes back to."""
    if seen.now.characters:
        yield from introductions(seen)
    for asked in seen.now.asked:
        if asked.answers:
            yield asked_line(asked.number, asked.question.text)
            yield from (drawn_answer(seen, answer) for answer in asked.answers)
            said = (s for s in seen.now.reactions if s.number == asked.number and s.occasion == "answer")
            yield from (remark(seen, s) for s in said)


def asked_line(number: int, text: str) -> Text:
    """A question as it stands in the talk."""
    return Text.assemble((f"{number}. ", "quiet"), (text, "title"))


def writing(seen: Observation, seats: tuple[int, ...]) -> str:
    """Who is still writing, in a sentence; empty when nobody is."""
    if not seats:
        return ""
    return f"{listed(seen.name(seat) for seat in seats)} {'is' if len(seats) == 1 else 'are'} still writing."
