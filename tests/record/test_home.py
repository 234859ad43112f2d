"""A person's own data: all of it moves with one variable, and a damaged game hides no other."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from dubious_ai.errors import UsageError
from dubious_ai.storage import home
from dubious_ai.storage.record import SUFFIX, read_record
from dubious_ai.storage.record_writer import write_events
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
    assert not home.history().files
    assert home.history().last_unfinished() is None
    save("AAAA", 20)
    save("BBBB")
    broken = save("CCCC")
    broken.write_bytes(b"rubbish\n")
    found = home.history()
    assert {summary.game for summary in found.files.values()} == {"AAAA", "BBBB", "CCCC"}
    (problem,) = found.problems
    assert problem.game == "CCCC"
    assert "line 1 is damaged" in problem.problem
    assert latest_unfinished() == "AAAA"


def latest_unfinished() -> str | None:
    found = home.history().last_unfinished()
    return found[1].game if found else None


def test_the_latest_unfinished_game_is_the_one_begun_last_whatever_the_clock_said() -> None:
    later, earlier = save("AAAA", 20), save("BBBB", 20)
    for path, time, number in (
        (later, "2026-03-01T10:00:00.000+00:00", 8),
        (earlier, "2026-03-02T10:00:00.000+00:00", 7),
    ):
        head, rest = path.read_text(encoding="utf-8").split("\n", 1)
        header = json.loads(head) | {"started": time, "number": number}
        path.write_text(json.dumps(header) + "\n" + rest, encoding="utf-8")
    assert latest_unfinished() == "AAAA"
    assert home.history().next_number() == 9


def test_games_from_before_there_were_numbers_are_ordered_by_their_clock() -> None:
    first, second = save("AAAA", 20), save("BBBB", 20)
    for path, time in ((first, "2026-03-02T10:00:00.000+00:00"), (second, "2026-03-01T10:00:00.000+00:00")):
        head, rest = path.read_text(encoding="utf-8").split("\n", 1)
        path.write_text(json.dumps(json.loads(head) | {"started": time}) + "\n" + rest, encoding="utf-8")
    assert latest_unfinished() == "AAAA"


def test_a_game_without_any_event_or_with_half_a_set_up_is_not_offered() -> None:
    save("AAAA", 0)
    save("BBBB", 1)
    assert latest_unfinished() is None
    assert all("before the table was laid" in summary.problem for summary in home.history().problems)


def test_the_index_is_only_a_shortcut() -> None:
    path = save("AAAA", 20)
    home.history()
    index = home.games_folder() / "index.json"
    assert index.exists()
    for spoiled in (b"", b"[" * 9999, b'{"version": 99, "files": {}}', b'{"version": 1, "files": 3}'):
        index.write_bytes(spoiled)
        assert latest_unfinished() == "AAAA"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:1]))
    assert latest_unfinished() is None, "a changed file must be read again"
    path.unlink()
    assert not home.history().files


@pytest.mark.parametrize("kind", ["deep", "pipe", "long", "other", "folder"])
def test_a_bad_file_among_the_games_is_named_and_skipped(kind: str) -> None:
    save("AAAA", 20)
    bad = home.games_folder() / f"2026-01-01-antiquity-BAD1{SUFFIX}"
    if kind == "deep":
        bad.write_bytes(b"[" * 100_000)
    elif kind == "pipe":
        os.mkfifo(bad)
    elif kind == "long":
        bad.write_bytes(b'{"format":"' + b"x" * 10_000_000 + b'"}\n')
    elif kind == "other":
        bad.write_text('{"name": "another program", "version": 3}\n')
    else:
        bad.mkdir()
    found = home.history()
    assert latest_unfinished() == "AAAA"
    (problem,) = found.problems
    assert problem.game == "BAD1"
    assert problem.problem.endswith(".")


def test_what_was_heard_lately_comes_from_the_games_each_id_once() -> None:
    save("AAAA")
    save("BBBB")
    heard = home.history().heard()
    assert "hands" not in heard
    assert len(set(heard)) == len(heard)
    assert len(home.history().heard(games=0)) == 0


def test_a_game_is_found_by_its_id_in_any_case_or_by_its_path() -> None:
    path = save("AB12")
    for text in ("AB12", "ab12", str(path)):
        assert home.find_game(text) == path
    for text in ("ZZZZ", "no/such/file", "*", "../AB12"):
        with pytest.raises(UsageError, match="dubious games"):
            home.find_game(text)


def test_a_draft_stays_until_it_is_removed_and_belongs_to_its_place() -> None:
    draft = home.Draft(save("AB12"))
    assert draft.read("1.2") == ""
    draft.keep("My hands are – well, [/] two. 🦆\n", "1.2")
    again = home.Draft(home.find_game("AB12"))
    assert again.read("1.2") == "My hands are – well, [/] two. 🦆"
    assert again.read("1.2") == "My hands are – well, [/] two. 🦆"
    assert again.read("1.3") == "", "a line typed at one question is no answer to the next"
    draft.keep("  ", "1.2")
    assert draft.read("1.2") == ""


def test_a_draft_with_half_a_character_or_without_a_folder_is_no_reason_to_fail(tmp_path: Path) -> None:
    draft = home.Draft(save("AB12"))
    draft.keep("half \ud83d")
    assert draft.read().startswith("half")
    nowhere = home.Draft(tmp_path / "gone" / f"game{SUFFIX}")
    nowhere.keep("lost")
    assert nowhere.read() == ""


def test_the_draft_is_no_game() -> None:
    home.Draft(save("AB12")).keep("words")
    assert [summary.game for summary in home.history().files.values()] == ["AB12"]


def test_only_records_inside_the_games_folder_are_deleted(tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("years of work")
    stray = tmp_path / f"2026-01-01-antiquity-AB12{SUFFIX}"
    write_events(stray, "AB12", finished())
    inside = home.games_folder() / f"2026-01-01-antiquity-NOTE{SUFFIX}"
    inside.parent.mkdir(parents=True, exist_ok=True)
    inside.write_text("not a record at all\n")
    for path in (thesis, stray, inside):
        with pytest.raises(UsageError, match="not deleted"):
            home.delete_game(path)
        assert path.exists()
    saved = save("CD34")
    home.Draft(saved).keep("words")
    home.delete_game(saved)
    assert not saved.exists()
    assert home.Draft(saved).read() == ""


def test_a_saved_games_id_wins_over_a_file_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save("AB12")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "AB12").write_text("something else")
    assert home.find_game("AB12") == path
    with pytest.raises(UsageError, match="among the saved ones"):
        home.find_saved("thesis.txt")


def test_a_copy_of_a_game_is_another_game() -> None:
    path = save("AB12")
    copy = path.with_name(f"2026-01-09-antiquity-AB12{SUFFIX}")
    copy.write_bytes(path.read_bytes())
    with pytest.raises(UsageError, match="more than one game"):
        home.find_game("AB12")
    assert home.find_game(copy.name) == copy


def test_the_sound_part_of_a_damaged_game_is_copied_into_a_new_one() -> None:
    path = save("AB12")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:30], b"{rubbish\n", *lines[31:]]))
    before = path.read_bytes()
    new, events = home.repair_game(path)
    assert events == 29
    assert path.read_bytes() == before
    assert len(read_record(new).events) == 29
    assert latest_unfinished() == new.name.removesuffix(SUFFIX)[-4:]
