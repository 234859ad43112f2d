"""`dubious hint` and `dubious guess` as commands: what they print, and how they fail."""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper

import pytest

from dubious_ai.cli.main import run
from dubious_ai.core.model import KINDS

from .seats import HANDS, PET

SEAT = ["hint", "--setting", "antiquity", "--occupation", "tax", "--secret", "barbarians", "--question", PET]
TABLE = {
    "setting": "antiquity",
    "players": [
        {"name": n, "answers": [{"question": PET, "text": f"A {n}."}]} for n in ("goose", "mule", "fish")
    ],
}


def call(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str, stdin: str = ""
) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(stdin.encode())))
    code = 0
    try:
        run(list(arguments))
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out, err


def test_steps_and_strengths(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, nudge, _ = call(capsys, monkeypatch, *SEAT)
    assert code == 0
    assert "Think of" in nudge
    assert "“" not in nudge.replace("--draft “", "")
    _, full, _ = call(capsys, monkeypatch, *SEAT, "--step", "full")
    assert full.count("→") >= 4
    _, subtle, _ = call(capsys, monkeypatch, *SEAT, "--strength", "subtle")
    assert subtle.count("→") == 4


def test_json_has_shares_before_and_after_and_the_target(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = f"Q: {HANDS}\nA: Inky, and one finger keeps count of what is owed."
    code, out, _ = call(
        capsys,
        monkeypatch,
        *SEAT,
        "--step",
        "full",
        "--json",
        "--answered",
        "-",
        "--players",
        "3",
        stdin=answered,
    )
    told = json.loads(out)
    assert code == 0
    assert told["number"] == 2
    assert told["target"]["after_the_last"] == 0.5
    for suggestion in told["suggestions"]:
        assert suggestion["before"] == told["now"]
        assert all(0 <= suggestion[when][kind] <= 1 for when in ("before", "after") for kind in KINDS)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"--occupation": "Smuggler"}, "Science Fiction"),
        ({"--occupation": "p"}, "could be"),
        ({"--secret": "xyzzy"}, "xyzzy"),
        ({"--setting": "mars"}, "mars"),
        ({"--question": "  "}, "empty"),
        ({"--players": "9"}, "9"),
        ({"--step": "jump"}, "jump"),
        ({"--strength": "loud"}, "loud"),
        ({"--answered": "/nowhere/at/all"}, "/nowhere/at/all"),
        ({"--draft": " "}, "draft"),
    ],
)
def test_a_wrong_request_is_a_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, change: dict[str, str], told: str
) -> None:
    options = dict(zip(SEAT[1::2], SEAT[2::2], strict=True)) | change
    code, out, err = call(capsys, monkeypatch, "hint", *(part for pair in options.items() for part in pair))
    assert code == 2
    assert not out
    assert told in err


def test_guess_json_has_exactly_this_shape(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = call(capsys, monkeypatch, "guess", "-", "--json", stdin=json.dumps(TABLE))
    assert code == 0
    told = json.loads(out)
    assert list(told) == ["players"]
    for player, name in zip(told["players"], ("goose", "mule", "fish"), strict=True):
        assert list(player) == ["name", "occupation", "secret"]
        assert player["name"] == name
        for kind in KINDS:
            assert all(list(entry) == ["card", "p"] for entry in player[kind])
            chances = [entry["p"] for entry in player[kind]]
            assert len(chances) == 14
            assert sum(chances) == pytest.approx(1)
            assert chances == sorted(chances, reverse=True)


def test_batch_answers_line_for_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = json.dumps(TABLE)
    code, out, err = call(capsys, monkeypatch, "guess", "-", "--batch", stdin=f"{good}\nnonsense\n{good}\n")
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert first == third
    assert second["line"] == 2
    assert "line 2" in err
    assert code == 2
    code, _, err = call(capsys, monkeypatch, "guess", "-", "--batch", stdin=f"{good}\n")
    assert (code, err) == (0, "")


def test_guess_says_when_it_cannot_read_a_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = f"setting: antiquity\nQ: {PET}\nAnn: Ich habe einen Hund, der nachts den Mond anbellt.\nBob: A dog that barks at the moon."
    code, out, _ = call(capsys, monkeypatch, "guess", "-", stdin=said)
    ann, bob = out.split("Bob\n")
    assert code == 0
    assert "low confidence" in ann
    assert "low confidence" not in bob
    assert "because of “" in bob
