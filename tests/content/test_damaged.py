"""A damaged content file is named with line and field, whatever is wrong with it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from dubious_ai.content import library as library_module
from dubious_ai.content import shipped
from dubious_ai.content.library import library
from dubious_ai.content.people import personas
from dubious_ai.errors import ContentError

CARD = "content/antiquity/cards/gladiator.toml"
ANSWERS = "content/antiquity/answers/dry/gladiator.toml"
ROOT = Path(__file__).parents[2]


def forget() -> None:
    """What was read before is read again."""
    for cached in (library_module.library, library_module.setting_slugs, personas):
        cached.cache_clear()


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the contents that may be damaged; the program reads it instead of its own."""
    shutil.copytree(ROOT / "content", tmp_path / "content")
    monkeypatch.setattr(shipped, "root", lambda: tmp_path)
    forget()
    yield tmp_path
    forget()


def damage(file: Path, pattern: str, replacement: str) -> int:
    """Change the first match in a file and return its line, from 1."""
    text = file.read_text(encoding="utf-8")
    match = re.search(pattern, text, re.M)
    assert match, f"{file.name} has no {pattern}"
    file.write_text(text[: match.start()] + replacement + text[match.end() :], encoding="utf-8")
    return text.count("\n", 0, match.start()) + 1


def refusal() -> str:
    with pytest.raises(ContentError) as caught:
        library("antiquity")
    return str(caught.value)


@pytest.mark.parametrize(
    ("pattern", "replacement", "field"),
    [
        ("^number = 1$", 'number = "one"', "number"),
        ("^number = 1$", "number = 0.5", "number"),
        ('^kind = "occupation"', 'kind = "hobby"', "kind"),
        ("^risque = false", "risque = 12", "risque"),
        ("^aliases = .*$", "aliases = 3", "aliases"),
        ('^slug = "gladiator"', 'slug = "gladiators"', "slug"),
    ],
)
def test_a_wrong_value_of_a_card_is_named_with_file_line_and_field(
    copy: Path, pattern: str, replacement: str, field: str
) -> None:
    line = damage(copy / CARD, pattern, replacement)
    assert f"{CARD}, line {line}, {field}: " in refusal()


@pytest.mark.parametrize(
    ("pattern", "replacement", "field"),
    [
        (r"\{ to = \"feet\"", '{ to = "elbow"', "to"),
        (r'(?<=to = "feet", )strength = "\w+"', 'strength = "shy"', "strength"),
        (r'(?<=to = "feet", strength = "subtle", )by = "\w+"', 'by = "luck"', "by"),
        (r'tone = "\w+"', 'tone = "shrill"', "tone"),
    ],
)
def test_a_wrong_value_of_an_answer_is_named_with_its_line(
    copy: Path, pattern: str, replacement: str, field: str
) -> None:
    line = damage(copy / ANSWERS, pattern, replacement)
    assert re.search(rf"^{ANSWERS}, line {line}, answers\.\d+\.{field}: ", refusal())


def test_an_unknown_field_and_a_missing_one_are_named(copy: Path) -> None:
    line = damage(copy / CARD, "^number = 1$", "numbre = 1")
    message = refusal()
    assert CARD in message
    assert "number" in message
    damage(copy / CARD, "^numbre = 1$", "number = 1\nfavourite = 2")
    assert f"{CARD}, line {line + 1}, favourite: " in refusal()


def test_what_is_no_toml_is_named_with_its_line(copy: Path) -> None:
    line = damage(copy / CARD, "^risque = false", "risque = = false")
    message = refusal()
    assert message.startswith(f"{CARD} is not valid TOML")
    assert f"line {line}" in message


def test_two_cards_with_one_number_are_named(copy: Path) -> None:
    damage(copy / CARD, "^number = 1$", "number = 2")
    assert "content/antiquity/cards: the numbers of the occupation cards are [2, 2, 3" in refusal()


def test_bytes_that_are_no_text_and_files_that_are_gone_are_named(copy: Path) -> None:
    (copy / CARD).write_bytes(b'slug = "\xff\xfe"')
    assert "Cannot read gladiator.toml" in refusal()
    (copy / CARD).unlink()
    (copy / "content/antiquity/questions.toml").unlink()
    assert "Cannot read questions.toml" in refusal()


def test_questions_settings_and_people_are_checked_too(copy: Path) -> None:
    line = damage(copy / "content/antiquity/questions.toml", '^back = "assorted"', 'back = "green"')
    assert re.search(rf"content/antiquity/questions\.toml, line {line}, question\.0\.back: ", refusal())
    damage(copy / "content/antiquity/questions.toml", '^back = "green"', 'back = "assorted"')
    line = damage(copy / "content/antiquity/setting.toml", r"^female = .*$", 'female = ["Phaedra"]')
    assert f"content/antiquity/setting.toml, line {line}, names.female: " in refusal()
    line = damage(copy / "content/personas.toml", '^guessing = "careful"', 'guessing = "lucky"')
    with pytest.raises(ContentError, match=rf"content/personas\.toml, line {line}, persona\.0\.guessing: "):
        personas()


def test_an_installation_without_contents_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "files", lambda _: tmp_path)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    monkeypatch.setattr(shipped, "__file__", str(tmp_path / "package" / "content" / "shipped.py"))
    shipped.root.cache_clear()
    try:
        with pytest.raises(ContentError, match="Install dubious-ai again"):
            shipped.root()
    finally:
        shipped.root.cache_clear()
