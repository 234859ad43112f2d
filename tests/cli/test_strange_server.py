"""A game file somebody sent names a server of its own: nothing goes there unasked, and no key ever."""

from __future__ import annotations

import pytest

from tests.cli.support import SCRIPT, SHORT, Dubious, lines, saved
from tests.llm.support import KEY, calls_come_home, good_model, serving


def test_resume_asks_no_server_that_only_the_file_names(
    dubious: Dubious, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(model=good_model) as evil:
        started = dubious(
            "play", *SHORT, "--name", "Ann", "--brain", f"openai:m@{evil.url}", stdin=lines(*SCRIPT[:4])
        )
        assert "Saved" in started.out
        calls_come_home()
        asked, listed = len(evil.seen), len(evil.listed)
        assert asked
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        before = saved()[0].read_bytes()
        refused = dubious("resume", "--no-timers", stdin=lines("yes", *SCRIPT[4:]))
        assert refused.code == 2
        assert evil.url in refused.err
        assert (len(evil.seen), len(evil.listed)) == (asked, listed)
        assert saved()[0].read_bytes() == before
        done = dubious("resume", "--no-timers", "--server", evil.url, stdin=lines(*SCRIPT[4:]))
        assert done.code == 0, done.err
        assert len(evil.seen) > asked


def test_a_log_nobody_can_write_stops_a_house_game_before_it_begins(dubious: Dubious) -> None:
    ran = dubious("play", *SHORT, "--name", "Ann", "--log", "/nonexistent/log", stdin=lines(*SCRIPT))
    assert ran.code == 2
    assert "Cannot write the log '/nonexistent/log'" in ran.err
    assert not saved()
