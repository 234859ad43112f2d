"""`dubious drill` and `dubious progress` from a pipe."""

from __future__ import annotations

import io
import sys

import pytest

from dubious_ai.cli.main import run
from dubious_ai.coach.drill.practice_log import load_practice
from dubious_ai.coach.drill.progress import calibration, courses
from tests.drill.test_boxes import done


def said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lines: str, *arguments: str
) -> tuple[int, str]:
    """Exit code and output of a command that reads these lines."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8"))
    with pytest.raises(SystemExit) as stop:
        run(list(arguments))
    printed = capsys.readouterr()
    code = stop.value.code
    return code if isinstance(code, int) else 0, " ".join((printed.out + printed.err).split())


def test_a_session_is_marked_kept_and_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "gladiator 60, pirate 30\nzeus\npotter\n/cards\n-\nI count what they owe me, twice.\n"
    code, text = said(capsys, monkeypatch, lines, "drill", "-s", "antiquity", "--count", "3", "--seed", "4")
    assert code == 0
    assert "Exercise 3 of 3" in text
    assert "of 10 points" in text
    assert [d.skill for d in load_practice()] == ["guess", "guess", "hint"]
    code, text = said(capsys, monkeypatch, "", "progress")
    assert code == 0
    assert "Antiquity, guessing: 4 cards" in text
    assert "Antiquity, hinting: 1 card" in text


def test_the_end_of_input_keeps_what_was_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, text = said(
        capsys, monkeypatch, "potter\n-\ngladiator\n", "drill", "-s", "3", "--seed", "1", "-k", "guess"
    )
    assert code == 0
    assert "Enough for now." in text
    assert len(load_practice()) == 1


def test_a_wrong_name_is_asked_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "astronaut\npotter 90, teacher 20\npotter\n-\n"
    _, text = said(capsys, monkeypatch, lines, "drill", "-s", "3", "--seed", "1", "-k", "guess", "-c", "1")
    assert "astronaut" in text
    assert "110%" in text
    assert len(load_practice()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("drill", "--kind", "sing"),
        ("drill", "--count", "0"),
        ("drill", "-s", "atlantis"),
        ("progress", "-s", "x"),
    ],
)
def test_wrong_wishes_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    code, text = said(capsys, monkeypatch, "", *arguments)
    assert code == 2
    assert arguments[-1] in text


def test_progress_is_made_visible_over_time() -> None:
    history = [done("potter", n >= 10, 20 - n) for n in range(20)]
    (course,) = courses(history)
    assert course.right == 0.5
    assert course.right_curve[0] == 0.0
    assert course.right_curve[-1] == 1.0


def test_calibration_compares_what_was_said_with_what_came() -> None:
    history = [
        d.model_copy(update={"marks": (d.marks[0].model_copy(update={"top": 0.9, "given": 0.9}),)})
        for d in (done("potter", True), done("potter", False))
    ]
    (span,) = calibration(history)
    assert span.count == 2
    assert span.right == 0.5
    assert span.said == pytest.approx(0.9)


def test_an_answer_nobody_can_read_is_told_so_once_and_may_be_handed_in(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "asdf qwer zxcv\n"
    code, text = said(
        capsys,
        monkeypatch,
        lines,
        "drill",
        "--kind",
        "hint",
        "-s",
        "antiquity",
        "--count",
        "1",
        "--seed",
        "4",
    )
    assert code == 0
    assert text.count("I know none of these words, so I cannot read it. 0.0 of 10 points.") == 1
    assert load_practice()[-1].marks[0].points == 0.0
