"""Wrong requests: one clear sentence on standard error, exit code 2, nothing written."""

from __future__ import annotations

import json
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from tests.cli.support import Dubious, saved

WRONG: list[tuple[str, str]] = [
    ("play --setting antiquity --players 2", "2 at the table is too few"),
    ("play --setting antiquity --players 7", "7 at the table is too many"),
    ("play --setting antiquity --players -1", "at the table is too few"),
    ("play --setting antiquity --players four", "--players"),
    ("play --setting antiquity --rounds 0", "0 rounds cannot be played"),
    ("play --setting antiquity --questions 9+9", "9 appearance questions are more than that pile holds"),
    ("play --setting antiquity --questions 0+0", "at least one question"),
    ("play --setting antiquity --questions 99 --hard", "99 questions are more than the 24 cards"),
    ("play --setting antiquity --questions 5", "'5' is no number of questions"),
    ("play --setting atlantis", "There is no setting 'atlantis'. Choose one of: science-fiction, cthulhu, antiquity"),
    ("play --setting antiquity --level god", "There is no level 'god'"),
    ("play --setting antiquity --tells loud", "There are no tells 'loud'. Choose open, fair, sly or auto."),
    ("play --setting antiquity --name Bruno --with bruno", "The name Bruno is used twice"),
    ("play --setting antiquity --with bruno,bruno", "Bruno cannot sit at two places"),
    ("play --setting antiquity --with nobody", "Nobody called 'nobody' plays here"),
    ("play --setting antiquity --with bruno,dag,celeste,hakim", "4 people and there are 3 free seats"),
    ("play --setting antiquity --brain gpt", "There is no brain 'gpt'"),
    ("play --setting antiquity --seat 9=house", "There is no seat 9"),
    ("play --setting antiquity --seat 1=house", "Seat 1 is yours"),
    ("play --setting antiquity --seat x", "--seat 'x' is not a seat and a brain"),
    ("play --setting antiquity --name \u202e", "Your name is empty"),
    (f"play --setting antiquity --name {'x' * 5000}", "5000 characters; 40 is the limit"),
    ("resume", "There is no unfinished game"),
    ("resume NOPE", "There is no game 'NOPE'"),
    ("resume ~nobody-here/x", "neither a file nor an id"),
    (f"replay {'x' * 5000}", "neither a file nor an id"),
    ("replay NOPE --format pdf", "There is no format 'pdf'"),
    ("watch --players 9", "9 at the table is too many"),
    ("watch --setting mars", "There is no setting 'mars'"),
    ("games --delete NOPE", "There is no game 'NOPE'"),
    ("games --delete NOPE --stats", "--delete stands alone"),
    ("cards mars", "There is no setting 'mars'"),
    ("score no-such-file.json", "Cannot read 'no-such-file.json': No such file"),
    ("score -", "standard input is empty"),
    ("nonsense", "There is no command 'nonsense'"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "said"), WRONG, ids=[line[:50] for line, _ in WRONG])
def test_a_wrong_request_is_one_sentence_and_exit_code_2(dubious: Dubious, line: str, said: str) -> None:
    ran = dubious(*line.split(" "))
    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert len(ran.err) < 400
    assert saved() == []


def test_nobody_there_to_answer_starts_nothing(dubious: Dubious) -> None:
    ran = dubious("play")
    assert ran.code == 2
    assert "Nothing was started" in ran.err
    assert saved() == []


def test_a_damaged_content_file_is_named_with_line_and_field(
    dubious: Dubious, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dubious_ai.content import compiled_library, library, shipped

    read = shipped.text_of

    def damaged(place: Traversable) -> str:
        return read(place).replace('kind = "occupation"', 'kind = "job"')

    def nothing(*_: object) -> None:
        """There is no compiled form of what has been changed."""

    monkeypatch.setattr(shipped, "text_of", damaged)
    monkeypatch.setattr(compiled_library, "stored", nothing)
    library.library.cache_clear()
    try:
        ran = dubious("cards", "antiquity")
    finally:
        library.library.cache_clear()
    assert ran.code == 1
    assert ".toml, line 3, kind" in ran.err
    assert "content/antiquity/cards/" in ran.err
    assert "'job'" in ran.err


@pytest.mark.parametrize("missing", ["kept", "guesses"])
def test_score_names_what_a_table_lacks(dubious: Dubious, tmp_path: Path, missing: str) -> None:
    from tests.document.test_loading import example

    table = example()
    del table[missing]
    file = tmp_path / "round.json"
    file.write_text(json.dumps(table), encoding="utf-8")
    ran = dubious("score", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert f"{file}: the field '{missing}' is missing" in ran.err


def test_a_folder_that_cannot_be_written_is_said_before_the_first_deal(
    dubious: Dubious, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv("DUBIOUS_HOME", str(tmp_path))
    ran = dubious("play", "--setting", "antiquity", "--seed", "1")
    assert ran.code == 1
    assert "set DUBIOUS_HOME to a folder you can write to" in ran.err
    assert "You were dealt" not in ran.out
