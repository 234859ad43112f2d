"""The README's pictures show the table as it is now."""

from __future__ import annotations

import pytest

from tools.pictures import FOLDER, PICTURES, draw, words_in


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_picture_of_the_readme_is_the_screen_of_today(name: str) -> None:
    shown = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert words_in(shown) == words_in(draw(name)), "`make pictures` draws them anew"
    assert "url(" not in shown.replace("url(#", "")
