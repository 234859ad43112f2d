"""Samples played by models behind a server (on loopback): the estimate, the budget, and who wrote what."""

from __future__ import annotations

import json
import os
from pathlib import Path

from dubious_ai.brains.llm.transport.client import Payload
from dubious_ai.core.model import Options
from dubious_ai.game.seating import Plan
from dubious_ai.teach.cost_estimate import calls_by_brain
from dubious_ai.teach.export import SampleDocument
from dubious_ai.teach.sample_games import Wish
from tests.llm.support import good_model, serving
from tests.teach.conftest import Command

SHORT = ("sample", "--setting", "cthulhu", "--players", "3", "--questions", "1+1", "--seed", "7")


def test_requests_are_counted_by_seat_round_and_question() -> None:
    plan = Plan(seats=4, options=Options(rounds=2), brain="openai:m", brains={2: "house", 3: "openai:n"})
    # choose, five answers, guess: seven requests a seat and round
    assert calls_by_brain(Wish(plan, "s"), 10) == {"openai:m": 2 * 2 * 7 * 10, "openai:n": 2 * 7 * 10}


def test_a_model_plays_and_is_named(dubious: Command, tmp_path: Path) -> None:
    with serving(model=good_model) as server:
        code, _, said = dubious(*SHORT, "--seat", f"2=openai:m@{server.url}", "-o", "a.json")
    assert code == 0
    made = SampleDocument.model_validate_json((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert made.made is not None
    assert [brain.partition("@")[0] for brain in made.made.brains] == ["house", "openai:m", "house"]
    assert made.seats[1].wrote[0].startswith("openai:m")
    assert made.seats[0].wrote == ("house",)
    assert made.stepped_in == ()
    assert "Estimate: 4 requests, about 6,480 tokens, free of charge." in said
    assert "Used: " in said


def test_who_stepped_in_is_told(dubious: Command, tmp_path: Path) -> None:

    def only_hears(payload: Payload) -> str:
        return good_model(payload) if "now guess" not in json.dumps(payload) else "{}"

    with serving(model=only_hears) as server:
        _, text, _ = dubious(*SHORT, "--seat", f"2=openai:m@{server.url}")
        dubious(*SHORT, "--seat", f"2=openai:m@{server.url}", "-o", "a.json")
    made = SampleDocument.model_validate_json((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert [(s.player, s.action) for s in made.stepped_in] == [(made.seats[1].name, "guess")]
    assert made.seats[1].wrote[-1] == "house"
    assert "The house stepped in" in text
    assert "All seats were played by the brain openai" not in text


def test_a_data_set_stops_when_the_budget_is_gone(dubious: Command, tmp_path: Path) -> None:
    with serving(model=good_model) as server:
        brain = ("--seat", f"2=openai:m@{server.url}")
        code, _, said = dubious(*SHORT, *brain, "--count", "40", "-o", "a.jsonl", "--max-tokens", "6000")
    assert code == 2
    assert "The budget is used up." in said
    kept = (tmp_path / "a.jsonl.partial").read_text(encoding="utf-8").splitlines()
    assert 0 < len(kept) < 40
    assert all(not SampleDocument.model_validate_json(line).stepped_in for line in kept)


def test_a_large_run_at_a_price_needs_a_budget(dubious: Command, tmp_path: Path) -> None:
    home = Path(os.environ["DUBIOUS_HOME"])
    (home / "config.toml").write_text('[prices."m"]\ninput = 1.0\noutput = 2.0\n', encoding="utf-8")
    with serving(model=good_model) as server:
        brain = ("--brain", f"openai:m@{server.url}")
        code, _, said = dubious(*SHORT, *brain, "--count", "100", "-o", "a.jsonl")
    assert code == 2
    assert "about $2.09" in said
    assert "needs a limit: add --max-cost or --max-tokens" in said
    assert not list(tmp_path.glob("a.jsonl*"))


def test_the_house_alone_is_free() -> None:
    assert Wish(Plan(), "s").free
    assert not Wish(Plan(brains={1: "openai:m"}), "s").free
