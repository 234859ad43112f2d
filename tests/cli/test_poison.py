"""Nothing that a file or a server says acts on the terminal, in Markdown or on a page: every text field is poisoned at once, every command run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from dubious_ai.storage.home import games_folder
from tests.cli.poison import doses, raw_in
from tests.cli.support import PLAY, SCRIPT, Dubious, Ran, lines
from tests.llm.support import reply_with, serving

FREE = {
    "name", "text", "introduction", "delivery", "clue", "why", "seed", "cause", "reason", "raw", "model", "server", "prompt",
    "brain", "brains", "source", "occasion", "app", "started", "rung", "counted_by", "content", "pack", "heard",
    "shows", "persona", "note", "rule", "wrote", "expected", "remark",
}  # fmt: skip
"""Fields of records and samples that hold free text (the others are slugs and choices, refused when they are odd)."""
ROUND = {
    "setting": "antiquity",
    "players": ["Ann", "Ben", "Cem"],
    "rounds": [
        {
            "characters": {"Ann": ["Rufus", "I come from far away."]},
            "kept": {"Ann": [1, 1], "Ben": [2, 2], "Cem": [3, 3]},
            "questions": ["What do your hands look like?", "Who sat beside you at school?"],
            "answers": {
                "Ann": ["Scarred by a trident.", "Wolves, mostly."],
                "Ben": ["Grey with clay.", "A boy from Athens."],
                "Cem": ["Wrinkled.", "Nobody."],
            },
            "guesses": {
                "Ann": {"Ben": [2, 2], "Cem": [4, None]},
                "Ben": {"Ann": [1, 1], "Cem": [5, 5]},
                "Cem": {"Ann": [1, 4], "Ben": [6, 6]},
            },
        }
    ],
}


def poisoned(value: Any, poison: Callable[..., str], field: str = "", free: set[str] | None = None) -> Any:
    """A JSON value with the texts of its free fields poisoned (all of them where `free` is None). Keys stay."""
    if isinstance(value, str):
        short = field in ("name", "players")
        return (poison(value, short=short)) if value and (free is None or field in free) else value
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {k: poisoned(v, poison, k, free) for k, v in items}
    if isinstance(value, list):
        return [poisoned(v, poison, field, free) for v in cast("list[Any]", value)]
    return value


def harmless(ran: Ran, form: str = "text", *, code: int | None = 0) -> None:
    """The command did its work and printed nothing that acts."""
    if code is not None:
        assert ran.code == code, ran.err
    assert "should not have happened" not in ran.err
    assert raw_in(ran.out, form) == []
    assert raw_in(ran.err) == []


def written(path: Path, form: str) -> None:
    """A file that was written holds nothing that acts."""
    assert raw_in(path.read_text(encoding="utf-8"), form) == []


@pytest.fixture
def record(dubious: Dubious, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished game of ours, every free text of its file poisoned."""
    monkeypatch.chdir(tmp_path)
    assert dubious(*PLAY, stdin=lines(*SCRIPT)).code == 0
    (path,) = games_folder().glob("*.dubious.jsonl")
    poison = doses()
    body = [
        poisoned(json.loads(line), poison, free=FREE)
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    body[0]["game"] = "P015"
    path.unlink()
    path = path.with_name("1999-01-01-antiquity-P015.dubious.jsonl")
    path.write_text("".join(json.dumps(line) + "\n" for line in body), encoding="utf-8")
    return path


def test_a_poisoned_record_acts_nowhere(dubious: Dubious, record: Path, tmp_path: Path) -> None:
    game = str(record)
    harmless(dubious("replay", game))
    harmless(dubious("replay", game, "-f", "md"), "md")
    harmless(dubious("review", game))
    harmless(dubious("review", game, "--html", "r.html"))
    written(tmp_path / "r.html", "html")
    harmless(dubious("sample", "--from", game, "--commentary", "full"), "md")
    harmless(dubious("sample", "--from", game, "-f", "json"))
    for name in ("s.html", "s.md", "s.json"):
        harmless(dubious("sample", "--from", game, "-o", name))
        written(tmp_path / name, name.partition(".")[2])
    harmless(dubious("sheet", "--round", game, "-o", "p.html"))
    written(tmp_path / "p.html", "html")
    for more in ((), ("--json",), ("--stats",), ("--stats", "--json")):
        harmless(dubious("games", *more))
    harmless(dubious("resume", game), code=None)
    harmless(dubious("games", "--delete", "P015"), code=None)


def test_a_poisoned_table_acts_nowhere(
    dubious: Dubious, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    poison = doses()
    names = {name: poison(name, short=True) for name in ROUND["players"]}

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {names.get(k, k): renamed(v) for k, v in cast("dict[str, Any]", value).items()}
        return [renamed(v) for v in cast("list[Any]", value)] if isinstance(value, list) else value

    table = renamed(ROUND)
    table["players"] = list(names.values())
    now = table["rounds"][0]
    now["questions"] = [poison(q) for q in now["questions"]]
    now["answers"] = {who: [poison(a) for a in said] for who, said in now["answers"].items()}
    now["characters"] = {
        who: [poison(n, short=True), poison(line)] for who, (n, line) in now["characters"].items()
    }
    table["remark"] = poison("x")
    (tmp_path / "t.json").write_text(json.dumps(table), encoding="utf-8")
    harmless(dubious("score", "t.json"))
    harmless(dubious("score", "t.json", "--json"))
    harmless(dubious("guess", "t.json"))
    harmless(dubious("guess", "t.json", "--json"))
    harmless(dubious("guess", "--batch", stdin=json.dumps(table) + "\n"))
    harmless(dubious("review", "t.json"))
    harmless(dubious("review", "t.json", "--html", "r.html"))
    written(tmp_path / "r.html", "html")
    harmless(dubious("sample", "--from", "t.json", "--commentary", "full", "--spoilers", "inline"), "md")
    harmless(dubious("sample", "--from", "t.json", "-o", "s.html"))
    written(tmp_path / "s.html", "html")
    harmless(dubious("sample", "--from", "t.json", "-o", "s.json"))
    # what we wrote ourselves is read again, in every command
    harmless(dubious("review", "s.json"))
    harmless(dubious("sheet", "--round", "s.json", "-o", "p.html"))
    written(tmp_path / "p.html", "html")


def test_a_poisoned_sample_acts_nowhere(
    dubious: Dubious, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = dubious("sample", "-s", "antiquity", "-p", "3", "-q", "1+1", "--seed", "p", "-f", "json")
    free = FREE | {"answers", "players"}
    sample = poisoned(json.loads(made.out), doses(), free=free - {"name", "players"})
    sample["seats"] = poisoned(sample["seats"], doses(), free=FREE)
    (tmp_path / "s.json").write_text(json.dumps(sample), encoding="utf-8")
    harmless(dubious("sample", "--from", "s.json"), "md")
    harmless(dubious("review", "s.json"))
    harmless(dubious("sheet", "--round", "s.json", "-o", "p.html"))
    written(tmp_path / "p.html", "html")


@pytest.mark.parametrize("place", ["setting", "player", "card", "question", "field", "file"])
def test_what_is_wrong_is_quoted_without_harm(
    dubious: Dubious, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    poison, table = doses(), json.loads(json.dumps(ROUND))
    now = table["rounds"][0]
    match place:
        case "setting":
            table["setting"] = poison("atlantis")
        case "player":
            now["kept"][poison("Zed")] = [7, 7]
        case "card":
            now["kept"]["Ann"][0] = poison("Gladiatr")
        case "question":
            now["questions"][1] = now["questions"][0] = poison("Why?")
        case "field":
            now[poison("guesse")] = now.pop("guesses")
        case _:
            pass
    name = "t.json" if place != "file" else "no\x1b[31m\u202e.json"
    (tmp_path / "t.json").write_text(json.dumps(table), encoding="utf-8")
    for command in (("score",), ("review",), ("sample", "--from"), ("sheet", "--round")):
        ran = dubious(*command, name)
        harmless(ran, code=None)
        if not (place in ("question",) and command == ("score",)):
            assert ran.code == 2
            assert len(ran.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "command", [("score",), ("review",), ("guess",), ("sample", "--from"), ("sheet", "--round")]
)
@pytest.mark.parametrize(
    "data",
    ["[" * 100_000, '{"a":' * 100_000, '{"setting": "antiquity", "players": ' + "[" * 60 + "]" * 60 + "}"],
)
def test_deep_nesting_is_refused_in_a_sentence(
    dubious: Dubious, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], data: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep.json").write_text(data, encoding="utf-8")
    ran = dubious(*command, "deep.json")
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert len(ran.err) < 400


def test_what_a_server_says_acts_nowhere(dubious: Dubious) -> None:
    said = doses()("You cannot have this")
    body = json.dumps({"error": {"message": said, "code": said, "type": said}})
    for status in (400, 401, 404, 429, 500):
        with serving(then=reply_with(status, body)) as server:
            harmless(dubious("doctor", "--brain", f"openai:m@{server.url}"), code=None)
    with serving(then=reply_with(400, body)) as server:
        ran = dubious(*PLAY, "--seat", f"2=openai:m@{server.url}", stdin=lines(*SCRIPT))
        harmless(ran)
        harmless(
            dubious("replay", next(iter(games_folder().glob("*.dubious.jsonl"))).as_posix(), "-f", "md"), "md"
        )
