"""A person's own data: all of it moves with one variable, and a damaged game hides no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from dubious_ai.errors import UsageError
from dubious_ai.storage import home
from dubious_ai.storage.record import SUFFIX, write_events
from tests.play import finished


def save(game: str, part: int | None = None) -> Path:
    path = (
        home.games_folder()
        / f"2026-01-0{len(list(home.games_folder().glob('*'))) + 1}-antiquity-{game}{SUFFIX}"
    )
    write_events(path, game, finished()[:part])
    return path


def test_one_variable_moves_all_user_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUBIOUS_HOME", str(tmp_path / "elsewhere"))
    game, path = home.new_game("antiquity")
    assert path.is_relative_to(tmp_path / "elsewhere")
    assert path.name.endswith(f"-antiquity-{game}{SUFFIX}")
    monkeypatch.setenv("DUBIOUS_HOME", "~/plays")
    assert home.folder() == Path.home() / "plays"


def test_without_the_variable_the_platforms_folder_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for unset in ("", "  "):
        monkeypatch.setenv("DUBIOUS_HOME", unset)
        assert home.folder().is_absolute()
        assert "dubious" in home.folder().name.lower()


def test_new_games_never_share_an_id() -> None:
    made = [home.new_game("antiquity") for _ in range(20)]
    for game, path in made:
        if not path.exists():
            write_events(path, game, [])
    assert home.new_game("cthulhu")[0] not in {game for game, _ in made}


def test_saved_games_are_listed_latest_first_and_damaged_ones_with_their_problem() -> None:
    assert home.saved_games() == []
    assert home.last_unfinished() is None
    save("AAAA", 20)
    save("BBBB")
    broken = save("CCCC")
    broken.write_bytes(b"rubbish\n")
    listed = {saved.game: saved for saved in home.saved_games()}
    assert set(listed) == {"AAAA", "BBBB", "CCCC"}
    assert listed["CCCC"].loaded is None
    assert "line 1 is damaged" in listed["CCCC"].problem
    unfinished = home.last_unfinished()
    assert unfinished is not None
    assert unfinished.game == "AAAA"


def test_the_latest_unfinished_game_is_the_one_begun_last() -> None:
    first, second = save("AAAA", 20), save("BBBB", 20)
    for path, time in ((first, "2026-03-02T10:00:00.000+00:00"), (second, "2026-03-01T10:00:00.000+00:00")):
        head, rest = path.read_text(encoding="utf-8").split("\n", 1)
        started = head.index('"started":"') + 11
        path.write_text(head[:started] + time + '"}\n' + rest, encoding="utf-8")
    unfinished = home.last_unfinished()
    assert unfinished is not None
    assert unfinished.game == "AAAA"


def test_a_game_without_any_event_is_not_offered() -> None:
    save("AAAA", 0)
    assert home.last_unfinished() is None


def test_a_game_is_found_by_its_id_in_any_case_or_by_its_path() -> None:
    path = save("AB12")
    for text in ("AB12", "ab12", str(path)):
        assert home.find_game(text) == path
    for text in ("ZZZZ", "no/such/file", "*", "../AB12"):
        with pytest.raises(UsageError, match="dubious games"):
            home.find_game(text)


def test_a_draft_survives_once_and_an_empty_one_is_removed() -> None:
    draft = home.Draft(save("AB12"))
    assert draft.take() == ""
    draft.keep("My hands are – well, [/] two. 🦆\n")
    assert home.Draft(home.find_game("AB12")).take() == "My hands are – well, [/] two. 🦆"
    assert draft.take() == ""
    draft.keep("something")
    draft.keep("  ")
    assert draft.take() == ""


def test_a_draft_with_half_a_character_or_without_a_folder_is_no_reason_to_fail(tmp_path: Path) -> None:
    draft = home.Draft(save("AB12"))
    draft.keep("half \ud83d")
    assert draft.take().startswith("half")
    nowhere = home.Draft(tmp_path / "gone" / f"game{SUFFIX}")
    nowhere.keep("lost")
    assert nowhere.take() == ""


def test_the_draft_is_no_game() -> None:
    home.Draft(save("AB12")).keep("words")
    assert [saved.game for saved in home.saved_games()] == ["AB12"]
