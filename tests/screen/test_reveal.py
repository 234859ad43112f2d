"""The reveal as scenes: everything stands in the smallest window, the order holds, the points run along."""

from __future__ import annotations

from functools import cache

import pytest
from rich.console import Console
from rich.text import Text

from dubious_ai.brains.house import HouseBrain
from dubious_ai.content.library import library
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.core.observe import Observation, Observer
from dubious_ai.game.seating import Plan, lay
from dubious_ai.game.table import Table
from dubious_ai.ui.page import THEME
from dubious_ai.ui.screen.theatre import HIDDEN, Stage, scenes
from tests.readers import reader

CONSOLE = Console(width=200, theme=THEME)
REMARK = Text(
    "● Celeste to you: “Goats. You said goats, and I wrote down tax, and I was sure of it all evening.”"
)


@cache
def reveals(seats: int) -> tuple[tuple[Observation, ev.PlayerRevealed], ...]:
    """Every reveal of a round among this many, as seat 1 sees it."""
    game, chance = lay(Plan(seats=seats, seed="reveal", options=Options(appearance=2, assorted=3)))
    Table(
        game,
        {seat: HouseBrain(reader()) for seat in game.state.seats},
        HouseBrain(reader()),
        chance,
        parallel=False,
    ).play()
    watcher, found = Observer(1), list[tuple[Observation, ev.PlayerRevealed]]()
    for event in Game(game.events).events:
        watcher.see(event)
        if isinstance(event, ev.PlayerRevealed):
            found.append((watcher.observation(), event))
    return tuple(found)


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 36)])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_scene_of_a_reveal_is_cut(seats: int, width: int, height: int) -> None:
    wide, room = min(width - 2, 92), height - 3

    def lines(text: Text) -> int:
        return max(1, len(text.wrap(CONSOLE, wide)))

    for seen, event in reveals(seats):
        stage = Stage.of(seen, event, library("antiquity"))
        for scene in scenes(stage.acts):
            last = scene == scenes(stage.acts)[-1]
            drawn = stage.drawn(scene, room, lines, [REMARK] if last else [])
            assert sum(map(lines, drawn)) <= room
            text = "\n".join(part.plain for part in drawn)
            assert seen.name(event.seat) in text or event.seat == 1
            assert (
                sum(
                    text.count(f"{'You' if s == 1 else seen.name(s)} ") > 0
                    for s, _ in stage.acts[0].row.guesses
                )
                == seats - 1
            )
            for act, at in zip(stage.acts, range(2), strict=True):
                name = stage.texts.file(act.row.card).name.upper()
                assert (name in text) == (at < scene.act or (at == scene.act and scene.moment != "guesses"))


def test_guesses_turn_one_by_one_before_the_card_and_the_ticks_come_last() -> None:
    seen, event = reveals(4)[0]
    stage = Stage.of(seen, event, library("antiquity"))
    first = [scene for scene in scenes(stage.acts) if scene.act == 0]
    assert [scene.turned for scene in first if scene.moment == "guesses"] == [0, 1, 2, 3]
    assert [scene.moment for scene in first][4] == "card"
    assert first[-1].moment == "ticks"
    hidden = "\n".join(part.plain for part in stage.drawn(first[1], 40, lambda _: 1))
    assert hidden.count(HIDDEN) == 2 + 2
    assert "✓" not in hidden
    assert "✗" not in hidden


def test_the_points_run_along() -> None:
    told = [(Stage.of(seen, event, library("antiquity")), seen) for seen, event in reveals(4)]
    for stage, seen in told:
        row = scenes(stage.acts)
        totals = [sum(stage.standing(scene).totals.values()) for scene in row]
        assert totals == sorted(totals)
        assert stage.standing(row[-1]) == seen.standing


def test_the_words_that_carry_the_hint_are_lit() -> None:
    lit = 0
    for seen, event in reveals(4):
        stage = Stage.of(seen, event, library("antiquity"))
        parts = stage.drawn(scenes(stage.acts)[-1], 60, lambda _: 1)
        for part in parts:
            lit += sum(
                span.style == "clue" and bool(part.plain[span.start : span.end]) for span in part.spans
            )
    assert lit
