"""Cleaning: whatever comes from outside becomes one printable line, and nothing that can be read is lost."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dubious_ai.core.cleaning import clean

ANY = st.text(
    st.characters() | st.sampled_from("\x1b[]m0;\u202e\u2066\u200d\ud800\r\n\t \x07\x9b\ufeff"), max_size=60
)


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("  plain words  ", "plain words"),
        ("two\r\nlines\tand a tab", "two lines and a tab"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;a new title\x07after", "after"),
        ("bell\x07 and \x00nul", "bell and nul"),
        ("turned \u202egnorw\u202c round", "turned gnorw round"),
        ("zero\u200bwidth and soft\u00adhyphen", "zerowidth and softhyphen"),
        ("lone \ud83d surrogate", "lone surrogate"),
        ("cafe\u0301", "café"),
        ("no\u00a0break", "no break"),
        (
            "family \U0001f468\u200d\U0001f469\u200d\U0001f467",
            "family \U0001f468\u200d\U0001f469\u200d\U0001f467",
        ),
        ("[bold]markup[/] stays", "[bold]markup[/] stays"),
        ("मैं ठीक हूँ", "मैं ठीक हूँ"),
        ("a  b", "a b"),
        ("", ""),
        ("\u2028", ""),
    ],
)
def test_one_printable_line_is_left(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


@settings(max_examples=300)
@given(ANY)
def test_any_text_becomes_clean_and_stays_so(raw: str) -> None:
    once = clean(raw)
    assert clean(once) == once
    assert once == once.strip()
    assert "  " not in once
    once.encode("utf-8")
    for c in once:
        assert unicodedata.category(c) not in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
        assert unicodedata.category(c) != "Cf" or c in "\u200c\u200d"


@given(st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=60))
def test_words_are_kept_as_they_are(raw: str) -> None:
    assert clean(raw).split() == unicodedata.normalize("NFC", raw).split()


def test_an_unfinished_escape_cannot_be_completed_by_cleaning() -> None:
    # what is left after one sweep may form a new sequence: it must go too
    assert "\x1b" not in clean("\x1b\x1b[31m[31mhello")
    assert "hello" in clean("\x1b\x1b[31m[31mhello")
