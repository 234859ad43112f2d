"""The map holds: no circle between files, one name for one thing, short signatures, and recipes that lead to rooms that exist."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from typing import get_type_hints

from dubious_ai.cli import options, play, sample, watch
from tools import mutants

from .test_layers import at_import, imported
from .tree import ROOT, files, name, parsed

MOST_PARAMETERS = 8
GENERIC = {"register", "main", "run"}
"""Names that mean the same wherever they stand."""


def modules() -> dict[str, ast.Module]:
    """Every module of the package with its tree."""
    found: dict[str, ast.Module] = {}
    for path in files("dubious_ai", suffix=".py"):
        dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[dotted] = parsed(path)
    return found


def imports_of(tree: ast.Module, known: set[str]) -> set[str]:
    """The modules of the package that a module imports when it is imported."""
    found: set[str] = set()
    for node in at_import(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in known else node.module)
    return found & known


def test_no_two_files_import_each_other_by_whatever_way() -> None:
    trees = modules()
    graph = {own: imports_of(tree, set(trees)) - {own} for own, tree in trees.items()}
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " → ".join((*way[way.index(module) :], module))
        if module in done:
            return
        for other in sorted(graph[module]):
            visit(other, (*way, module))
        done.add(module)

    for module in sorted(graph):
        visit(module, ())


def test_no_public_name_is_given_to_two_things() -> None:
    where: dict[str, list[str]] = defaultdict(list)
    for own, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                where[node.name].append(own)
    # a command is called what people type, and what it calls may be called the same
    twice = {n: [p for p in places if ".cli." not in p] for n, places in where.items() if n not in GENERIC}
    assert not {n: places for n, places in twice.items() if len(places) > 1}


def test_signatures_outside_the_command_line_are_short() -> None:
    long: list[str] = []
    for path in files("dubious_ai", suffix=".py"):
        if "/cli/" in name(path):
            continue
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef):
                given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                count = len([a for a in given if a.arg not in ("self", "cls")])
                if count > MOST_PARAMETERS:
                    long.append(f"{name(path)}:{node.lineno} {node.name} has {count}")
    assert not long, "\n".join(long)


def test_every_file_a_recipe_names_exists() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:dubious_ai|tests|content|docs|fixtures|tools|benchmarks)/[\w./-]+)`", text))
    assert len(named) > 20
    missing = [place for place in sorted(named) if not (ROOT / place).exists()]
    assert not missing


def test_every_room_is_on_the_map() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = {p.name for p in (ROOT / "dubious_ai").iterdir() if (p / "__init__.py").exists()}
    assert not {room for room in rooms if f"| `{room}` |" not in text}


HANDED_DOWN = ("belief", "brains", "analysis", "coach", "teach")
"""Rooms whose functions are given the reader, and with it the texts, of the setting they work on."""
RESOLVE = {
    "dubious_ai/belief/readers.py": "the one place where readers are made",
    "dubious_ai/coach/card_requests.py": "says which other setting a card belongs to",
    "dubious_ai/coach/guided/first_round.py": "the guided round is laid in a setting of its own",
    "dubious_ai/coach/round_input.py": "a table from outside names its setting",
    "dubious_ai/coach/round_text.py": "a table from outside names its setting",
    "dubious_ai/teach/sample_games.py": "chooses a setting for each game and lays its table",
}
"""Files of those rooms that look a setting up by its name, and why: they are where a name comes in."""


def test_nothing_fetches_a_library_or_a_reader_by_name_but_where_the_name_comes_in() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for path in files("dubious_ai", suffix=".py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                found[node.func.id].add(name(path))
    fetched = found["library"] | found["setting_slug"]
    assert {p for p in fetched if p.split("/")[1] in HANDED_DOWN} == set(RESOLVE)
    assert found["Reader"] == {"dubious_ai/belief/readers.py"}
    assert found["Readers"] == {"dubious_ai/cli/composition.py"}
    knowing = {
        name(p) for p in files("dubious_ai", suffix=".py") if "cli.composition" in p.read_text("utf-8")
    }
    assert not [p for p in knowing if not p.startswith("dubious_ai/cli/")]


def test_what_a_foreign_server_says_is_read_in_one_module_alone() -> None:
    transport = ROOT / "dubious_ai" / "brains" / "llm" / "transport"
    reading = {p.name for p in transport.glob("*.py") if "re" in {n for _, n in imported(parsed(p))}}
    assert reading == {"server_words.py", "redaction.py"}, (
        "redaction takes keys out of texts, it decides nothing"
    )
    asked: list[str] = []
    for path in files("dubious_ai", suffix=".py"):
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.Compare):
                continue
            text = ast.unparse(node)
            if re.search(r" in (str\(error\)|\w+\.(detail|sentence|message|problem))\b", text):
                asked.append(f"{name(path)}:{node.lineno} {text}")
    assert not asked, "\n".join(asked)


def test_there_is_a_target_that_prints_mutants_no_test_notices() -> None:
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "tools.mutants $(PACKAGE) $(COUNT)" in make
    for package, tests in mutants.TESTS.items():
        assert (ROOT / "dubious_ai" / package).exists()
        assert all((ROOT / place).exists() for place in tests)


def test_commands_that_lay_a_table_ask_for_it_in_one_way() -> None:
    lay_a_table = {"play": play.play, "watch": watch.watch, "sample": sample.sample}
    assert {n: get_type_hints(command)["table"] for n, command in lay_a_table.items()} == dict.fromkeys(
        lay_a_table, options.TableOptions
    )


def test_the_map_answers_where_to_change_twelve_things_and_names_a_file_for_each() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text.split("## Where would you change …")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ") and "---" not in line][1:]
    assert len(rows) == 12
    for row in rows:
        named = re.findall(r"`([\w./-]+/[\w./-]*)`", row)
        assert named, row
        assert all(
            (ROOT / place).exists() for place in named if not place.startswith(("brains/", "coach/", "ui/"))
        ), row
