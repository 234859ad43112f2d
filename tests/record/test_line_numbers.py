"""Damage is named by the line of the file it stands in, whatever was passed over before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dubious_ai.core import events as ev
from dubious_ai.errors import RecordError
from dubious_ai.storage.record import read_record
from dubious_ai.storage.record_writer import write_events
from tests.play import finished


def test_an_event_that_cannot_have_happened_is_named_by_its_line_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "moved.dubious.jsonl"
    events = finished(3)
    at = next(n for n, e in enumerate(events) if isinstance(e, ev.CardsKept))
    write_events(path, "M0VE", [*events[: at + 1], events[at], *events[at + 1 :]])
    plain = path.read_bytes().splitlines(keepends=True)
    with pytest.raises(RecordError, match=f"line {at + 3}: this event"):
        read_record(path).game()
    # somebody has set blank lines between: the place is that of the file as it is
    path.write_bytes(plain[0] + b"\n\n\n" + b"".join(plain[1:]))
    with pytest.raises(RecordError, match=f"line {at + 6}: this event"):
        read_record(path).game()
