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


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One wheel built from the checkout, and one from the sdist. Needs no network: the build backend is installed."""
    out = tmp_path_factory.mktemp("dist")
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir")
    run(*build, out / "checkout", "--wheel", ROOT, cwd=out)
    run(*build, out / "sdist", ROOT, cwd=out)
    assert len(list((out / "sdist").glob("*.tar.gz"))) == 1
    return {kind: next((out / kind).glob("*.whl")) for kind in ("checkout", "sdist")}


def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_both_wheels_hold_the_same_with_all_contents_and_prompts(wheels: dict[str, Path]) -> None:
    held = contents(wheels["checkout"])
    assert held == contents(wheels["sdist"])
    for folder in ("content", "prompts"):
        wanted = {f"dubious_ai/_data/{path.relative_to(ROOT).as_posix()}" for path in files(folder)}
        assert wanted <= held
    assert {path.relative_to(ROOT).as_posix() for path in files("dubious_ai")} <= held
    assert any(entry.endswith("licenses/LICENSE") for entry in held)
    assert not [entry for entry in held if entry.startswith(("tests/", "fixtures/", "benchmarks/"))]


@pytest.mark.parametrize("kind", ["checkout", "sdist"])
def test_an_installed_wheel_plays_from_another_folder(
    wheels: dict[str, Path], kind: str, tmp_path: Path
) -> None:
    home = tmp_path / "venv"
    venv.create(home, with_pip=False)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "-q", "--disable-pip-version-check")
    run(*pip, "--no-deps", "--no-index", wheels[kind], cwd=tmp_path)
    # the libraries this very test runs with; a path line does not bring the checkout's own link along
    site = Path(
        run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip()
    )
    paths = dict.fromkeys((sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))
    (site / "libraries.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
    away = tmp_path / "away"
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
    told = run(dubious, *game, cwd=away, DUBIOUS_HOME=str(tmp_path / "home"), NO_COLOR="1", COLUMNS="100")
    assert "Final standing" in told
    assert list(away.iterdir()) == []
