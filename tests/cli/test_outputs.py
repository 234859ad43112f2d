"""Outputs that cannot take what we say, requests nobody expected, and how commands are named where the person stands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dubious_ai.cli import main
from dubious_ai.cli.main import COMMANDS, report
from dubious_ai.core import events as ev
from dubious_ai.ui import called
from tests.cli.support import Dubious, environment

RUN = "from dubious_ai.cli.main import run; run()"


def shell(home: Path, line: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """A line of shell in which $DUBIOUS is the command."""
    command = f"""dubious() {{ "{sys.executable}" -c "{RUN}" "$@"; }}; {line}"""
    return subprocess.run(["bash", "-c", command], capture_output=True, env=environment(home, **more))


@pytest.mark.parametrize("command", ["rules", "watch --fast --seed 1 --players 3 --questions 1+1", "--help"])
def test_a_full_or_closed_output_is_a_sentence(tmp_path: Path, command: str) -> None:
    full = shell(tmp_path, f"dubious {command} > /dev/full")
    assert full.returncode == 1
    assert full.stderr.count(b"\n") == 1
    assert b"takes nothing more" in full.stderr
    closed = shell(tmp_path, f"dubious {command} >&-")
    assert b"Traceback" not in closed.stderr
    assert b"should not have happened" not in closed.stderr
    gone = shell(tmp_path, f"dubious {command} | head -n 1")
    assert gone.stderr == b""


@pytest.mark.parametrize(
    "command", ["rules", "sample --seed 1", "replay nothing", "games", "cards cthulhu", "sheet antiquity"]
)
def test_an_output_without_our_characters_never_fails(tmp_path: Path, command: str) -> None:
    ran = shell(tmp_path, f"dubious {command}", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert b"should not have happened" not in ran.stderr
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize("seed", ["''", "' '", "$'\\xff\\xfe'", "$'\\e'"])
@pytest.mark.parametrize("command", ["watch --fast", "sample", "drill"])
def test_a_seed_that_cannot_be_written_down_is_refused(tmp_path: Path, command: str, seed: str) -> None:
    ran = shell(tmp_path, f"dubious {command} --seed {seed} </dev/null")
    assert ran.returncode == 2
    assert b"seed" in ran.stderr


def test_no_home_is_a_sentence(tmp_path: Path) -> None:
    kept = {k: v for k, v in os.environ.items() if k not in ("HOME", "DUBIOUS_HOME", "XDG_DATA_HOME")}
    code = f"import pwd; pwd.getpwuid = lambda uid: (_ for _ in ()).throw(KeyError(uid)); {RUN}"
    ran = subprocess.run([sys.executable, "-c", code, "games"], capture_output=True, env=kept, cwd=tmp_path)
    assert b"should not have happened" not in ran.stderr
    assert ran.returncode in (0, 2)


def test_what_should_not_have_happened_is_told_without_what_was_typed(
    dubious: Dubious, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(arguments: list[str]) -> int:
        raise KeyError(f"sk-secret {arguments}")

    monkeypatch.setattr(main, "_run", broken)
    ran = dubious("play", "--name", "Ann", "--seed", "my answer")
    assert ran.code == 1
    assert "should not have happened" in ran.err
    assert "KeyError" in ran.err
    assert "cli/main.py:" in ran.err
    for told in ("sk-secret", "Ann", "my answer"):
        assert told not in ran.err


def test_a_report_of_a_refused_event_names_no_card() -> None:
    with pytest.raises(ValueError, match="gladiator") as caught:
        ev.EVENT.validate_python({"type": "cards_kept", "seat": "gladiator"})
    assert "gladiator" not in report(caught.value, ["play"])


def test_the_help_has_four_groups_and_every_command(dubious: Dubious) -> None:
    told = dubious("--help").out
    places = [told.index(f"\n{group}:\n") for group in ("Play", "Practise", "Teach", "Workshop")]
    assert places == sorted(places)
    for commands in COMMANDS.values():
        for name in commands:
            assert f"\n  {name} " in told
            assert "Usage: dubious" in dubious(name, "--help").out


def test_only_the_command_that_is_called_is_imported(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom dubious_ai.cli.main import run\n"
        "try:\n    run(['rules'])\nexcept SystemExit:\n    pass\n"
        "print(*sorted(m for m in sys.modules if m.startswith('dubious_ai.cli.')), file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(tmp_path)
    )
    commands = {f"dubious_ai.cli.{told.module}" for group in COMMANDS.values() for told in group.values()}
    assert commands.intersection(ran.stderr.split()) == {"dubious_ai.cli.info"}


@pytest.mark.parametrize(
    ("typed", "made", "told"),
    [
        ("dubious", "", "`dubious resume 4F2A`"),
        ("./bin/dubious", "", "`./bin/dubious resume 4F2A`"),
        ("/x/dubious_ai/__main__.py", "", "-m dubious_ai resume 4F2A`"),
        ("./bin/dubious", "1", "`make resume ARGS=4F2A`"),
    ],
)
def test_commands_are_named_as_they_were_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: str, made: str, told: str
) -> None:
    monkeypatch.setattr(sys, "argv", [typed])
    monkeypatch.setenv(called.MADE, made)
    if typed == "dubious":
        found = tmp_path / "dubious"
        found.touch()
        monkeypatch.setattr(sys, "argv", [str(found)])

        def which(name: str) -> str:
            return str(tmp_path / name)

        monkeypatch.setattr("shutil.which", which)
    assert told in called.as_called("Go on with `dubious resume 4F2A` any time.")


def test_errors_in_a_game_name_what_is_at_hand(dubious: Dubious) -> None:
    from tests.cli.support import PLAY, SCRIPT, lines

    ran = dubious(*PLAY, stdin=lines(*SCRIPT[:6], "zzzz", "-1", "a", *SCRIPT[6:]))
    told = " ".join(ran.out.split())
    assert "/cards lists them all." in told
    assert "dubious cards" not in told
    assert "Final standing" in ran.out
