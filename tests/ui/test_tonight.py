"""Tonight's table: the same for everybody on a date, one go, and a result that spoils nothing and says its own date."""

from __future__ import annotations

import asyncio
import datetime

import pytest

from dubious_ai.content.library import library
from dubious_ai.core import events as ev
from dubious_ai.storage.home import games_folder
from dubious_ai.ui import tonight
from tests.cli.support import Dubious, lines
from tests.screen.evening import Table, evening, record, record_path

DATE, NEXT = "2026-11-30", "2026-12-01"
GUESSES = ["1", "1"] * 3
ANSWERS = [
    "Rough, and older than I am.",
    "A goose.",
    "Twice, and I counted.",
    "By the river.",
    "Ask my mother.",
]


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """It is the thirtieth of November."""
    on(monkeypatch, DATE)


@pytest.fixture
def dubious(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Dubious:
    """The command, run in this process."""
    monkeypatch.setenv("COLUMNS", "200")
    return Dubious(capsys, monkeypatch)


def on(monkeypatch: pytest.MonkeyPatch, date: str) -> None:
    """Make it a date."""
    monkeypatch.setattr(tonight, "today", lambda: date)


def script(card: str = "1") -> str:
    """One go in lines."""
    return lines(card, "1", "", "", *ANSWERS, *GUESSES, "")


def dealt() -> list[ev.Event]:
    """What of the only record is the table's doing and not the person's."""
    kinds = (ev.RoundStarted, ev.CardsDealt, ev.QuestionDeckDrawn, ev.SeatPrepared)
    return [event for event in record() if isinstance(event, kinds)]


def test_everybody_gets_the_same_table_whatever_they_are_called_like_and_played(dubious: Dubious) -> None:
    assert dubious("today", "--no-timers", stdin=script()).code == 0
    first = dealt()
    record_path().unlink()
    (games_folder().parent / "config.toml").write_text(
        '[evening]\nname = "Bruno"\nlevel = "sharp"\nplayers = 6\ntells = "open"\ntalk = false\n',
        encoding="utf-8",
    )
    assert dubious("play", "--seed", "1", "--no-timers", stdin=script()).code == 0
    for path in games_folder().glob("*.jsonl"):
        path.rename(path.with_suffix(".away"))
    assert dubious("today", "--no-timers", stdin=script("2")).code == 0
    assert dealt() == first
    (laid,) = [event for event in record() if isinstance(event, ev.GameSetUp)]
    assert (laid.options.tells, laid.options.talk, len(laid.players)) == ("fair", True, 4)


def test_tables_differ_from_day_to_day() -> None:
    days = [f"2026-11-{day:02}" for day in range(1, 15)]
    assert len({tonight.tonights_plan(day, "Ann").setting for day in days}) > 1
    assert len({tonight.tonights_plan(day, "Ann").seed for day in days}) == len(days)


def test_one_go_a_day_and_then_its_result(dubious: Dubious, monkeypatch: pytest.MonkeyPatch) -> None:
    left = dubious("today", "--no-timers", stdin=lines("1", "1", "", "", ANSWERS[0]))
    assert "Saved" in left.out
    assert dubious("today", "--share").code == 2
    ended = dubious("today", "--no-timers", stdin=lines(*ANSWERS[1:], *GUESSES, ""))
    assert "Dubious 30 Nov" in ended.out
    assert "The house, in your chair" in ended.out
    assert "Tomorrow there is another table." in ended.out
    again = dubious("today", stdin=script())
    assert "Dubious 30 Nov" in again.out
    assert "Keep one of each" not in again.out
    on(monkeypatch, NEXT)
    assert "Keep one of each" in dubious("today", "--no-timers", stdin=lines()).out


def test_the_line_to_paste_says_the_date_of_its_table_and_spoils_nothing(
    dubious: Dubious, monkeypatch: pytest.MonkeyPatch
) -> None:
    dubious("today", "--no-timers", stdin=script())
    on(monkeypatch, NEXT)
    shared = dubious("today", "--date", DATE, "--share").out.strip()
    assert shared.startswith("Dubious 30 Nov · ")
    assert "1 Dec" not in shared
    laid = next(event for event in record() if isinstance(event, ev.GameSetUp))
    spoilers = [file.name for file in library(laid.setting.slug).files] + [p.name for p in laid.players]
    assert not [word for word in spoilers if word in shared.replace(laid.setting.name, "")]
    on(monkeypatch, "2027-02-03")
    assert dubious("today", "--date", DATE, "--share").out.startswith("Dubious 30 Nov 2026 · ")


def test_an_ordinary_game_has_no_date_to_say(dubious: Dubious) -> None:
    from dubious_ai.storage.record import read_record

    assert dubious("play", "--seed", "5", "--no-timers", stdin=script()).code == 0
    line = tonight.share_line(read_record(record_path()).game().state, 1)
    assert line.startswith("Dubious · ")


@pytest.mark.parametrize(("typed", "told"), [("yesterday", "no date"), (NEXT, "not laid yet")])
def test_what_is_no_evening_is_said(dubious: Dubious, typed: str, told: str) -> None:
    refused = dubious("today", "--date", typed)
    assert refused.code == 2
    assert told in refused.err


def test_marks_and_points_are_those_of_the_record(dubious: Dubious) -> None:
    from dubious_ai.storage.record import read_record

    dubious("today", "--no-timers", stdin=script())
    state = read_record(record_path()).game().state
    read_me, i_read = tonight.share_marks(state, 1)
    assert read_me.count("◆") == sum(len(row.right) for row in state.rounds[0].rows if row.target == 1)
    assert len(i_read) == 2 * (len(state.players) - 1)
    assert i_read.count("◆") == sum(1 in row.right for row in state.rounds[0].rows if row.target != 1)


def test_the_screen_goes_on_with_a_go_and_shows_its_result(dubious: Dubious) -> None:
    dubious("today", "--no-timers", stdin=lines("1", "1", "", "", *ANSWERS[:4]))

    async def go_on(table: Table) -> None:
        await table.until("answer")

    async def result(table: Table) -> None:
        await table.shows("Dubious 30 Nov")
        await table.shows("The house, in your chair")

    async def run(act: object) -> None:
        async with evening(None, tonight=DATE) as table:
            await (go_on if act == "go on" else result)(table)

    asyncio.run(run("go on"))
    dubious("today", "--no-timers", stdin=lines(ANSWERS[4], *GUESSES, ""))
    asyncio.run(run("result"))


def test_today_is_the_date_of_this_place() -> None:
    assert tonight.date_of(tonight.seed(datetime.date.today().isoformat()))
    assert tonight.date_of("tonight nowhere") is None
    assert tonight.date_of("7") is None
