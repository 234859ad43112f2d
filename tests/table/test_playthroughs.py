"""Whole games, compared word for word with what every seat saw then. `DUBIOUS_REGENERATE=1 pytest tests/table` writes them anew."""

from __future__ import annotations

import pytest

from tests import golden

from .playthrough import GAMES, played, render


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_went(name: str) -> None:
    golden.check(golden.FIXTURES / "playthroughs" / f"{name}.txt", render(played(name).events))
