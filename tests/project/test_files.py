"""What every file keeps to: a length that can be read, a docstring, no words of somebody's workshop."""

from __future__ import annotations

import ast
import re

from .tree import ROOT, SKIPPED, files, name, parsed

LIMIT, CAP = 300, 400
LONG = {
    "dubious_ai/ui/screen/table.py": "one person's way through a round, in the order the game asks",
    "dubious_ai/ui/screen/app.py": "one program, which knows all places and the thread beside it",
    "dubious_ai/core/events.py": "every kind of event with its fields, in one place to be read at once",
    "dubious_ai/cli/options.py": "every option that commands share, said once, and how its text becomes a value",
    "dubious_ai/core/rules.py": "what may happen next is one question; split, the answers would point at each other",
    "dubious_ai/game/table.py": "one loop, one lock: the threads of a table are understood together or not at all",
    "tests/llm/support.py": "one fake model and its server for all tests of models",
    "tests/llm/test_field_notes.py": "one test for each fact from the wild, in the order of the list",
}
"""Files that may have up to CAP lines, and why."""
SHOP_WORDS = [
    r"/" + r"work/",
    r"\bissue" + r"s? #?\d",
    r"\b(this|earlier|previous|next|other) " + r"(coding )?session" + r"s?\b(?! of the)",
    r"\bsub-?" + r"agent",
    r"\bthe " + r"brief\b",
    r"\b(RULES|DESIGN|STORYBOARD|VOICE|FIELD_NOTES|ENGINEERING)\." + r"md\b",
]
"""Words about how this came to be rather than what it is."""
TEXT = {".py", ".md", ".toml", ".jsonl", ".json", ".txt", ".css", ".html", ".yml", ".yaml", ".cfg"}
NAMES = {"Makefile", "LICENSE", "run", ".gitignore"}


def test_python_files_have_300_lines_at_most_and_the_long_ones_a_reason() -> None:
    lengths = {
        name(path): path.read_text(encoding="utf-8").count("\n")
        for folder in ("dubious_ai", "tests", "benchmarks")
        for path in files(folder, suffix=".py")
    }
    too_long = [f"{path}: {n}" for path, n in lengths.items() if n > (CAP if path in LONG else LIMIT)]
    assert not too_long, "\n".join(too_long)
    stale = [path for path in LONG if lengths.get(path, 0) <= LIMIT]
    assert not stale, f"no longer long: {stale}"


def test_every_module_says_what_it_owns() -> None:
    silent = [
        name(path)
        for folder in ("dubious_ai", "tests", "benchmarks")
        for path in files(folder, suffix=".py")
        if path.read_text(encoding="utf-8").strip() and not ast.get_docstring(parsed(path))
    ]
    assert not silent, "\n".join(silent)


def test_the_project_speaks_of_itself_only() -> None:
    found: list[str] = []
    for path in files():
        if path.suffix not in TEXT and path.name not in NAMES:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found += [
                f"{name(path)}:{number}: {line.strip()[:120]}"
                for word in SHOP_WORDS
                if re.search(word, line, re.I)
            ]
    assert not found, "\n".join(found)


def test_nothing_points_out_of_the_repository() -> None:
    links = [name(path) for path in files() if path.is_symlink()]
    assert not links
    assert SKIPPED
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")


def test_the_readme_says_that_this_is_a_fan_project() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "unofficial fan project" in readme
