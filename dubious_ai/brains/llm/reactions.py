"""What models say when the last cards of a round lie open: one small request for all seats that one model plays.

Owns that request and what of its reply can be said aloud. Everything in it is known to the whole table by then; nothing said is evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dubious_ai.brains.llm.ask import Chat, Message
from dubious_ai.brains.llm.prompt.transcript import json_quoted, label
from dubious_ai.brains.llm.reply.reply_models import ReactReply, one_of
from dubious_ai.brains.llm.reply.schema import shape_in_words
from dubious_ai.brains.llm.reply.spoken_words import no_answer, spoken
from dubious_ai.brains.protocol import Ask
from dubious_ai.content import prompt_files
from dubious_ai.content.people import persona
from dubious_ai.core.model import Usage
from dubious_ai.core.observe import Observation
from dubious_ai.core.rules import LINE_LIMIT
from dubious_ai.core.scoring import Row

WORDS = 18
"""Words of a line beyond which it is no short remark any more; fourteen are asked for."""


def reactions(
    chat: Chat, ask: Ask, speakers: Mapping[int, str | None]
) -> tuple[dict[int, str], Usage | None]:
    """A line for each seat that has one to say, and what asking cost. `speakers` are the seats with the slugs of who sits there.

    A reply that cannot be used is silence: nobody is asked twice for a remark. Raises CallFailed when the model cannot be reached.
    """
    seen = ask.observation
    prompt = prompt_files.load_prompt("react", "react", frozenset(("others", "shape")))
    told = prompt.render(others=str(len(seen.opponents)), shape=shape_in_words(ReactReply))
    messages = (Message("system", told), Message("user", "\n".join(_round_in_words(seen, speakers))))
    names = {label(seen, seat): seat for seat in speakers}
    reply = chat.ask(
        messages,
        ReactReply,
        purpose="react",
        choices={"player": tuple(names)},
        cancelled=ask.cancelled,
    )
    said: dict[int, str] = {}
    for row in reply.value.lines if reply.value is not None else []:
        name = one_of(row.player, names)
        line, _ = spoken(row.line, (row.player,))
        if name is None or not line or no_answer(line) or len(line) > LINE_LIMIT or len(line.split()) > WORDS:
            continue
        said.setdefault(names[name], line)
    return said, reply.usage


def _round_in_words(seen: Observation, speakers: Mapping[int, str | None]) -> Iterator[str]:
    yield "SPEAKERS"
    for seat, slug in speakers.items():
        who = persona(slug)
        manner = f", {who.temper}. {'; '.join(who.habits)}." if who else ", a friendly player of few words."
        yield f"{label(seen, seat)}{manner}"
    yield "WHAT CAME OUT"
    for row in seen.now.rows:
        yield _row_in_words(seen, row)
    totals = seen.standing.totals
    yield "POINTS " + ", ".join(f"{label(seen, seat)} {points}" for seat, points in totals.items())


def _row_in_words(seen: Observation, row: Row) -> str:
    """One card: whose, who named it, what the others said, and the words that gave it away or should have."""
    card = seen.setting.card(row.kind, row.card).name
    right = ", ".join(label(seen, seat) for seat in row.right)
    wrong = "; ".join(
        f"{label(seen, seat)} said {seen.setting.card(row.kind, guess).name}"
        for seat, guess in row.guesses
        if guess is not None and seat not in row.right
    )
    revealed = next(r for r in seen.now.revealed if r.seat == row.target)
    clues = [json_quoted(m.clue) for m in revealed.meant if m.card == row.card and m.clue]
    known = {"all": "everybody named it", "none": "nobody named it"}.get(row.outcome, f"named by {right}")
    told = [f"{label(seen, row.target)}'s {row.kind.title()} was {card}: {known}", wrong]
    if clues:
        told.append(f"clue {clues[0]}")
    return "; ".join(part for part in told if part) + "."
