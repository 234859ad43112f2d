"""A model reads as well as its seat's level and no better, and what it was found to be is kept and listed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from dubious_ai.belief.skill import temper
from dubious_ai.brains.llm.strength import (
    ENOUGH,
    TEMPERATURES,
    Found,
    Strengths,
    measured,
    picks,
    reading_strength,
)
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, READING_STRENGTH, Kind, Level, Usage
from dubious_ai.core.observe import observe
from tests.cli.conftest import dubious as dubious
from tests.cli.support import Dubious
from tests.llm.support import good_model, play, scripted, serving

SPEC = "openai:m@http://127.0.0.1:9/v1"


def table(sure: float) -> dict[int, dict[Kind, dict[str, float]]]:
    """Beliefs about three opponents, each card named with this chance."""
    row = {"a": sure, **{f"x{n}": (1 - sure) / 11 for n in range(11)}}
    return {seat: dict.fromkeys(KINDS, row) for seat in (2, 3, 4)}


@pytest.mark.parametrize("level", ["novice", "regular", "sharp"])
def test_a_reader_that_knows_nearly_everything_names_no_more_than_its_level(level: Level) -> None:
    wanted = READING_STRENGTH[level]
    for sure in (0.7, 0.9, 0.97, 0.995):
        row = list(table(sure)[2]["secret"].values())
        hits = [p * q for p, q in zip(row, temper(row, reading_strength(table(sure), wanted)), strict=True)]
        assert sum(hits) <= wanted + 0.01
    assert reading_strength(table(0.3), wanted) == wanted


def test_the_temper_of_a_persona_acts_on_the_pick_and_never_on_the_weights() -> None:
    careful = replace(observe(play(scripted(good_model)[0], "house").events, 1), persona="dag", level="sharp")
    bold = replace(careful, persona="esra")
    believed: dict[int, dict[Kind, dict[str, float]]] = {
        seat: {kind: {"a": 0.9, "b": 0.06, "c": 0.04} for kind in KINDS} for seat in (2, 3)
    }
    twice = 0
    for n in range(40):
        named = picks(careful, believed, random.Random(n))
        assert named[2].occupation != named[3].occupation
        assert named[2].secret != named[3].secret
        told = picks(bold, believed, random.Random(n))
        twice += told[2].occupation == told[3].occupation
    assert twice > 10


def shown(right: int, wrong: int, stated: float) -> list[ev.Event]:
    """Rounds in which seat 1 was so sure of a card of seat 2, and right or wrong."""
    events: list[ev.Event] = []
    for n in range(right + wrong):
        true = "a" if n < right else "b"
        shares = {"a": stated, "b": (1 - stated) / 2, "c": (1 - stated) / 2}
        usage = Usage(calls=1, seconds=2.0, cost=0.5, prompt_tokens=10)
        beliefs = (ev.Believed(target=2, occupation=shares, secret=shares),)
        events += [
            ev.RoundStarted(round=n + 1, reader=1),
            ev.TurnNoted(seat=1, action="guess", brain=SPEC, usage=usage, beliefs=beliefs),
            ev.TurnNoted(seat=3, action="guess", brain="house", beliefs=beliefs),
            ev.PlayerRevealed(seat=2, occupation=true, secret=true, guesses=()),
        ]
    return events


def test_hits_are_counted_against_stated_weights() -> None:
    found = measured(shown(3, 1, 0.9), {})
    assert set(found) == {SPEC}
    one = found[SPEC]
    assert (one.games, one.cards, one.right, one.calls, one.cost) == (1, 8, 6, 4, 2.0)
    assert one.stated == pytest.approx(8 * 0.9)


def test_a_model_surer_than_right_is_cooled_once_enough_was_seen(tmp_path: Path) -> None:
    kept = Strengths(tmp_path / "settings" / "brains.json")
    kept.remember(shown(5, 5, 0.95))
    assert kept.temperature(SPEC) is None
    for _ in range(ENOUGH // 20 + 1):
        kept.remember(shown(5, 5, 0.95))
    again = Strengths(kept.path)
    assert again.temperature(SPEC) == TEMPERATURES[-1]
    honest = Strengths(tmp_path / "honest.json")
    for _ in range(4):
        honest.remember(shown(9, 1, 0.9))
    assert honest.temperature(SPEC) in (1.2, 1.4, 1.7)
    assert kept.path.stat().st_mode & 0o077 == 0


def test_a_damaged_file_is_only_lost_experience(tmp_path: Path) -> None:
    path = tmp_path / "brains.json"
    path.write_text("[" * 5000, encoding="utf-8")
    assert Strengths(path).all() == {}
    Strengths(path).remember(shown(1, 0, 0.9))
    assert Strengths(path).all()[SPEC].cards == 2


def test_a_played_game_shows_every_model_in_it() -> None:
    models, _ = scripted(good_model)
    game = play(models, "house", brains={1: SPEC})
    found = measured(game.events, {})
    assert found[SPEC].cards == 4
    assert found[SPEC].calls == 4
    assert found[SPEC].plus(Found(cost=None)).cost is None


def test_what_a_model_was_found_to_be_in_samples_is_listed(dubious: Dubious) -> None:
    with serving(model=good_model) as server:
        spec = f"openai:m@{server.url}"
        ran = dubious("sample", "--players", "3", "--questions", "1+0", "--brain", spec, "--count", "2", "--format", "jsonl")  # fmt: skip
        assert ran.code == 0, ran.err
    assert json.loads(dubious("brains", "--json").out)[spec]["games"] == 2
