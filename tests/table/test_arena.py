"""Tournaments offline: rotated seats, resumed where they stopped, rated with intervals, never across different texts."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from dubious_ai.belief.reader import Reader
from dubious_ai.core.model import Options
from dubious_ai.errors import UsageError
from dubious_ai.game import arena
from dubious_ai.game.arena import ANCHORS, Contestant, MatchResult, Tournament, ranked, results_in, run
from dubious_ai.game.backends import Backends
from tests.cli.conftest import dubious as dubious
from tests.cli.support import Dubious
from tests.llm.support import good_model, serving, settings
from tests.readers import READERS

SHORT = Options(appearance=1, assorted=0)


def made(hiding: tuple[int, ...], reading: tuple[int, ...], rotation: int = 0, **more: object) -> MatchResult:
    names = ("a", "b", "c")
    given: dict[str, object] = {
        "digest": "d", "suite": "s", "setting": "antiquity", "deal": 0, "rotation": rotation,
        "seats": names[rotation:] + names[:rotation], "hiding": hiding, "reading": reading, "substituted": (0, 0, 0), **more,
    }  # fmt: skip
    return MatchResult.model_validate(given)


def house_only(deals: int = 1) -> Tournament:
    return Tournament(ANCHORS, deals, "test", options=SHORT)


def refuse(spec: str, reader: Reader) -> None:
    raise AssertionError(f"{spec} of {reader} is not needed here")


def test_every_deal_is_played_with_every_order_of_seats_and_kept(tmp_path: Path) -> None:
    log = tmp_path / "arena.jsonl"
    with Backends(settings(env={}), READERS) as backends:
        results = run(house_only(), log, READERS, backends.make, lambda _: None)
    assert [r.rotation for r in results] == [0, 1, 2]
    assert Counter(name for r in results for name in r.seats[:1]) == {c.name: 1 for c in ANCHORS}
    assert results_in(log) == results


def test_it_goes_on_where_it_stopped_and_plays_no_game_twice(tmp_path: Path) -> None:
    log = tmp_path / "arena.jsonl"
    told: list[str] = []
    with Backends(settings(env={}), READERS) as backends:
        whole = run(house_only(), tmp_path / "whole", READERS, backends.make, told.append)
        left = iter([False, True])
        first = run(house_only(), log, READERS, backends.make, told.append, lambda: next(left))
        assert len(first) == 1
        assert "2 games are left" in told[-1]
        log.write_bytes(log.read_bytes() + b'{"torn')
        again = run(house_only(), log, READERS, backends.make, told.append)
    assert again == whole
    assert len(results_in(log)) == 3


def test_results_of_other_texts_are_never_ranked_with_todays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "arena.jsonl"
    with Backends(settings(env={}), READERS) as backends:
        old = run(house_only(), log, READERS, backends.make, lambda _: None)
        monkeypatch.setattr(arena, "suite_digest", lambda: "other texts")
        new = run(house_only(), log, READERS, backends.make, lambda _: None)
    assert {r.digest for r in new} == {"other texts"}
    assert len(results_in(log)) == 6
    with pytest.raises(ValueError, match="together"):
        ranked([*old, *new])


def test_ratings_tell_hiding_from_reading_and_narrow_with_games() -> None:
    one = ranked([made((3, 0, 0), (0, 2, 4))])
    many = ranked([made((3, 0, 0), (0, 2, 4), deal=n) for n in range(12)])
    by_name = {r.name: r for r in many}
    assert by_name["a"].rating["hiding"] > by_name["b"].rating["hiding"]
    assert by_name["c"].rating["reading"] > by_name["b"].rating["reading"] > by_name["a"].rating["reading"]
    assert by_name["c"].points == {"hiding": 0, "reading": 4, "total": 4}
    low, high = by_name["a"].interval["total"]
    first = next(r for r in one if r.name == "a").interval["total"]
    assert high - low < first[1] - first[0]
    assert low < by_name["a"].rating["total"] < high


def test_a_game_in_which_the_house_had_to_act_says_nothing() -> None:
    rated = ranked([made((3, 0, 0), (0, 2, 4)), made((9, 9, 9), (9, 9, 9), deal=1, substituted=(0, 2, 0))])
    assert [(r.games, r.left_out) for r in rated] == [(1, 1)] * 3


@pytest.mark.parametrize(
    ("contestants", "deals"), [(ANCHORS[:2], 1), ((*ANCHORS, ANCHORS[0]), 1), (ANCHORS, 0), (ANCHORS * 3, 1)]
)
def test_what_cannot_be_played_is_said(contestants: tuple[Contestant, ...], deals: int) -> None:
    with pytest.raises(UsageError):
        Tournament(contestants, deals, "test")


def test_a_model_plays_against_the_house_at_the_command_line(dubious: Dubious, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    with serving(model=good_model) as server:
        spec = f"openai:m@{server.url}"
        ran = dubious("arena", "-b", spec, "--games", "1", "--questions", "1+0", "-o", str(log), "--json")
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    assert [b["games"] for b in told["brains"]] == [4] * 4
    assert {b["name"] for b in told["brains"]} == {f"{spec} (sharp)", *(c.name for c in ANCHORS)}
    assert json.loads(dubious("brains", "--json").out)[spec]["games"] == 4
    table = dubious("arena", "-b", "house/novice", "-b", "house/regular", "-b", "house/sharp", "--games", "1",
                    "--questions", "1+0", "-o", str(tmp_path / "other"))  # fmt: skip
    assert "house (novice)" in table.out
    assert "hiding" in table.out


def test_a_file_that_is_no_log_of_results_is_named(tmp_path: Path) -> None:
    other = tmp_path / "notes"
    other.write_text('{"no": "result"}\n', encoding="utf-8")
    with pytest.raises(UsageError, match="line 1"):
        results_in(other)
