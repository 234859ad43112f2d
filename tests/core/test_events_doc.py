"""docs/EVENTS.md says what the code does: every kind with its fields and its audience. `python -m tests.core.test_events_doc` prints the table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from dubious_ai.core import events as ev
from dubious_ai.core.model import Guess, Options, Player, Value
from tests.play import SETTING

DOC = Path(__file__).parents[2] / "docs" / "EVENTS.md"
SAMPLE: dict[str, object] = {
    "setting": SETTING,
    "players": (Player(name="Ann"),),
    "options": Options(),
    "seat": 1,
    "target": 2,
    "round": 1,
    "reader": 1,
    "number": 1,
    "question": SETTING.questions[0],
    "questions": (),
    "answers": (),
    "characters": (),
    "guesses": (),
    "guess": Guess(),
    "occupation": "baker",
    "secret": "was-a-twin",
    "occupations": ("baker", "diver"),
    "secrets": ("was-a-twin", "owns-an-island"),
    "brains": (),
    "seed": "s",
    "text": "Well.",
    "cause": "network",
    "reason": "It repeats the question.",
    "occasion": "answer",
    "brain": "house",
    "what": "hint",
    "action": "answer",
}


def kinds() -> list[type[Value]]:
    return list(get_args(ev.Event))


def one(kind: type[Value]) -> ev.Event:
    """An event of this kind with the values above."""
    wanted = {name: SAMPLE[name] for name, field in kind.model_fields.items() if field.is_required()}
    if kind is ev.CoachUsed:
        wanted["what"] = "hint"
    return ev.EVENT.validate_python({"type": kind.model_fields["type"].default, **wanted})


def row(kind: type[Value]) -> tuple[str, str, str]:
    fields = [
        name if field.is_required() else f"{name}?"
        for name, field in kind.model_fields.items()
        if name != "type"
    ]
    event = one(kind)
    return str(kind.model_fields["type"].default), ", ".join(fields), ev.visibility(event)


def documented() -> list[tuple[str, str, str]]:
    lines = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|", DOC.read_text(encoding="utf-8"), re.M)
    return [(kind, fields.replace("`", ""), audience) for kind, fields, audience in lines]


def test_the_table_names_every_kind_with_its_fields_and_its_audience() -> None:
    assert documented() == [row(kind) for kind in kinds()]


def test_an_event_written_as_json_is_read_back_equal() -> None:
    for kind in kinds():
        event = one(kind)
        assert ev.EVENT.validate_json(ev.EVENT.dump_json(event)) == event


def test_a_seats_events_are_seen_by_that_seat_only() -> None:
    for kind in kinds():
        event = one(kind)
        seen = [seat for seat in (1, 2, 3) if ev.may_see(event, seat)]
        assert (
            seen == {"public": [1, 2, 3], "seat": [1], "after the game": [], "note": []}[ev.visibility(event)]
        )


if __name__ == "__main__":
    for name, fields, audience in map(row, kinds()):
        print(f"| `{name}` | {fields and '`' + fields.replace(', ', '`, `') + '`'} | {audience} |")
