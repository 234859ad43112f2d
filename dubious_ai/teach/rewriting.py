"""The task each pupil gets after a round: one answer to write again, and whether a new draft does what was asked.

Tasks go out as a list (one row a pupil, an empty column for the draft) and come back filled in.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis
from dubious_ai.analysis.sentences import KIND_NAMES, in_hundred
from dubious_ai.analysis.verdict import NOTICED, Verdict
from dubious_ai.analysis.verdict_sentences import back_told
from dubious_ai.belief.posterior import Said
from dubious_ai.belief.readers import Readers
from dubious_ai.coach.card_requests import card_of
from dubious_ai.coach.hint.own_answers import said_in
from dubious_ai.coach.hint.target_share import verdict_on
from dubious_ai.coach.seat_view import own_seat
from dubious_ai.core.cleaning import clean
from dubious_ai.core.model import ANSWER_LIMIT, KINDS, Kind, Pair
from dubious_ai.document import DocumentError
from dubious_ai.document.class_list import table_rows
from dubious_ai.errors import DubiousError
from dubious_ai.teach.commentary import best_answer

Want = Literal["quieter", "more telling", "shorter"]
HEAD = (
    "name", "setting", "players", "occupation", "secret", "number", "questions", "question", "answer", "task", "want", "card",
    "under", "before", "draft",
)  # fmt: skip
NEEDED = ("occupation", "secret", "question", "draft")
SHORT = 10
"""Words of an answer that is to be short."""


@dataclass(frozen=True)
class Task:
    """One answer (numbers from 1) of a player to write again. `under` is the share of readers (0 to 1) that a quieter one must stay below."""

    number: int
    text: str
    question: str
    want: Want
    kind: Kind
    under: float = 1.0

    @property
    def told(self) -> str:
        """What is asked for, in a sentence."""
        card = KIND_NAMES[self.kind]
        match self.want:
            case "quieter":
                ask = f"so that it still fits you, but fewer than {in_hundred(self.under)} readers would name your {card} after it"
            case "more telling":
                ask = f"so that it helps readers towards your {card}, without a word of the card itself"
            case "shorter":
                ask = f"in at most {SHORT} words, so that it still hints at the same card"
        return f"Write answer {self.number} again, “{self.text}”, {ask}."


def task_for(player: PlayerAnalysis) -> Task:
    """What to write again: something quieter where a card is out, something more telling where nobody could know, else the longest answer more briefly."""
    shares = {kind: player.card(kind).shares[-1] for kind in KINDS}
    loud, quiet = max(KINDS, key=lambda k: shares[k]), min(KINDS, key=lambda k: shares[k])
    if player.card(loud).stands == "loud":
        answer = best_answer(player, loud)
        card = answer.verdict.of(loud)
        under = (card.before.share + card.after.share) / 2
        return Task(answer.number, answer.text, answer.question.text, "quieter", loud, under)
    if player.card(quiet).stands == "quiet":
        answer = min(player.answers, key=lambda a: max(abs(a.rise(k)) for k in KINDS))
        return Task(answer.number, answer.text, answer.question.text, "more telling", quiet)
    answer = max(player.answers, key=lambda a: len(a.text.split()))
    kind = max(KINDS, key=answer.rise)
    return Task(answer.number, answer.text, answer.question.text, "shorter", kind)


def tasks_csv(lessons: Sequence[GameAnalysis]) -> str:
    """The tasks of every player of these rounds as a list, with an empty column for what they write."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for told in lessons:
        for player in told.rounds[-1].players:
            task = task_for(player)
            before = "\n".join(
                line
                for a in player.answers[: task.number - 1]
                for line in (f"Q: {a.question.text}", f"A: {a.text}")
            )
            under = f"{task.under:.3f}" if task.want == "quieter" else ""
            row = (
                player.name, told.texts.slug, len(told.players), player.cards[0].name, player.cards[1].name, task.number, len(player.answers),
                task.question, task.text, task.told, task.want, task.kind, under, before, "",
            )  # fmt: skip
            writer.writerow(row)
    return out.getvalue()


@dataclass(frozen=True)
class WeighedDraft:
    """A draft with what it is a draft of. `met` is whether the task is met, None where there was none."""

    name: str
    text: str
    verdict: Verdict
    met: bool | None

    @property
    def told(self) -> str:
        """What readers make of it, in one line."""
        done = {True: " The task is met.", False: " The task is not met yet.", None: ""}[self.met]
        return f"{back_told(self.verdict)}{done}"


def read_drafts(
    data: bytes, source: str, setting: str | None, readers: Readers
) -> tuple[list[WeighedDraft], list[str]]:
    """Every draft of a filled-in list, weighed, and what could not be, in sentences that name the row. Raises DocumentError where the list itself is none."""
    rows = table_rows(data, source)
    missing = [column for column in NEEDED if column not in rows[0][1]]
    if missing:
        raise DocumentError(
            f"{source}, row 1: there is no column for {' and '.join(missing)}. `dubious sample --from class.csv --tasks tasks.csv` makes such a list."
        )
    found: list[WeighedDraft] = []
    problems: list[str] = []
    for number, row in rows:
        where = f"{source}, row {number}"
        if not row.get("draft"):
            problems.append(f"{where}: {row.get('name') or 'this row'} has no draft yet.")
            continue
        try:
            found.append(_weighed(row, where, setting, readers))
        except DubiousError as error:
            problems.append(f"{where}: {error}")
    return found, problems


def _weighed(row: dict[str, str], where: str, setting: str | None, readers: Readers) -> WeighedDraft:
    slug = setting or row.get("setting")
    if not slug:
        raise DocumentError("no setting is named. Add --setting, or a column “setting”.")
    reader = readers.of(slug)
    texts = reader.library
    pair = Pair(
        occupation=card_of(texts, "occupation", row["occupation"]).slug,
        secret=card_of(texts, "secret", row["secret"]).slug,
    )
    text = clean(row["draft"])
    if len(text) > ANSWER_LIMIT:
        raise DocumentError(f"the draft has {len(text)} characters; {ANSWER_LIMIT} is the limit.")
    said: tuple[Said, ...] = said_in(row.get("before", ""), f"{where}, column before")
    seen = own_seat(
        texts,
        pair,
        row["question"],
        said,
        players=_number(row, "players", 4),
        questions=max(_number(row, "questions", 5), len(said) + 1),
    )
    told = verdict_on(reader, seen, text)
    return WeighedDraft(row.get("name", ""), text, told, _met(row, text, told))


def _number(row: dict[str, str], column: str, otherwise: int) -> int:
    told = row.get(column, "")
    if not told:
        return otherwise
    if not told.isdecimal():
        raise DocumentError(f"column {column}: {told!r} is no number.")
    return int(told)


def _met(row: dict[str, str], text: str, told: Verdict) -> bool | None:
    kind: Kind = "secret" if row.get("card") == "secret" else "occupation"
    card = told.of(kind)
    if any(c.own_words for c in told.cards) or told.unreadable:
        return False if row.get("want") else None
    match row.get("want"):
        case "quieter":
            try:
                under = float(row.get("under") or 1)
            except ValueError:
                return None
            return card.after.share < under and card.effect != "led away"
        case "more telling":
            return card.rise >= NOTICED
        case "shorter":
            return len(text.split()) <= SHORT and card.rise >= NOTICED
        case _:
            return None
