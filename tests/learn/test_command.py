"""`dubious learn` from a pipe: to the end in one go, and with a break in the middle."""

from __future__ import annotations

import pytest

from dubious_ai.core import events as ev
from dubious_ai.storage.home import history
from dubious_ai.storage.record import read_record
from tests.drill.test_command import said
from tests.review.played import LOUD

LINES = ["1", "1", "Rufus", "", *LOUD, "winemaker", "posed", "theater", "labour", "tax", "burned", ""]


def typed(lines: list[str]) -> str:
    """Lines as they come through a pipe."""
    return "".join(f"{line}\n" for line in lines)


def handed_in() -> list[ev.Event]:
    """What the saved game holds of the players' own doing."""
    (path,) = history().files
    kinds = (ev.CardsKept, ev.AnswerHandedIn, ev.GuessesHandedIn, ev.PlayerRevealed, ev.GameEnded)
    return [e for e in read_record(path).events if isinstance(e, kinds)]


def test_a_round_from_beginning_to_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, text = said(capsys, monkeypatch, typed(LINES), "learn")
    assert code == 0
    assert "rails" in text
    assert "too obvious" in text.lower()
    assert "Ephesus had a temple" in text
    assert "dubious review" in text
    code, text = said(capsys, monkeypatch, "", "review", history().sound[0][1].game)
    assert code == 0
    assert "You were GLADIATOR" in text


@pytest.mark.parametrize(("cut", "again"), [(1, 0), (6, 6), (12, 11), (15, 15)])
def test_leaving_and_coming_back_loses_nothing(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
    cut: int,
    again: int,
) -> None:
    """Left after `cut` lines; a choice left half way is asked for again as a whole, from line `again` on."""
    said(capsys, monkeypatch, typed(LINES), "learn")
    whole = handed_in()
    monkeypatch.setenv("DUBIOUS_HOME", str(tmp_path_factory.mktemp("other")))
    _, first = said(capsys, monkeypatch, typed(LINES[:cut]), "learn")
    assert "brings you back" in first
    command = ("resume",) if cut == 6 else ("learn",)
    code, text = said(capsys, monkeypatch, typed(LINES[again:]), *command)
    assert code == 0
    assert "where you left it" in text
    assert handed_in() == whole


def test_the_next_time_begins_afresh(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said(capsys, monkeypatch, typed(LINES[:5]), "learn")
    _, text = said(capsys, monkeypatch, "", "learn", "--again")
    assert "rails" in text
    assert len(history().files) == 2


def test_a_name_that_is_taken_is_told_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, text = said(capsys, monkeypatch, "", "learn", "--name", "Bruno")
    assert code == 2
    assert "Bruno" in text
    assert not history().files
