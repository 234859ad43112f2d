"""A round of a class: every kind of row in it, by hand, so that what is said about it can be checked.

Ann's Occupation is named by both others (all), Ben's by Cem alone (some), Cem's by nobody with one blank (none).
"""

from __future__ import annotations

import json
from pathlib import Path

from dubious_ai import document
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.game.seating import Plan
from dubious_ai.teach.sample_games import play_sample
from tests.readers import READERS

KEPT = {
    "Ann": ["Gladiator", "Raised by barbarians"],
    "Ben": ["Potter", "In love with a Greek"],
    "Cem": ["Pearl diver", "Obsessed with Atlantis"],
}
ANSWERS = {
    "Ann": ["Scarred by a trident, and still full of arena sand.", "Wolves, mostly, in the forest beyond the Rhine."],
    "Ben": ["Grey with clay from the wheel.", "A boy from Athens. I still keep his letter."],
    "Cem": ["Wrinkled, like somebody who has been in the bath.", "Nobody. The school went under one night."],
}  # fmt: skip
GUESSES: dict[str, dict[str, list[str | None]]] = {
    "Ann": {"Ben": ["Winemaker", "In love with a Greek"], "Cem": ["Pirate", None]},
    "Ben": {"Ann": ["Gladiator", "Raised by barbarians"], "Cem": [None, "Plotting the Emperor's murder"]},
    "Cem": {"Ann": ["Gladiator", None], "Ben": ["Potter", "Obsessed with Atlantis"]},
}
"""By the rules: Ann 0 + 1 for her cards, Ben 1 + 1, Cem 0; guessing Ann 1 (Greek) + 1 (Pirate, nobody knew), Ben 2 + 1 (nobody knew), Cem 2."""


def class_table(guesses: dict[str, dict[str, list[str | None]]] = GUESSES) -> dict[str, object]:
    """The class's round as a table document."""
    questions = ["What do your hands look like?", "Who sat beside you at school?"]
    round_ = {"kept": KEPT, "questions": questions, "answers": ANSWERS, "guesses": guesses}
    return {"setting": "antiquity", "players": list(KEPT), "rounds": [round_]}


def class_game() -> Game:
    """The class's round as a game."""
    return of_table(class_table())


def of_table(table: object) -> Game:
    """A table document as a game."""
    loaded = document.load(json.dumps(table), need=("kept", "answers", "guesses"))
    return Game(document.to_events(loaded))


def class_file(folder: Path) -> Path:
    """The class's round as a file."""
    path = folder / "class.json"
    path.write_text(json.dumps(class_table()), encoding="utf-8")
    return path


def bots_game(seed: str = "lesson", seats: int = 3, rounds: int = 1) -> Game:
    """A short game of the house."""
    options = Options(appearance=1, assorted=1, rounds=rounds)
    return play_sample(Plan(setting="antiquity", seats=seats, options=options, seed=seed), READERS)
