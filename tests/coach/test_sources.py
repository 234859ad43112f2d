"""What `dubious guess` and `dubious hint` read: every form means the same round, and what is wrong is said with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.belief import Said
from dubious_ai.coach.card_requests import card_of
from dubious_ai.coach.guess import PersonGuessed
from dubious_ai.coach.hint.own_answers import read_answered
from dubious_ai.coach.round_input import read_lines, read_round
from dubious_ai.coach.round_text import read_plain
from dubious_ai.errors import DubiousError, UnknownCard, UsageError

from .seats import HANDS, PET, texts

SHORT = {
    "setting": "antiquity",
    "me": {"occupations": ["gladiator", "senator"], "secrets": ["zeus", "barbarians"]},
    "players": [
        {
            "name": "Ann",
            "answers": [{"question": PET, "text": "A parrot."}, {"question": HANDS, "text": "Two."}],
        },
        {"name": "Bob", "answers": [{"question": PET, "text": "A dog: brown. It barks."}]},
    ],
}
PLAIN = f"""# Thursday
Setting: Antiquity
me: Gladiator, Senator; Zeus, barbarians
Q: {PET}
Ann: A parrot.
Bob: A dog: brown.
  It barks.

Q2: {HANDS}
ann: Two.
"""
FULL = {
    "setting": "antiquity",
    "players": ["Me", "Ann", "Bob"],
    "me": "Me",
    "rounds": [
        {
            "kept": {"Me": ["Gladiator", "Thinks that their father is Zeus"]},
            "rejected": {"Me": ["Senator", "Raised by barbarians"]},
            "questions": [{"back": "assorted", "text": PET}, {"back": "appearance", "text": HANDS}],
            "answers": {
                "Me": ["A cat.", "Ten."],
                "Ann": ["A parrot.", "Two."],
                "Bob": ["A dog: brown. It barks.", ""],
            },
        }
    ],
}


def written(folder: Path, text: str) -> str:
    file = folder / "input"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("text", [json.dumps(SHORT), PLAIN, json.dumps(FULL)], ids=["short", "plain", "full"])
def test_all_forms_mean_the_same_round(tmp_path: Path, text: str) -> None:
    found = read_round(written(tmp_path, text))
    assert found.setting == "antiquity"
    assert found.people == (
        PersonGuessed("Ann", (Said(PET, "A parrot."), Said(HANDS, "Two."))),
        PersonGuessed("Bob", (Said(PET, "A dog: brown. It barks."),)),
    )
    assert found.excluded == {
        "occupation": frozenset({"gladiator", "senator"}),
        "secret": frozenset({"thinks-that-their-father-is-zeus", "raised-by-barbarians"}),
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["empty"]),
        ("Ann: A parrot.", ["line 1", "setting"]),
        ("setting: atlantis", ["line 1", "atlantis", "antiquity"]),
        ("setting: antiquity\nhello there", ["line 2", "hello there"]),
        ("setting: antiquity\nme: smuggler; zeus\nAnn: hm", ["line 2", "Smuggler", "Science Fiction"]),
        ("setting: antiquity\nme: zeus; zeus\nAnn: hm", ["line 2", "Zeus", "is a Secret"]),
        ("setting: antiquity\nme: t; zeus\nAnn: hm", ["line 2", "could be", "Teacher", "Tax collector"]),
        ("setting: antiquity\nme: a, b, c; zeus", ["line 2", "3 cards"]),
        ("setting: antiquity\nQ: What?", ["nobody has answered"]),
        ("setting: antiquity\nplayers: A, B, C, D, E, F, G", ["G", "6"]),
        ("setting: antiquity\nplayers: Ann, ann", ["ann", "twice"]),
        ("setting: antiquity\nAnn: " + "long " * 300, ["1000"]),
        ('{"setting": "antiquity",\n "players": [}', ["line 2", "column"]),
        ('{"setting": "antiquity", "players": [{"name": "Ann", "answers": []}]}', ["nobody has answered"]),
        ('{"setting": "antiquity", "players": [{"name": "Ann", "answers": [{"question": "q"}]}]}', ["text"]),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, told: list[str]) -> None:
    with pytest.raises(UsageError) as caught:
        read_round(written(tmp_path, text))
    for part in told:
        assert part in str(caught.value)
    assert caught.value.exit_code == 2


@given(st.text(max_size=200))
def test_any_text_is_a_round_or_a_sentence(text: str) -> None:
    for whole in (text, f"setting: antiquity\n{text}"):
        try:
            assert read_plain(whole, "it").people
        except DubiousError:
            continue


def test_bad_bytes_and_missing_files(tmp_path: Path) -> None:
    file = tmp_path / "input"
    file.write_bytes(b"setting: antiquity\nAnn: caf\xe9")
    with pytest.raises(UsageError, match=r"line 2.*UTF-8"):
        read_round(str(file))
    with pytest.raises(UsageError, match="nowhere"):
        read_round(str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match="directory"):
        read_round(str(tmp_path))


def test_a_batch_goes_on_after_a_bad_line(tmp_path: Path) -> None:
    good = json.dumps(SHORT)
    lines = list(read_lines(written(tmp_path, f"{good}\n\n{{broken\n{good}\n[1]\n")))
    assert [(line.number, bool(line.round)) for line in lines] == [
        (1, True),
        (3, False),
        (4, True),
        (5, False),
    ]
    assert "JSON" in lines[1].problem


@pytest.mark.parametrize(
    "text",
    [
        f"Q: {PET}\nA: A goose.\n\nQ2: {HANDS}\nA2: Inky.",
        json.dumps([{"question": PET, "text": "A goose."}, {"question": HANDS, "text": "Inky."}]),
        json.dumps(
            {"answers": [{"question": PET, "text": "A goose."}, {"question": HANDS, "text": "Inky."}]}
        ),
        json.dumps({"question": PET, "text": "A goose."})
        + "\n"
        + json.dumps({"question": HANDS, "text": "Inky."}),
    ],
    ids=["lines", "list", "object", "json lines"],
)
def test_answers_so_far_in_every_form(tmp_path: Path, text: str) -> None:
    assert read_answered(written(tmp_path, text)) == (Said(PET, "A goose."), Said(HANDS, "Inky."))


@pytest.mark.parametrize(
    ("text", "told"),
    [("", "empty"), ("goose", "line 1"), ("[{]", "column 3"), ('{"a": 1}', "no list of answers")],
)
def test_answers_that_cannot_be_read(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read_answered(written(tmp_path, text))


def test_cards_are_named_generously_and_ambiguity_is_asked_back() -> None:
    for typed in ("gladiator", "1", "the Gladiator", "glad", " GLADIATOR "):
        assert card_of(texts(), "occupation", typed).slug == "gladiator"
    with pytest.raises(UnknownCard, match="could be"):
        card_of(texts(), "occupation", "p")
    with pytest.raises(UnknownCard, match="Science Fiction"):
        card_of(texts(), "occupation", "Smuggler")
