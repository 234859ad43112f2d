"""`dubious review` as people meet it: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dubious_ai.cli.main import run
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.document import from_game
from dubious_ai.storage.record_writer import write_events
from tests.review.played import LOUD, loud, played
from tests.review.test_pages import Parsed


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The known game in a file."""
    path = tmp_path / "game.dubious.jsonl"
    write_events(path, "4F2A", loud())
    return path


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints when all goes well."""
    with pytest.raises(SystemExit) as stop:
        run(["review", *arguments])
    assert not stop.value.code
    return " ".join(capsys.readouterr().out.split())


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The sentence of a refusal; nothing else is printed."""
    with pytest.raises(SystemExit) as stop:
        run(["review", *arguments])
    assert stop.value.code == 2
    printed = capsys.readouterr()
    assert not printed.out
    assert "Traceback" not in printed.err
    return " ".join(printed.err.split())


def test_it_is_told_from_the_chair_of_the_person_who_played(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    text = told(capsys, str(record), "--plain")
    assert "You were GLADIATOR · THINKS THAT THEIR FATHER IS ZEUS" in text
    assert "Celeste was THEATER ACTOR · WITNESSED A LABOUR OF HERCULES" in text
    assert "What you could have seen" in text
    assert "How far to trust this" in text


def test_one_player_can_be_asked_for(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    text = told(capsys, str(record), "--player", "cel")
    assert "THEATER ACTOR" in text
    assert "GLADIATOR" not in text
    assert "zed" in refused(capsys, str(record), "--player", "zed")


def test_the_page_holds_odd_answers_as_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    odd = ("<script>alert(1)</script> & [/bold] :smile:", *LOUD[1:])
    path, page = tmp_path / "odd.dubious.jsonl", tmp_path / "odd.html"
    write_events(path, "0DD0", played(odd, name="<i>Ann</i>"))
    told(capsys, str(path), "--html", str(page))
    seen = Parsed(page.read_text(encoding="utf-8"))
    assert odd[0] in seen.text
    assert "<i>Ann</i>" in seen.text
    assert not [name for name, _ in seen.tags if name in ("script", "i")]
    assert "[/bold] :smile:" in told(capsys, str(path))


def test_the_page_is_written_whole_or_not_at_all(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    assert "There is no folder" in refused(capsys, str(record), "--html", str(tmp_path / "no" / "x.html"))
    assert not [p for p in tmp_path.iterdir() if p.suffix == ".html"]


def test_a_table_written_down_elsewhere_is_read_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    document = from_game(Game(loud())).model_dump(mode="json", exclude_none=True)
    path = tmp_path / "table.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    text = told(capsys, str(path), "--player", "celeste", "--plain")
    assert "Celeste" in text
    assert "WITNESSED A LABOUR OF HERCULES" in text


def test_what_cannot_be_looked_back_on_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    half = tmp_path / "half.dubious.jsonl"
    write_events(half, "HALF", [e for e in loud() if not isinstance(e, ev.GameEnded)])
    assert "--spoil" in refused(capsys, str(half))
    lines = half.read_bytes().splitlines(keepends=True)
    newer = tmp_path / "newer.dubious.jsonl"
    newer.write_bytes(lines[0].replace(b'"version":2', b'"version":99') + b"".join(lines[1:]))
    assert "newer" in refused(capsys, str(newer))
    broken = tmp_path / "broken.dubious.jsonl"
    broken.write_bytes(b"".join([*lines[:4], b"{]\n", *lines[5:]]))
    assert "line 5" in refused(capsys, str(broken))
    cut = tmp_path / "cut.dubious.jsonl"
    cut.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    refused(capsys, str(cut))
    foreign = tmp_path / "foreign.txt"
    foreign.write_text("hello\n", encoding="utf-8")
    refused(capsys, str(foreign))
    assert "games" in refused(capsys, "NOPE")
