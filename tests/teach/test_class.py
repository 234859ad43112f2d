"""The loop of a class: sheets and form out, texts and spreadsheets in, lessons of their own round with a word for each pupil."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from dubious_ai.content.library import library
from dubious_ai.core.model import KINDS
from dubious_ai.document.class_list import PASTED, read_csv
from dubious_ai.errors import UsageError
from dubious_ai.teach.class_sheet import deal_class
from dubious_ai.teach.class_tables import class_games
from tests.readers import READERS
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
        class_games(
            read_csv(sheet(3).replace(f'"{old}"', f'"{new}"').encode(), "class.csv"), READERS, "antiquity"
        )
    assert told in str(caught.value)


def test_thirty_pupils_become_tables_and_nobody_holds_anothers_card() -> None:
    games, notes = class_games(read_csv(sheet(30).encode(), "class.csv"), READERS, "antiquity")
    sizes = [len(game.state.players) for game in games]
    assert sum(sizes) == 30
    assert all(4 <= size <= 6 for size in sizes)
    assert any("the house guessed" in note for note in notes)


def test_an_empty_answer_is_told_and_says_nothing() -> None:
    games, notes = class_games(
        read_csv(sheet(3).replace("Rough, with clay.", "", 1).encode(), "c.csv"), READERS, "antiquity"
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


GUESSED = (
    "Pupil 1: Legionary / -; pupil 2: - / Zeus",
    "Pupil 0: Gladiator / Burned; Pupil 2: Mahout / no guess",
    "",
)


def guessed(rows: tuple[str, ...] = GUESSED) -> bytes:
    """A class of three whose guesses stand in a column."""
    lines = sheet(3).splitlines()
    head, body = lines[0] + ',"Guesses"', [f'{line},"{g}"' for line, g in zip(lines[1:], rows, strict=True)]
    return "\n".join([head, *body]).encode()


def test_guesses_of_pupils_count_and_the_house_guesses_for_the_others() -> None:
    games, notes = class_games(read_csv(guessed(), "class.csv"), READERS, "antiquity")
    handed = games[0].state.rounds[0].guesses
    first = {g.target: g.guess for g in handed[1].guesses}
    assert first[2].occupation == "legionary"
    assert first[2].secret is None
    assert first[3].occupation is None
    assert first[3].secret == "thinks-that-their-father-is-zeus"
    assert all(g.guess.occupation and g.guess.secret for g in handed[3].guesses)
    assert any("The house guessed for Pupil 2" in note for note in notes)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("Pupil 9: Pirate / -", "row 2, column guesses: 'Pupil 9' does not sit at Pupil 0’s table"),
        ("Pupil 1: Astronaut / -", "row 2, column guesses, about Pupil 1: 'Astronaut'"),
        ("it was Ben", "row 2, column guesses: 'it was Ben' does not say about whom"),
    ],
)
def test_a_guess_that_cannot_be_read_is_named_by_row_and_column(row: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        class_games(read_csv(guessed((row, "", "")), "class.csv"), READERS, "antiquity")
    assert told in str(caught.value)


def whole_class(pupils: int = 30) -> str:
    """What the phones of a class made, guesses by number among it."""
    dealt = deal_class(library("antiquity"), pupils, 3, "x")
    texts: list[str] = []
    for hand in dealt.hands:
        lines = [PASTED, "setting: antiquity", f"table: {hand.table}", f"number: {hand.number}"]
        lines += [f"name: Kid {hand.number}", *(f"{kind}: {hand.cards[kind][0]}" for kind in KINDS)]
        lines += [f"Q {q} = Something of my own, {hand.number}, {n}." for n, q in enumerate(dealt.questions)]
        others = (h for h in dealt.hands if h.table == hand.table and h is not hand)
        lines += [f"G {o.number} = {o.cards['occupation'][0]} / -" for o in others]
        texts.append("\n".join([*lines, "end"]))
    return "\n\n".join(texts)


def test_a_whole_class_goes_round_the_loop(dubious: Command, tmp_path: Path) -> None:
    """Texts become a list, the list one page with all tables and a task for each, and the filled-in tasks are weighed."""
    (tmp_path / "texts.txt").write_text(whole_class(), encoding="utf-8")
    assert dubious("class", "collect", "texts.txt")[0] == 0
    code, _, err = dubious(
        "sample", "--from", "class.csv", "--groups", "-o", "all.html", "--tasks", "tasks.csv"
    )
    assert code == 0, err
    assert "6 tables" in err
    assert "the house guessed" not in err.lower()
    page = (tmp_path / "all.html").read_text(encoding="utf-8")
    for n in range(1, 31):
        assert page.count(f"For <bdi>Kid {n}</bdi>") == 1
    assert [page.count(f'id="table-{n}"') for n in range(1, 7)] == [1] * 6
    text = (tmp_path / "tasks.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 30
    for n, row in enumerate(rows[:28]):
        row["draft"] = "asdf qwer zxcv" if n == 0 else "A goose, and the road to Gaul."
    with (tmp_path / "done.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    code, out, err = dubious("hint", "--batch", "done.csv")
    assert code == 0, err
    assert "28 drafts." in out
    assert "I know none of these words, so I cannot read it. The task is not met yet." in " ".join(
        out.split()
    )
    assert "done.csv, row" in err
    assert "Kid 29 has no draft yet" in err
    code, out, _ = dubious("hint", "--batch", "done.csv", "--json")
    assert [json.loads(line)["name"] for line in out.splitlines()][:2] == ["Kid 1", "Kid 2"]
    assert json.loads(out.splitlines()[0])["met"] is False


def test_lists_of_drafts_say_what_they_lack(dubious: Command, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("name,draft\nAnn,A goose.\n", encoding="utf-8")
    code, _, err = dubious("hint", "--batch", "d.csv")
    assert code == 2
    assert "no column for occupation and secret and question" in err
    (tmp_path / "d.csv").write_text(
        "name,setting,occupation,secret,question,draft\nAnn,antiquity,Potter,Zeus,Where?,By the kiln.\nBen,antiquity,Astronaut,Zeus,Where?,Up.\n",
        encoding="utf-8",
    )
    code, out, err = dubious("hint", "--batch", "d.csv")
    assert code == 0
    assert "“By the kiln.”" in out
    assert "d.csv, row 3: " in err
    assert "Astronaut" in err
    assert dubious("sample", "--groups")[0] == 2


def test_sheet_and_form_ask_for_guesses_where_the_class_wants(dubious: Command, tmp_path: Path) -> None:
    assert dubious("class", "sheet", "antiquity", "--pupils", "8", "--guesses", "--form", "f.html")[0] == 0
    paper, form = ((tmp_path / name).read_text(encoding="utf-8") for name in ("class.html", "f.html"))
    assert paper.count("Who is who?") == 8
    assert "Who are the others?" in form
    assert dubious("class", "sheet", "antiquity", "--pupils", "8", "--form", "g.html", "--force")[0] == 0
    assert "Who are the others?" not in (tmp_path / "g.html").read_text(encoding="utf-8")
