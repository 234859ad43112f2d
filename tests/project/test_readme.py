"""Every `dubious …` line in a `sh` block of the README works as it stands there, in that order."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from .tree import ROOT

BLOCK = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)


def commands() -> list[str]:
    """The commands of the README, continued lines joined."""
    blocks = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    return [line.strip() for line in lines if line.strip().startswith("dubious ")]


def test_the_readme_has_commands_to_try() -> None:
    assert len(commands()) >= 3


def test_the_commands_of_the_readme_work(tmp_path: Path) -> None:
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    program = f'dubious() {{ "{sys.executable}" -c "from dubious_ai.cli.main import run; run()" "$@"; }}\n'
    # somebody's own key must not send the tests to a server
    kept = {k: v for k, v in os.environ.items() if not k.startswith("OPENAI_")}
    wrong: list[str] = []
    for command in commands():
        done = subprocess.run(
            ["bash", "-c", program + command],
            cwd=tmp_path,
            env={**kept, "NO_COLOR": "1", "COLUMNS": "100"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        if done.returncode or "Traceback" in done.stderr:
            wrong.append(
                f"{command}\n   exit {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}"
            )
    assert not wrong, "\n".join(wrong)
