"""What is built can be installed without this checkout, and plays from any folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from dubious_ai import __version__

from .tree import ROOT, files

pytestmark = pytest.mark.packaging


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COV_"))}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env={**env, **more}, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


def built(out: Path) -> dict[str, Path]:
    """One wheel built from the checkout, and one from the sdist. Needs no network: the build backend is installed."""
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir")
    run(*build, out / "checkout", "--wheel", ROOT, cwd=out)
    run(*build, out / "sdist", ROOT, cwd=out)
    assert len(list((out / "sdist").glob("*.tar.gz"))) == 1
    return {kind: next((out / kind).glob("*.whl")) for kind in ("checkout", "sdist")}


def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def hold_everything(wheels: dict[str, Path]) -> None:
    """Both wheels hold the same, with all contents and prompts and nothing that is not for players."""
    held = contents(wheels["checkout"])
    assert held == contents(wheels["sdist"])
    for folder in ("content", "prompts", "encoder"):
        wanted = {f"dubious_ai/_data/{path.relative_to(ROOT).as_posix()}" for path in files(folder)}
        assert wanted <= held
    assert {path.relative_to(ROOT).as_posix() for path in files("dubious_ai")} <= held
    assert any(entry.endswith("licenses/LICENSE") for entry in held)
    assert not [entry for entry in held if entry.startswith(("tests/", "fixtures/", "benchmarks/"))]


def plays_elsewhere(wheel: Path, folder: Path) -> None:
    """A wheel put into a fresh environment runs there, far from this checkout."""
    folder.mkdir()
    home = folder / "venv"
    venv.create(home, with_pip=False)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "-q", "--disable-pip-version-check")
    run(*pip, "--no-deps", "--no-index", wheel, cwd=folder)
    # the libraries this very test runs with; a path line does not bring the checkout's own link along
    site = Path(
        run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    )
    paths = dict.fromkeys((sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))
    (site / "libraries.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
    away = folder / "away"
    away.mkdir()
    where = run(python, "-c", "import dubious_ai; print(dubious_ai.__file__)", cwd=away)
    assert Path(where.strip()).is_relative_to(site)
    dubious = python.with_name("dubious")
    assert run(dubious, "--version", cwd=away).strip() == f"dubious {__version__}"
    game = (
        "watch",
        "--setting",
        "antiquity",
        "--players",
        "3",
        "--questions",
        "1+1",
        "--seed",
        "1",
        "--fast",
    )
    told = run(dubious, *game, cwd=away, DUBIOUS_HOME=str(folder / "home"), NO_COLOR="1", COLUMNS="100")
    assert "Final standing" in told
    assert list(away.iterdir()) == []


def test_wheel_and_sdist_can_be_installed_and_play_from_another_folder(tmp_path: Path) -> None:
    wheels = built(tmp_path)
    hold_everything(wheels)
    for kind, wheel in wheels.items():
        plays_elsewhere(wheel, tmp_path / f"from {kind}")
