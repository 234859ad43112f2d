"""The command line as a fixture."""

from __future__ import annotations

import pytest

from tests.cli.support import Dubious


@pytest.fixture
def dubious(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Dubious:
    """The command, run in this process."""
    monkeypatch.setenv("COLUMNS", "80")
    return Dubious(capsys, monkeypatch)
