"""What a class wrote: rows of a spreadsheet or a form, and short texts pasted from phones, as pupils with cards and answers.

Errors name file, row and column. Every text is cleaned here.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dubious_ai.core.cleaning import clean
from dubious_ai.core.rules import NAME_LIMIT
from dubious_ai.document.table_document import DocumentError

DELIMITERS = ",;\t|"
MOST_PUPILS = 400
PASTED = "dubious class 1"
"""First line of a pasted text; the number is the version of its form."""
_IGNORED = re.compile(r"time ?stamp|zeitstempel|e-?mail|^date$|^score$", re.IGNORECASE)
_ROLES = {
    "number": re.compile(r"^(no\.?|nr\.?|number|#)$|^your number", re.IGNORECASE),
    "guesses": re.compile(r"^(your )?guess(es)?$", re.IGNORECASE),
    "name": re.compile(r"\bname\b|^(pupil|student|player)$", re.IGNORECASE),
    "occupation": re.compile(r"occupation", re.IGNORECASE),
    "secret": re.compile(r"secret", re.IGNORECASE),
    "group": re.compile(r"^(group|table|team)\b", re.IGNORECASE),
    "setting": re.compile(r"^setting$", re.IGNORECASE),
}


@dataclass(frozen=True)
class Pupil:
    """Somebody of a class. `where` says where they stand in the input; cards are as written; `answers` are by question, empty where there is none.

    `number` is the one on their sheet, if they had any. `guesses` are by the number or name of whom they guessed about: Occupation and Secret as written.
    """

    where: str
    name: str
    occupation: str
    secret: str
    group: str = ""
    setting: str = ""
    answers: dict[str, str] = field(default_factory=dict[str, str])
    number: str = ""
    guesses: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])


def guesses_in(text: str, where: str) -> dict[str, tuple[str, str]]:
    """ "7: Gladiator / Raised by barbarians; Ben: Potter / -" as guesses by whom they are about. Raises DocumentError for a part that is none."""
    found: dict[str, tuple[str, str]] = {}
    for part in re.split(r"[;\n]", text):
        if not part.strip():
            continue
        whom, colon, cards = part.partition(":")
        if not colon or not whom.strip():
            raise DocumentError(
                f"{where}, column guesses: {clean(part)[:60]!r} does not say about whom. Write “Ben: Potter / Zeus; Cleo: Pirate / -”."
            )
        first, _, second = cards.partition("/")
        found[clean(whom)] = (_slot(first), _slot(second))
    return found


def _slot(text: str) -> str:
    told = clean(text)
    return "" if told in ("-", "–", "?", "no guess") else told


def guesses_told(guesses: Mapping[str, tuple[str, str]]) -> str:
    """The same as text."""
    return "; ".join(f"{whom}: {first or '-'} / {second or '-'}" for whom, (first, second) in guesses.items())


def decoded(data: bytes) -> str:
    """The text of a file as spreadsheets write it: UTF-8 or UTF-16 with or without a mark, else the old Western one."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    if data.count(0) > len(data) // 4:
        return data.decode("utf-16-le" if data[1:2] == b"\x00" else "utf-16-be", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _filled(data: bytes, source: str) -> list[tuple[int, list[str]]]:
    """The rows of a spreadsheet that hold anything, with their numbers. Raises DocumentError."""
    text = decoded(data).replace("\r\n", "\n").replace("\r", "\n")
    first = text.lstrip("\n").partition("\n")[0]
    delimiter = max(DELIMITERS, key=lambda d: sum(len(row) for row in csv.reader([first], delimiter=d)))
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error as error:
        raise DocumentError(f"{source} cannot be read as a spreadsheet: {error}.") from error
    return [(n, row) for n, row in enumerate(rows, 1) if any(map(str.strip, row))]


def table_rows(data: bytes, source: str) -> list[tuple[int, dict[str, str]]]:
    """Any spreadsheet with a head row, each row by the names of its columns (lower case), lines inside cells kept. Raises DocumentError where there are none."""
    filled = _filled(data, source)
    if len(filled) < 2:
        raise DocumentError(f"{source} has no row under a head row.")
    head = [clean(cell).casefold() for cell in filled[0][1]]
    return [(n, {name: cell.strip() for name, cell in zip(head, row, strict=False)}) for n, row in filled[1:]]


def read_csv(data: bytes, source: str) -> list[Pupil]:
    """The pupils of a spreadsheet with a head row. Raises DocumentError with row and column."""
    filled = [(n, [clean(cell) for cell in row]) for n, row in _filled(data, source)]
    if not filled:
        raise DocumentError(
            f"{source} is empty. It should have a head row: name, occupation, secret, then a column for each question."
        )
    head = filled[0][1]
    roles = _roles(head, source)
    if len(filled) - 1 > MOST_PUPILS:
        raise DocumentError(f"{source} has {len(filled) - 1} rows; {MOST_PUPILS} are the most of a class.")
    pupils = [_pupil(row, n, head, roles, source) for n, row in filled[1:]]
    if not pupils:
        raise DocumentError(f"{source} has a head row and nobody under it.")
    _refuse_twice(pupils)
    return pupils


def _roles(head: Sequence[str], source: str) -> dict[str, int]:
    """Which column holds what; the others are questions."""
    found: dict[str, int] = {}
    for role, pattern in _ROLES.items():
        for at, title in enumerate(head):
            if (
                at not in found.values()
                and not _IGNORED.search(title)
                and pattern.search(title)
                and not title.endswith("?")
            ):
                found[role] = at
                break
    missing = [role for role in ("name", "occupation", "secret") if role not in found]
    if missing:
        raise DocumentError(
            f"{source}, row 1: there is no column for {' and '.join(missing)}. The columns are: {', '.join(head)[:200]}."
        )
    return found


def _pupil(row: list[str], number: int, head: list[str], roles: dict[str, int], source: str) -> Pupil:
    def cell(role: str) -> str:
        at = roles.get(role)
        return row[at] if at is not None and at < len(row) else ""

    where = f"{source}, row {number}"
    if len(row) > len(head) and any(row[len(head) :]):
        raise DocumentError(
            f"{where} has {len(row)} cells under {len(head)} columns. Is a quotation mark missing?"
        )
    for role in ("name", "occupation", "secret"):
        if not cell(role):
            raise DocumentError(f"{where}, column {head[roles[role]]}: it is empty.")
    if len(cell("name")) > NAME_LIMIT:
        raise DocumentError(
            f"{where}, column {head[roles['name']]}: the name has more than {NAME_LIMIT} characters."
        )
    answers = {
        title: row[at] if at < len(row) else ""
        for at, title in enumerate(head)
        if at not in roles.values() and title and not _IGNORED.search(title)
    }
    return Pupil(
        where,
        cell("name"),
        cell("occupation"),
        cell("secret"),
        cell("group"),
        cell("setting"),
        answers,
        cell("number"),
        guesses_in(cell("guesses"), where),
    )


def _refuse_twice(pupils: Sequence[Pupil]) -> None:
    seen: dict[str, Pupil] = {}
    for pupil in pupils:
        before = seen.setdefault(pupil.name.casefold(), pupil)
        if before is not pupil:
            raise DocumentError(
                f"{pupil.where}, column name: {pupil.name!r} stands also in {before.where.rpartition(', ')[2]}. Add an initial to one of them."
            )


def read_pasted(text: str, source: str) -> tuple[list[Pupil], list[str]]:
    """The pupils in pasted texts, each from its first line to "end", and what could not be read, in sentences. Later texts of one name replace earlier ones."""
    pupils: dict[str, Pupil] = {}
    problems: list[str] = []
    lines = decoded(text.encode()).splitlines()
    starts = [n for n, line in enumerate(lines) if clean(line).casefold().startswith(PASTED)]
    if not starts:
        problems.append(f"{source} holds no text of a form: none of its lines begins with “{PASTED}”.")
    for at, start in enumerate(starts):
        stop = starts[at + 1] if at + 1 < len(starts) else len(lines)
        fields: dict[str, str] = {}
        answers: dict[str, str] = {}
        guesses: dict[str, tuple[str, str]] = {}
        for line in lines[start + 1 : stop]:
            told = clean(line)
            key, _, value = told.partition(": ")
            if told.casefold() == "end":
                break
            if key.casefold() in ("name", "occupation", "secret", "table", "setting", "number"):
                fields[key.casefold()] = value
            elif told.startswith("Q "):
                question, _, answer = told[2:].partition(" = ")
                answers[question] = answer
            elif told.startswith("G "):
                whom, _, cards = told[2:].partition(" = ")
                first, _, second = cards.partition("/")
                guesses[whom] = (_slot(first), _slot(second))
        where = f"{source}, line {start + 1}"
        missing = [f for f in ("name", "occupation", "secret") if not fields.get(f)]
        if missing or not answers:
            problems.append(f"{where}: this text has no {' and no '.join(missing or ['answers'])}.")
            continue
        pupils[fields["name"].casefold()] = Pupil(
            where,
            fields["name"][:NAME_LIMIT],
            fields["occupation"],
            fields["secret"],
            fields.get("table", ""),
            fields.get("setting", ""),
            answers,
            fields.get("number", ""),
            guesses,
        )
    return list(pupils.values()), problems


def to_csv(pupils: Sequence[Pupil]) -> str:
    """The pupils as a spreadsheet that `read_csv` takes."""
    questions = list(dict.fromkeys(q for pupil in pupils for q in pupil.answers))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    guessed = any(p.guesses for p in pupils)
    head = ["number", "name", "setting", "group", "occupation", "secret", *questions]
    writer.writerow([*head, "guesses"] if guessed else head)
    for p in pupils:
        row = [p.number, p.name, p.setting, p.group, p.occupation, p.secret]
        row += [p.answers.get(q, "") for q in questions]
        writer.writerow([*row, guesses_told(p.guesses)] if guessed else row)
    return out.getvalue()
