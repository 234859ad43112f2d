"""What lies in a teacher's drawer: hard words explained, easier and harder, for families, the key apart, cards to learn with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dubious_ai.content.glossary import glossary, hard_words_in
from dubious_ai.content.library import library
from dubious_ai.core.model import KINDS
from dubious_ai.errors import UsageError
from dubious_ai.teach.tiers import family_cards, left_out, tier_named
from dubious_ai.teach.word_list import anki_text
from tests.teach.conftest import Command

SETTINGS = ("science-fiction", "cthulhu", "antiquity")
PLAIN = frozenset(
    re.findall(
        r"\w+",
        """
200 a across act actor acts an at away back barbarians black burned business by call captain chamber collects
come conducts control copy door down earth elephant empire experiments expert fall father fight food for
former forms from garbage ghost gladiator god got greek handler have head hears hunter in investigating is
jazz king later life lost love machine magnate man married murder musician of on organizer photographer planet
play prepares preparing priest public raised ran ring robbed salesperson saved setting ship sold space
specialist station statue steals teacher that the theater their there thinks to travels under universe up
walls wants was with witnessed worker writer writes years yellow
""",
    )
)
"""Words of card names that a pupil of level A2 knows, or that are explained together with the hard one beside them."""


@pytest.mark.parametrize("slug", SETTINGS)
def test_every_hard_word_of_a_cards_name_is_explained(slug: str) -> None:
    for file in library(slug).files:
        known = {
            form
            for e in hard_words_in(slug, [file.name])
            for word in e.forms
            for form in re.findall(r"\w+", word)
        }
        hard = set(re.findall(r"[a-z]+", file.name.casefold().replace("'s", ""))) - PLAIN
        assert hard <= known, f"{file.name}: {sorted(hard - known)}"


@pytest.mark.parametrize("slug", SETTINGS)
def test_what_is_explained_can_be_met_and_is_told_in_plain_words(slug: str) -> None:
    texts = library(slug)
    said = [a.text for f in texts.files for a in f.answers] + [q.text for q in texts.questions]
    met = {
        e.word
        for e in hard_words_in(
            slug, [*said, *(f"{f.name} {f.cues} {f.gist} {' '.join(f.hints)}" for f in texts.files)]
        )
    }
    general = {e.word for other in SETTINGS if other != slug for e in glossary(other)}
    assert {e.word for e in glossary(slug)} - met <= general
    for entry in glossary(slug):
        assert 2 <= len(entry.means.split()) <= 28, entry.word
        assert not entry.means.endswith(".")
        if " " not in entry.word:
            assert entry.word.casefold() not in re.findall(r"[a-z-]+", entry.means.casefold()), entry.word


def test_words_that_belong_together_are_explained_together() -> None:
    found = [e.word for e in hard_words_in("antiquity", ["Witnessed a labour of Hercules, in a chiton"])]
    assert found == ["chiton", "labour of Hercules"]
    assert [e.word for e in hard_words_in("antiquity", ["Two tunics and the Hierophant's torches."])] == [
        "Hierophant",
        "torch",
        "tunic",
    ]
    assert hard_words_in("no-such-pack", ["nothing"]) == ()


def test_a_lesson_explains_the_words_of_its_round(dubious: Command) -> None:
    code, out, _ = dubious("sample", "-s", "antiquity", "--seed", "five", "-f", "md")
    assert code == 0
    words = out.partition("### Hard words of this round")[2].partition("### Hard words on the cards")
    assert re.search(r"\*\*\w+\*\*: ", words[0])
    assert "**Hierophant**: the Greek priest" in words[2]
    code, out, _ = dubious("sample", "-s", "antiquity", "--seed", "five", "-f", "html")
    assert "Hard words of this round" in out
    assert "Hard words on the cards" in out


def test_sheets_and_the_teachers_page_hold_the_words(dubious: Command, tmp_path: Path) -> None:
    assert dubious("sheet", "antiquity", "--teacher", "-o", "s.html")[0] == 0
    text = (tmp_path / "s.html").read_text(encoding="utf-8")
    assert "hard words on the cards" in text
    assert "all its hard words" in text
    assert "a simple Greek dress" in text


@pytest.mark.parametrize("slug", SETTINGS)
def test_cards_to_learn_with_can_be_imported(slug: str) -> None:
    lines = anki_text(library(slug)).splitlines()
    assert lines[0] == "#separator:tab"
    notes = [line.split("\t") for line in lines if not line.startswith("#")]
    assert all(len(note) == 3 and all(note) for note in notes)
    fronts = [note[0] for note in notes]
    assert {f.name for f in library(slug).files} <= set(fronts)
    assert len(notes) > 150
    assert any("unofficial fan project" in line for line in lines)


def test_anki_comes_out_of_the_command(dubious: Command) -> None:
    code, out, _ = dubious("sheet", "antiquity", "--anki")
    assert code == 0
    assert out.startswith("#separator:tab\n")
    assert dubious("sheet", "--round", "x.json", "--anki")[0] == 2


@pytest.mark.parametrize("slug", SETTINGS)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_families_can_play_at_every_size_and_hear_what_is_left_out(slug: str, players: int) -> None:
    texts, out = library(slug), family_cards(library(slug), players)
    for kind in KINDS:
        assert sum(f.slug not in out.cards for f in texts.texts(kind)) >= 2 * players
    assert all(texts.file(card).risque for card in out.cards)
    for card in out.cards:
        assert texts.file(card).name in out.notes[0]
    back = {f.slug for f in texts.files if f.risque} - out.cards
    assert bool(back) == (len(out.notes) == 2)


def test_family_is_told_in_lessons_and_sheets(dubious: Command, tmp_path: Path) -> None:
    code, _, err = dubious("sample", "-s", "antiquity", "--family", "--players", "6", "-o", "f.md")
    assert code == 0
    assert (
        "Left out for families in Antiquity: Organizer of bacchanalia; Carves obscenities on walls; Posed for a nude statue."
        in err
    )
    assert "this one stays in: Plotting the Emperor's murder." in err
    assert (
        "bacchanalia"
        not in (tmp_path / "f.md")
        .read_text(encoding="utf-8")
        .partition("## Solution")[0]
        .partition("**Occupations:**")[2]
    )
    code, _, err = dubious("sheet", "antiquity", "--family", "-o", "s.html")
    assert code == 0
    assert "Left out for families" in err
    text = (tmp_path / "s.html").read_text(encoding="utf-8")
    assert '<strong class="text">Posed for a nude statue' not in text
    assert dubious("class", "sheet", "antiquity", "--family", "--pupils", "6")[0] == 0


def test_easier_and_harder(dubious: Command, tmp_path: Path) -> None:
    texts = library("antiquity")
    easy = left_out(texts, 4, tier="easy", seed="x")
    assert easy == left_out(texts, 4, tier="easy", seed="x")
    for kind in KINDS:
        assert sum(f.slug not in easy.cards for f in texts.texts(kind)) == 9
    assert not left_out(texts, 4, tier="hard").cards
    assert dubious("sample", "-s", "antiquity", "--tier", "easy", "--seed", "t", "-o", "e.json")[0] == 0
    assert '"tier": "easy"' in (tmp_path / "e.json").read_text(encoding="utf-8")
    code, out, err = dubious("sample", "-s", "antiquity", "--tier", "easy", "--seed", "t")
    assert code == 0
    assert "A shorter list: 9 cards of each kind." in err
    assert "You may say" in out
    assert out.partition("**Occupations:**")[2].partition("\n")[0].count("·") == 8
    assert "You may say" not in dubious("sample", "-s", "antiquity", "--seed", "t")[1]
    assert dubious("class", "sheet", "antiquity", "--pupils", "8", "--tier", "easy", "-o", "c.html")[0] == 0
    assert "You may begin" in (tmp_path / "c.html").read_text(encoding="utf-8")
    assert dubious("sheet", "antiquity", "--tier", "easy", "-o", "s.html")[0] == 0
    assert "An answer may begin" in (tmp_path / "s.html").read_text(encoding="utf-8")
    with pytest.raises(UsageError, match="easy, usual or hard"):
        tier_named("medium")


@pytest.mark.parametrize("form", ["md", "html"])
def test_the_key_is_a_file_of_its_own(dubious: Command, tmp_path: Path, form: str) -> None:
    code, _, err = dubious(
        "sample", "-s", "antiquity", "--seed", "k", "-o", f"l.{form}", "--key", f"key.{form}"
    )
    assert code == 0, err
    lesson, key = ((tmp_path / f"{name}.{form}").read_text(encoding="utf-8") for name in ("l", "key"))
    assert "Solution" not in lesson
    assert "Why they guessed so" not in lesson
    assert "Why they guessed so" in key
    assert "Answer key" in key
    assert dubious("sample", "--seed", "k", "-o", "x.json", "--key", "k.md")[0] == 2
