"""A setting is only data: a small one with ten cards of each kind, six questions of its own and one voice plays, reads, hints, reviews and prints."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from dubious_ai.content import library as library_module
from dubious_ai.content import shipped
from dubious_ai.content.library import library, setting_slug, setting_slugs
from dubious_ai.errors import UsageError
from tests.cli.support import Dubious, Ran, game_id, lines

PACK = Path(__file__).parents[2] / "fixtures" / "packs" / "harbour"


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The pack, in a person's own data."""
    shutil.copytree(PACK, tmp_path / "home" / "packs" / "harbour")
    monkeypatch.setenv("DUBIOUS_HOME", str(tmp_path / "home"))
    forget()
    yield "harbour"
    forget()


@pytest.fixture
def dubious(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Dubious:
    """The command, run in this process."""
    monkeypatch.setenv("COLUMNS", "80")
    return Dubious(capsys, monkeypatch)


def well(ran: Ran) -> str:
    """What a command printed, which has to have gone well."""
    assert ran.code == 0, ran.err
    return ran.out


def forget() -> None:
    for cached in (library_module.library, library_module.setting_slugs):
        cached.cache_clear()


def test_a_setting_exists_because_its_folder_does(harbour: str) -> None:
    assert setting_slugs()[-1] == harbour
    assert setting_slug("harb") == harbour
    texts = library(harbour)
    assert [len(texts.texts(kind)) for kind in ("occupation", "secret")] == [10, 10]
    assert texts.voices == ("plain",)
    assert texts.pack == harbour


def test_without_the_folder_it_does_not() -> None:
    assert "harbour" not in setting_slugs()
    with pytest.raises(UsageError, match="There is no setting 'harbour'"):
        setting_slug("harbour")


def test_a_small_setting_plays_is_read_hints_reviews_and_prints(
    harbour: str, dubious: Dubious, tmp_path: Path
) -> None:
    texts = library(harbour)
    questions = "1+2"
    script = ["1", "1", "Ned", "", "Rope and a lamp.", "I rise early.", "Not on a Sunday."]
    guesses = [
        name for card in texts.texts("occupation")[:2] for name in (card.name, texts.texts("secret")[0].name)
    ]
    ran = dubious(
        "play",
        "--setting",
        harbour,
        "--players",
        "3",
        "--questions",
        questions,
        "--seed",
        "5",
        "--name",
        "Ann",
        "--no-timers",
        "--fast",
        stdin=lines(*script, *guesses, ""),
    )
    assert "Final standing" in well(ran)
    game = game_id(ran)
    for voice in {answer.voice for card in texts.files for answer in card.answers}:
        assert voice == "plain"
    assert "Harbour" in well(dubious("replay", game))
    assert well(dubious("review", game))
    assert well(dubious("sheet", harbour, "-o", str(tmp_path / "sheet.html"))) is not None
    assert "Lamplighter" in well(dubious("cards", harbour))
    question = texts.questions[0].text
    asked = ("--setting", harbour, "--occupation", "baker", "--secret", "geese", "--question", question)
    assert well(dubious("hint", *asked))
    assert well(
        dubious(
            "sample",
            "--setting",
            harbour,
            "--players",
            "4",
            "--questions",
            questions,
            "--seed",
            "1",
            "-f",
            "md",
        )
    )


def test_a_packs_texts_are_cleaned_where_they_come_in(harbour: str) -> None:
    folder = shipped.packs_folder()
    assert folder is not None
    setting = folder / harbour / "setting.toml"
    setting.write_text(
        setting.read_text(encoding="utf-8").replace('name = "Harbour"', 'name = "Har\\u001b[31mbour\\u202e"'),
        encoding="utf-8",
    )
    forget()
    assert library(harbour).name == "Harbour"


def test_no_more_can_sit_down_than_there_are_cards_for(harbour: str, dubious: Dubious) -> None:
    ran = dubious("watch", "--setting", harbour, "--players", "6", "--questions", "1+2", "--fast")
    assert ran.code == 2
    assert "12 Occupation cards and only 10 are left in Harbour" in ran.err
