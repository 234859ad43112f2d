"""A game with its input from a file: finished, broken off anywhere and resumed, and with every kind of odd text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dubious_ai.core import events as ev
from dubious_ai.storage.record import read_record
from tests.cli.support import PLAY, SCRIPT, Dubious, environment, game_id, lines, saved, standing


def answers() -> list[str]:
    """What the person at the keyboard has handed in, in the only saved game."""
    (path,) = [p for p in saved() if p.name.endswith(".dubious.jsonl")]
    return [e.text for e in read_record(path).events if isinstance(e, ev.AnswerHandedIn) and e.seat == 1]


def test_a_script_plays_a_whole_round(dubious: Dubious) -> None:
    ran = dubious(*PLAY, stdin=lines(*SCRIPT))
    assert (ran.code, ran.err) == (0, "")
    assert "You are Lucius tonight." in ran.out
    assert ran.out.count(" revealed") >= 3
    assert "wins with" in ran.out or "share the victory" in ran.out or "points for guesses (" in ran.out
    assert f"dubious replay {game_id(ran)}" in ran.out
    assert answers() == [SCRIPT[4], SCRIPT[5]]


def test_the_same_seed_and_script_give_the_same_evening(dubious: Dubious) -> None:
    first, second = (dubious(*PLAY, stdin=lines(*SCRIPT)).out for _ in range(2))
    told = [
        text.partition("Keep one of each")[2].partition("The game is kept")[0] for text in (first, second)
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize("stop", range(len(SCRIPT)))
def test_the_end_of_input_saves_and_resume_goes_on(dubious: Dubious, stop: int) -> None:
    whole = standing(dubious(*PLAY, stdin=lines(*SCRIPT)).out)
    dubious("games", "--delete", saved()[0].name.rpartition("-")[2].partition(".")[0], "--yes")
    broken = dubious(*PLAY, stdin=lines(*SCRIPT[:stop]))
    assert broken.code == 0
    found = game_id(broken)
    assert f"Saved. Go on with: dubious resume {found}" in broken.out
    handed_in = [SCRIPT[4], SCRIPT[5]][: max(0, stop - 4)]
    assert answers() == handed_in
    # the choice of cards is one hand-in with the character's name, and so are both marks about one player
    done = 0 if stop < 4 else stop - stop % 2 if 6 < stop < 10 else stop
    ran = dubious("resume", "--no-timers", stdin=lines(*SCRIPT[done:]))
    assert (ran.code, ran.err) == (0, "")
    assert answers() == [SCRIPT[4], SCRIPT[5]]
    assert standing(ran.out) == whole
    assert dubious("resume", found).code == 2


def test_what_is_handed_in_survives_and_a_finished_game_is_not_resumed(dubious: Dubious) -> None:
    ran = dubious(*PLAY, stdin=lines(*SCRIPT))
    again = dubious("resume", game_id(ran))
    assert again.code == 2
    assert "is finished" in again.err


ODD = [
    "[/] [bold]loud[/bold] [link=http://x]y[/link]",
    ":smile: and \U0001f98a and \U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u0410\u043d\u043d\u0430, \u5c71\u7530 and \u05e9\u05dc\u05d5\u05dd",
    "100% {braces} \\backslash <b>tag</b> & `ticks`",
]


@pytest.mark.parametrize("text", ODD)
def test_text_is_shown_and_kept_as_it_was_written(dubious: Dubious, text: str) -> None:
    script = (*SCRIPT[:2], text[:30], text, text, *SCRIPT[5:])
    ran = dubious(*PLAY, stdin=lines(*script))
    assert (ran.code, ran.err) == (0, "")
    assert answers()[0] == text
    flat = " ".join(ran.out.split())
    assert f"You: “{text}”" in flat


def test_control_and_bidi_characters_never_reach_screen_or_record(dubious: Dubious) -> None:
    nasty = "red \x1b[31m\x1b]0;title\x07alert\x07 \u202eback\u2066 \x9b2J zero\u200bwidth"
    ran = dubious(*PLAY, stdin=lines(*SCRIPT[:4], nasty, *SCRIPT[5:]))
    assert ran.code == 0
    assert answers()[0] == "red alert back 2J zerowidth"
    for mark in ("\x1b", "\x07", "\u202e", "\u2066", "\x9b", "\u200b"):
        assert mark not in ran.out


def test_bytes_that_are_not_utf_8_are_marked_and_the_game_goes_on(dubious: Dubious) -> None:
    script = lines(*SCRIPT[:4]).encode() + b"caf\xe9 \xff\xfe\n" + lines(*SCRIPT[5:]).encode()
    ran = dubious(*PLAY, stdin=script)
    assert ran.code == 0
    assert answers()[0] == "caf\ufffd \ufffd\ufffd"


def test_an_empty_answer_is_asked_for_again(dubious: Dubious) -> None:
    ran = dubious(*PLAY, stdin=lines(*SCRIPT[:4], "", "   ", "\u200b", *SCRIPT[4:]))
    assert ran.out.count("An answer needs at least one word") == 3
    assert answers() == [SCRIPT[4], SCRIPT[5]]


def test_an_endless_answer_is_refused_never_cut_and_comes_back_as_a_draft(dubious: Dubious) -> None:
    endless = "word " * 20_000
    ran = dubious(*PLAY, stdin=lines(*SCRIPT[:4], endless))
    assert "That has 99999 characters; 1000 is the limit" in ran.out
    assert answers() == []
    (draft,) = [p for p in saved() if p.name.endswith(".draft.txt")]
    assert draft.read_text(encoding="utf-8").partition("\n")[2].strip() == endless.strip()
    again = dubious("resume", "--no-timers", stdin=lines(*SCRIPT[4:]))
    assert "This is what you were writing." in again.out
    assert answers() == [SCRIPT[4], SCRIPT[5]]


def test_an_answer_of_just_the_limit_is_taken(dubious: Dubious) -> None:
    dubious(*PLAY, stdin=lines(*SCRIPT[:4], "x" * 1001, "y" * 1000, *SCRIPT[5:]))
    assert answers()[0] == "y" * 1000


def test_commands_work_at_every_prompt_and_never_count_as_answers(dubious: Dubious) -> None:
    commands = ("/sheet", "/help", "/cards", "/rules", "/note x y", "/nonsense", "/undo")
    script = [line for entry in SCRIPT for line in (*commands, entry)]
    ran = dubious(*PLAY, stdin=lines(*script))
    assert (ran.code, ran.err) == (0, "")
    assert answers() == [SCRIPT[4], SCRIPT[5]]
    assert ran.out.count("There is no command /nonsense") == len(SCRIPT)
    quitting = dubious(*PLAY, stdin=lines(*SCRIPT[:4], "/quit"))
    assert "Saved. Go on with: dubious resume" in quitting.out


def test_notes_and_marks_stand_on_the_sheet(dubious: Dubious) -> None:
    dealt = dubious(*PLAY).out
    name = dealt.partition("you, ")[2].partition(" and")[0]
    ran = dubious(*PLAY, stdin=lines(*SCRIPT[:4], f"/note {name[:3]} a salty one", "/sheet", *SCRIPT[4:]))
    assert f"Noted about {name}." in ran.out
    assert f"{name}: -, -   note: a salty one" in ran.out


def test_pointless_guesses_are_pointed_out_and_allowed(dubious: Dubious) -> None:
    dealt = dubious(*PLAY).out
    mine = dealt.partition("Occupation 1: ")[2].partition(" (")[0]
    ran = dubious(*PLAY, stdin=lines(*SCRIPT[:6], mine, "zeus", "-", "zeus", ""))
    assert f"{mine} was dealt to you" in ran.out
    assert "at most one of them can be right" in " ".join(ran.out.split())
    assert "Final standing" in ran.out


def test_a_name_the_prompt_does_not_know_is_asked_back_with_choices(dubious: Dubious) -> None:
    ran = dubious(*PLAY, stdin=lines(*SCRIPT[:6], "p", "piraat", *SCRIPT[6:]))
    assert "could be Philosopher, Pearl diver, Pirate or Potter" in " ".join(ran.out.split())
    assert "Did you mean Pirate?" in ran.out
    assert "Final standing" in ran.out


@pytest.mark.parametrize("columns", ["20", "60", "120"])
@pytest.mark.parametrize("more", [(), ("--plain",)])
def test_any_width_plays_and_no_line_is_wider(
    dubious: Dubious, monkeypatch: pytest.MonkeyPatch, columns: str, more: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    ran = dubious(*PLAY, *more, stdin=lines(*SCRIPT[:4], "/sheet", *SCRIPT[4:]))
    assert ran.code == 0
    assert max(len(line) for line in ran.out.splitlines()) <= int(columns)
    assert ("columns wide" in " ".join(ran.out.split())) == (columns == "20")
    assert "Final standing" in ran.out


@pytest.mark.parametrize(
    "variable", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"FORCE_COLOR": "1", "NO_COLOR": "1"}]
)
def test_no_colour_where_none_is_wanted(
    dubious: Dubious, monkeypatch: pytest.MonkeyPatch, variable: dict[str, str]
) -> None:
    for name, value in variable.items():
        monkeypatch.setenv(name, value)
    assert "\x1b[3" not in dubious(*PLAY, stdin=lines(*SCRIPT)).out


def test_plain_draws_no_boxes(dubious: Dubious) -> None:
    out = dubious(*PLAY, "--plain", stdin=lines(*SCRIPT[:4], "/sheet", *SCRIPT[4:])).out
    assert not set("╭╮╰╯│─━┃✓…\t").intersection(out) - {"…"}
    assert "Occupation 1: " in out


def test_a_process_of_its_own_plays_from_a_file_and_survives_a_closed_pipe(tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_bytes(lines(*SCRIPT).encode())
    run = "import sys; from dubious_ai.cli.main import run; run(sys.argv[1:])"
    command = [sys.executable, "-c", run, *PLAY]
    with script.open("rb") as stdin:
        ran = subprocess.run(
            command,
            stdin=stdin,
            capture_output=True,
            env=environment(tmp_path, LC_ALL="C", PYTHONUTF8="0"),
            check=False,
        )
    assert ran.returncode == 0, ran.stderr.decode()
    assert b"Final standing" in ran.stdout
    assert b"Traceback" not in ran.stderr
