"""The loop of a class: sheets and form out, texts and spreadsheets in, lessons of their own round with a word for each pupil."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dubious_ai.content.library import library
from dubious_ai.core.model import KINDS
from dubious_ai.document.class_list import PASTED, read_csv
from dubious_ai.errors import UsageError
from dubious_ai.teach.class_sheet import deal_class
from dubious_ai.teach.class_tables import class_games
from tests.teach.conftest import Command

QUESTIONS = ("What pet do you have?", "What do your hands look like?")
HEAD = ("Timestamp", "Your name", "Occupation", "Secret", *QUESTIONS)
CARDS = [(f.name, s.name) for f, s in zip(*(library("antiquity").texts(kind) for kind in KINDS), strict=True)]


def sheet(pupils: int = 9, delimiter: str = ",", quote: bool = True) -> str:
    """A spreadsheet as a form writes it."""
    rows: list[tuple[str, ...]] = [HEAD]
    for n in range(pupils):
        occupation, secret = CARDS[n % 14]
        rows.append(
            (
                "2026-11-30 10:00",
                f"Pupil {n}",
                occupation,
                secret,
                f"A goose, number {n}; it bites.",
                "Rough, with clay.",
            )
        )
    mark = '"' if quote else ""
    return "\n".join(delimiter.join(f"{mark}{cell}{mark}" for cell in row) for row in rows) + "\n"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_any_spreadsheet_is_read(delimiter: str, encoding: str) -> None:
    pupils = read_csv(sheet(3, delimiter).encode(encoding), "class.csv")
    assert [p.name for p in pupils] == ["Pupil 0", "Pupil 1", "Pupil 2"]
    assert pupils[2].answers == {
        QUESTIONS[0]: "A goose, number 2; it bites.",
        QUESTIONS[1]: "Rough, with clay.",
    }


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Pupil 2", "pupil 1", "row 4, column name: 'pupil 1' stands also in row 3"),
        (CARDS[1][0], "Legionry of doom", "row 3, column occupation"),
        ("Occupation", "Job", "row 1: there is no column for occupation"),
        ("Pupil 1", "", "row 3, column Your name: it is empty"),
        ("Pupil 1", "x" * 41, "more than 40 characters"),
    ],
)
def test_what_is_wrong_is_named_by_row_and_column(old: str, new: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        class_games(read_csv(sheet(3).replace(f'"{old}"', f'"{new}"').encode(), "class.csv"), "antiquity")
    assert told in str(caught.value)


def test_thirty_pupils_become_tables_and_nobody_holds_anothers_card() -> None:
    games, notes = class_games(read_csv(sheet(30).encode(), "class.csv"), "antiquity")
    sizes = [len(game.state.players) for game in games]
    assert sum(sizes) == 30
    assert all(4 <= size <= 6 for size in sizes)
    assert any("the house guessed" in note for note in notes)


def test_an_empty_answer_is_told_and_says_nothing() -> None:
    games, notes = class_games(
        read_csv(sheet(3).replace("Rough, with clay.", "", 1).encode(), "c.csv"), "antiquity"
    )
    assert "c.csv, row 2: Pupil 0 has no answer to “What do your hands look like?”." in notes
    assert len(games) == 1


def test_a_class_gets_lessons_with_a_word_for_each(dubious: Command, tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_text(sheet(9, ";"), encoding="utf-8")
    assert dubious("sample", "--from", "class.csv", "-s", "antiquity", "-o", "c.html")[0] == 0
    pages = sorted(tmp_path.glob("c-*.html"))
    assert len(pages) == 2
    code, out, err = dubious("sample", "--from", "class.csv", "-s", "antiquity")
    assert code == 0, err
    for n in range(9):
        part = out.partition("## For each of you")[2] if n == 0 else out
        assert f"### Pupil {n}" in part
    assert "Write answer" in out or "say it in ten words" in out
    assert "--setting" in dubious("sample", "--from", "class.csv")[2]


def test_the_deal_of_a_class_is_fair_and_repeats() -> None:
    dealt = deal_class(library("cthulhu"), 30, 5, "x")
    assert dealt == deal_class(library("cthulhu"), 30, 5, "x")
    assert len(dealt.hands) == 30
    for table in range(1, dealt.tables + 1):
        held = [c for h in dealt.hands if h.table == table for kind in KINDS for c in h.cards[kind]]
        assert len(held) == len(set(held))
    assert len(set(dealt.questions)) == 5
    for bad in (2, 61):
        with pytest.raises(UsageError):
            deal_class(library("cthulhu"), bad, 5, "x")


def pasted(name: str, place: int) -> str:
    """What the form makes."""
    dealt = deal_class(library("antiquity"), 6, 2, "x")
    hand = dealt.hands[place]
    lines = [PASTED, "setting: antiquity", f"table: {hand.table}", f"name: {name}"]
    lines += [f"{kind}: {hand.cards[kind][0]}" for kind in KINDS]
    return "\n".join(
        [*lines, *(f"Q {q} = It bites, and how = {n}." for n, q in enumerate(dealt.questions)), "end"]
    )


def test_pasted_texts_are_collected_and_become_lessons(dubious: Command, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "hi!\n" + "\n\n".join(pasted(f"Kid {n}", n) for n in range(4)), encoding="utf-8"
    )
    (tmp_path / "b.txt").write_text(
        pasted("Kid 4", 4) + "\n" + f"{PASTED}\nname: Lost\nend\n" + pasted("Kid 5", 5), encoding="utf-8"
    )
    (tmp_path / "c.txt").write_text("nothing here", encoding="utf-8")
    code, _, err = dubious("class", "collect", "a.txt", "b.txt", "c.txt")
    assert code == 0
    assert "b.txt, line 10: this text has no occupation and no secret." in err
    assert "c.txt holds no text of a form" in err
    assert "6 pupils" in err
    code, out, err = dubious("sample", "--from", "class.csv", "-f", "md")
    assert code == 0, err
    assert "It bites, and how = 0." in out


def test_sheets_and_form_hold_the_same_deal(dubious: Command, tmp_path: Path) -> None:
    assert (
        dubious("class", "sheet", "antiquity", "--pupils", "7", "--seed", "x", "--form", "form.html")[0] == 0
    )
    paper, form = ((tmp_path / name).read_text(encoding="utf-8") for name in ("class.html", "form.html"))
    assert paper.count('class="sheet handout"') == 7
    assert "<script" not in paper
    data = json.loads(form.partition("const DATA = ")[2].partition(";\n")[0])
    assert len(data["hands"]) == 7
    assert all(q in paper.replace("&#x27;", "'").replace("&quot;", '"') for q in data["questions"])


@pytest.mark.parametrize("form", ["md", "html", "json", "csv", "jsonl"])
def test_initials_stand_for_names_in_every_form(dubious: Command, tmp_path: Path, form: str) -> None:
    (tmp_path / "class.csv").write_text(sheet(4).replace("Pupil", "Zuleika"), encoding="utf-8")
    assert (
        dubious("sample", "--from", "class.csv", "-s", "antiquity", "--initials", "-o", f"out.{form}")[0] == 0
    )
    made = [p for p in tmp_path.iterdir() if p.name.startswith("out")]
    assert made
    for path in made:
        text = path.read_text(encoding="utf-8")
        assert "Zuleika" not in text
        assert "Z. 1" in text or path.name.endswith(("games.csv", "answers.csv", "guesses.csv"))


def test_the_teachers_page_comes_with_the_sheets(dubious: Command, tmp_path: Path) -> None:
    assert dubious("sheet", "antiquity", "--teacher", "-o", "s.html")[0] == 0
    text = (tmp_path / "s.html").read_text(encoding="utf-8")
    for part in ("Level A2 to C1", "Useful phrases", "What to look for", "Gladiator", "Occupation cards"):
        assert part in text
