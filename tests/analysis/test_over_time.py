"""A career over time: later games count more, what is known of it narrows, and what is missed can be practised."""

from __future__ import annotations

import json

import pytest

from dubious_ai.analysis.over_time import over_time, trend
from dubious_ai.core.model import Strength
from dubious_ai.storage.history import Summary, summarise
from dubious_ai.storage.home import games_folder, history
from dubious_ai.storage.summing import CardSeen, Sum
from dubious_ai.ui.views.over_time_view import to_practise
from tests.cli.support import PLAY, SCRIPT, Dubious, lines


@pytest.fixture
def dubious(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Dubious:
    """The command, run in this process."""
    monkeypatch.setenv("COLUMNS", "120")
    return Dubious(capsys, monkeypatch)


def played(
    right: int,
    of: int = 6,
    *,
    own: tuple[tuple[int, int], ...] = ((1, 3), (3, 3)),
    setting: str = "antiquity",
    strength: Strength = "subtle",
) -> Summary:
    """A finished game in which so many cards of the others were named."""
    cards = tuple(
        CardSeen(card="potter", kind="occupation", right=n < right, strength=strength) for n in range(of)
    )
    counted = Sum(
        rounds=1,
        made={"occupation": of, "secret": 0},
        right={"occupation": right, "secret": 0},
        cards=cards,
        own=own,
    )
    return Summary(
        game="A", setting=setting, setting_name=setting.title(), me=1, phase="over", brains=("human", "house"), sum=counted
    )  # fmt: skip


def test_who_learns_goes_up_and_is_known_better() -> None:
    told = over_time([played(n) for n in (0, 1, 2, 3, 4, 5, 6, 6)])
    assert trend(told.reading) == 1
    assert told.reading[-1].middle > told.reading[0].middle
    first, last = (point.high - point.low for point in (told.reading[0], told.reading[-1]))
    assert last < first
    assert trend(over_time([played(n) for n in (6, 5, 3, 1)]).reading) == -1


def test_a_card_that_all_or_nobody_found_out_is_no_good_hint() -> None:
    good = over_time([played(3, own=((1, 3), (2, 3)))] * 4).hinting[-1]
    loud = over_time([played(3, own=((3, 3), (3, 3)))] * 4).hinting[-1]
    quiet = over_time([played(3, own=((0, 3), (0, 3)))] * 4).hinting[-1]
    assert good.middle > 0.8 > 0.2 > loud.middle == quiet.middle


def test_what_is_missed_is_counted_by_strength_and_card_and_can_be_practised() -> None:
    told = over_time([played(1, 3), played(0, 2, strength="obvious"), played(2, 2, setting="gone")])
    assert told.by_strength == {"subtle": (3, 5), "obvious": (0, 2)}
    (card,) = told.missed
    assert (card.card, card.missed, card.seen) == ("potter", 4, 5)
    assert to_practise(told) == {"antiquity": frozenset({"potter"})}
    assert to_practise(over_time([])) == {}


def test_the_career_tells_courses_and_what_is_missed(dubious: Dubious) -> None:
    for _ in range(3):
        assert dubious(*PLAY, stdin=lines(*SCRIPT)).code == 0
    told = " ".join(dubious("games", "--stats").out.split())
    assert "Reading: cards of the house" in told
    assert "since the first of 3 games" in told
    assert "What you miss most" in told
    plain = dubious("games", "--stats", "--plain").out
    assert not set(plain) & set("▁▂▃▄▅▆▇█·↗↘→")
    found = json.loads(dubious("games", "--stats", "--json").out)["over_time"]
    assert len(found["reading"]) == len(found["hinting"]) == 3
    for point in found["reading"]:
        assert point["low"] < point["middle"] < point["high"]


def test_an_index_from_before_is_made_anew(dubious: Dubious) -> None:
    assert dubious(*PLAY, stdin=lines(*SCRIPT)).code == 0
    history()
    index = games_folder() / "index.json"
    old = json.loads(index.read_text(encoding="utf-8"))
    old["version"] = 2
    for entry in old["files"].values():
        entry["summary"]["sum"].pop("cards")
    index.write_text(json.dumps(old), encoding="utf-8")
    ((path, game),) = history().sound
    assert game.sum is not None
    assert game.sum.cards
    assert game == summarise(path)
