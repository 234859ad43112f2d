"""What a document's sentences point at: the place in it, the row of a list, whose turn it was."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dubious_ai.content.library import library
from dubious_ai.core import events as ev
from dubious_ai.document import DocumentError, load, to_events
from dubious_ai.document.class_list import table_rows
from dubious_ai.document.json_text import at, utf8_text
from tests.document.test_loading import full


def test_the_rows_of_a_list_are_those_under_its_head_counted_as_in_the_file() -> None:
    rows = table_rows(b'Name,Draft\nAnn,A goose.\n\nBen," Two\nlines "\n', "drafts.csv")
    assert rows == [(2, {"name": "Ann", "draft": "A goose."}), (4, {"name": "Ben", "draft": "Two\nlines"})]
    with pytest.raises(DocumentError, match="no row under a head row"):
        table_rows(b"Name,Draft\n", "drafts.csv")


def test_a_place_that_is_not_there_is_followed_as_far_as_it_goes() -> None:
    whole = {"rounds": [{"kept": {"Ann": ["Baker", "Owns an island"]}}]}
    assert at(whole, ("rounds", 0, "kept", "Ann", 1)) == (("rounds", 0, "kept", "Ann", 1), "Owns an island")
    assert at(whole, ("rounds", 1, "kept")) == (("rounds",), whole["rounds"])
    assert at(whole, ("rounds", "kept")) == (("rounds",), whole["rounds"])
    assert at(whole, ("rounds", 0, "kept", "Ann", 1, 2))[0] == ("rounds", 0, "kept", "Ann", 1)


def test_a_file_that_is_not_utf_8_is_refused_with_the_line_of_the_first_bad_byte() -> None:
    with pytest.raises(DocumentError, match=r"notes\.txt, line 3: the byte 0xe9 is not UTF-8"):
        utf8_text(b"\xef\xbb\xbfone\ntwo\ncaf\xe9", "notes.txt")
    assert utf8_text(b"\xef\xbb\xbfcaf\xc3\xa9", "notes.txt") == "café"


def test_a_number_no_program_can_hold_and_a_word_for_one_are_told_apart() -> None:
    for written, told in (("9" * 5000, "too many digits"), ("NaN", "NaN is no JSON value")):
        with pytest.raises(DocumentError, match=told):
            load(f'{{"setting": {written}}}', "round.json")


def played_twice(second_reader: str) -> dict[str, Any]:
    table = full()
    first, players = table["rounds"][0], table["players"]
    first["answers"] = {name: [f"{name} {n}." for n, _ in enumerate(first["questions"])] for name in players}
    return {**table, "rounds": [{**first, "reader": players[1]}, {**first, "reader": second_reader}]}


def test_whoever_reads_out_of_turn_is_told_whose_turn_it_was_and_after_whom() -> None:
    players: list[str] = full()["players"]
    load_and_play = played_twice(players[2])
    assert to_events(load(json.dumps(load_and_play), need=("kept", "answers", "guesses")))
    wrong = load(json.dumps(played_twice(players[0])), need=("kept", "answers", "guesses"))
    with pytest.raises(DocumentError, match=f"after {players[1]} it is {players[2]}'s turn"):
        to_events(wrong)


def test_questions_of_ours_are_counted_by_the_pile_they_come_from() -> None:
    ours = library("antiquity").questions
    backs = [next(q.text for q in ours if q.back == back) for back in ("appearance", "assorted")]
    backs.append(next(q.text for q in ours if q.back == "assorted" and q.text != backs[1]))
    table = full()
    first = table["rounds"][0]
    first["questions"] = [{"text": text} for text in backs]
    first["answers"] = {name: ["Yes.", "No.", "Perhaps."] for name in table["players"]}
    events = to_events(load(json.dumps(table), need=("kept", "answers", "guesses")))
    options = next(e.options for e in events if isinstance(e, ev.GameSetUp))
    assert (options.appearance, options.assorted) == (1, 2)
