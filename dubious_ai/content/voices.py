"""How people talk at the table: the voices there are, and how long an answer may be in each."""

from __future__ import annotations

from typing import Literal

Voice = Literal["dry", "plain", "teller"]
VOICES: tuple[Voice, ...] = ("dry", "plain", "teller")
FIRST_VOICE: Voice = "dry"
"""The voice of everybody in games from before there were several."""
PREPARED_WORDS: dict[Voice, tuple[int, int]] = {"dry": (6, 30), "plain": (3, 14), "teller": (22, 40)}
"""Shortest and longest prepared answer of a voice, in words."""
