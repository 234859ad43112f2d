"""Short remarks at the table: who says what about what just happened.

They are drawn from the seed and from what everybody has just heard, never from a reading or a hand, so that they tell nothing; they are never evidence,
and the same game without them goes the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from dubious_ai.content.people import Persona
from dubious_ai.content.talk import Occasion, placeholders, talk_of
from dubious_ai.core import events as ev
from dubious_ai.core.deal import substream
from dubious_ai.core.model import KINDS, Setting
from dubious_ai.core.rules import LINE_LIMIT
from dubious_ai.core.scoring import Outcome, Row, Standing

AFTER_AN_ANSWER = 0.4
"""Chance of a remark after the answers to a question: silence is the commonest reaction."""
AT_A_REVEAL = 0.55
"""Chance of each of the remarks about a revealed card."""
MOST_AT_A_REVEAL = 3
OF_THE_REVEALED: dict[Outcome, Occasion] = {"all": "loud", "none": "missed", "some": "found"}
"""What the player revealed speaks of, by who knew the card."""
CLOSE = 2
"""Points by which a loss counts as close."""
SHORT_CLUE = 8
"""Longest stretch of an answer that is quoted, in words."""
_WORD = re.compile(r"[a-z]{4,12}")
_PLAIN = frozenset(
    [
        "that",
        "this",
        "with",
        "from",
        "they",
        "them",
        "then",
        "than",
        "there",
        "their",
        "these",
        "those",
        "have",
        "been",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "would",
        "could",
        "should",
        "about",
        "after",
        "again",
        "before",
        "because",
        "every",
        "other",
        "some",
        "such",
        "very",
        "just",
        "only",
        "even",
        "ever",
        "never",
        "always",
        "often",
        "most",
        "more",
        "much",
        "many",
        "like",
        "into",
        "over",
        "under",
        "upon",
        "once",
        "twice",
        "still",
        "your",
        "yours",
        "mine",
        "ours",
        "here",
        "also",
        "nothing",
        "something",
        "anything",
        "everything",
        "somebody",
        "nobody",
        "everybody",
        "anybody",
        "does",
        "doesn",
        "didn",
        "wasn",
        "isn",
        "aren",
        "hasn",
        "haven",
        "will",
        "won't",
        "can't",
        "couldn",
        "myself",
        "himself",
        "herself",
        "itself",
        "themselves",
        "another",
        "each",
        "both",
        "either",
        "neither",
        "rather",
        "quite",
        "almost",
        "already",
    ]
)


@dataclass(frozen=True)
class TableSeen:
    """What everybody at the table knows: the setting, table names (seat 1 first), who the regulars are, what was remarked so far, the points."""

    setting: Setting
    names: tuple[str, ...]
    people: Mapping[int, Persona]
    round: int
    question: int
    said: Sequence[ev.Reacted]
    standing: Standing
    rows: Sequence[Row] = ()
    last: bool = False


def remarks(event: ev.Event, table: TableSeen, seed: str) -> list[ev.Reacted]:
    """What is said about an event that everybody has just seen; mostly nothing. The order is that of speaking."""
    rng = substream(seed, "talk", table.round, table.question, event.type, getattr(event, "seat", 0))
    if not table.people:
        return []
    match event:
        case ev.QuestionRevealed() if event.number == 1 and table.round == 1:
            seat = rng.choice(sorted(table.people))
            return _spoken(table, seat, "start", {}, seed)
        case ev.AnswersOpened():
            return _after_answers(event, table, rng, seed)
        case ev.PlayerRevealed():
            found = list(_at_reveal(event, table, rng, seed))[:MOST_AT_A_REVEAL]
            if table.last:
                found += _at_end(replace(table, said=(*table.said, *found)), rng, seed)
            return found
        case _:
            return []


def _after_answers(event: ev.AnswersOpened, table: TableSeen, rng: Random, seed: str) -> list[ev.Reacted]:
    if rng.random() >= AFTER_AN_ANSWER:
        return []
    about = rng.choice(event.answers)
    speakers = [seat for seat in sorted(table.people) if seat != about.seat]
    if not speakers:
        return []
    words = [
        w for w in _WORD.findall(about.text.lower()) if w not in _PLAIN and not w.endswith(("ly", "ing"))
    ]
    filled = {"name": table.names[about.seat - 1]}
    if words:
        filled["word"] = rng.choice(words)
    return _spoken(table, rng.choice(speakers), "answer", filled, seed, to=about.seat)


def _at_reveal(event: ev.PlayerRevealed, table: TableSeen, rng: Random, seed: str) -> Iterator[ev.Reacted]:
    """About the two cards of the player revealed: by those who had guessed, then by the player."""
    rows = {row.kind: row for row in table.rows if row.target == event.seat}
    for kind in rng.sample(KINDS, len(KINDS)):
        row = rows.get(kind)
        if row is None or rng.random() >= AT_A_REVEAL:
            continue
        filled = {
            "name": table.names[event.seat - 1],
            "card": _in_a_sentence(table.setting.card(kind, row.card).name),
        }
        if clues := [
            m.clue for m in event.meant if m.card == row.card and 0 < len(m.clue.split()) <= SHORT_CLUE
        ]:
            filled["clue"] = rng.choice(clues)
        own = event.seat in table.people
        if own and (row.outcome != "some" or rng.random() < 0.4):
            said = _spoken(table, event.seat, OF_THE_REVEALED[row.outcome], filled, seed)
        else:
            said = _of_a_guesser(event.seat, row, table, filled, rng, seed)
        table = replace(table, said=(*table.said, *said))
        yield from said


def _of_a_guesser(
    about: int, row: Row, table: TableSeen, filled: dict[str, str], rng: Random, seed: str
) -> list[ev.Reacted]:
    """What one of those who had guessed says to the player revealed."""
    guessers = [(seat, guess) for seat, guess in row.guesses if seat in table.people and guess is not None]
    if not guessers:
        return []
    seat, guess = rng.choice(guessers)
    if seat in row.right:
        return _spoken(table, seat, "right", filled, seed, to=about)
    named = _in_a_sentence(table.setting.card(row.kind, guess).name)
    return _spoken(table, seat, "wrong", {**filled, "guess": named}, seed, to=about)


def _at_end(table: TableSeen, rng: Random, seed: str) -> list[ev.Reacted]:
    """A winner's word and a loser's, fitting the result."""
    points, found = table.standing, list[ev.Reacted]()
    best = max(points.totals.values())
    names = {"name": table.names[points.winners[0] - 1]}
    winners = [seat for seat in points.winners if seat in table.people]
    if winners:
        occasion: Occasion = "tie" if points.tie_break != "none" else "win"
        found += _spoken(table, rng.choice(winners), occasion, names, seed)
    losers = [seat for seat in sorted(table.people) if seat not in points.winners]
    if losers:
        seat = rng.choice(losers)
        close = best - points.totals[seat] <= CLOSE
        found += _spoken(table, seat, "close" if close else "loss", names, seed)
    return found


def _spoken(
    table: TableSeen,
    seat: int,
    occasion: Occasion,
    filled: Mapping[str, str],
    seed: str,
    *,
    to: int | None = None,
) -> list[ev.Reacted]:
    """The next line this person has for the occasion and everything it needs; nothing when all are said."""
    talk = talk_of(table.people[seat].slug)
    if talk is None:
        return []
    lines = list(talk.lines(occasion))
    substream(seed, "lines", talk.persona, occasion).shuffle(lines)
    used = {reaction.text for reaction in table.said}
    for line in lines:
        if placeholders(line) <= filled.keys():
            text = line.format_map(filled)
            if text not in used and len(text) <= LINE_LIMIT:
                return [ev.Reacted(seat=seat, occasion=occasion, text=text, to=to, number=table.question)]
    return []


def _in_a_sentence(name: str) -> str:
    """A card's name as it stands inside a sentence."""
    return name if name[:2].isupper() else name[0].lower() + name[1:]
