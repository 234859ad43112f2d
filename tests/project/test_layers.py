"""Imports go one way, and heavy libraries are loaded only when they are used."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .tree import ROOT, files, name, parsed

LAYERS: list[set[str]] = [
    {"", "errors"},
    {"core"},
    {"content", "storage", "config", "document", "pages"},
    {"belief"},
    {"brains"},
    {"game"},
    {"analysis"},
    {"coach"},
    {"teach"},
    {"ui"},
    {"cli"},
]
"""Top-level modules of the package from the bottom up. A module may import from its own layer and from those before it."""
HEAVY = {
    "openai",
    "tiktoken",
    "numpy",
    "tokenizers",
    "onnxruntime",
    "safetensors",
    "textual",
    "httpx",
    "httpx2",
}


def unit(module: str) -> str:
    """The top-level part of a module of the package: "core" for dubious_ai.core.model."""
    return [*module.split("."), ""][1]


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every import of a module of the package, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module
            if node.module == "dubious_ai":
                yield from ((node.lineno, f"dubious_ai.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)


def at_import(tree: ast.AST) -> Iterator[ast.AST]:
    """What runs when a module is imported: not the bodies of functions, nor what stands under TYPE_CHECKING."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        yield from at_import(node)


def level(module: str) -> int | None:
    return next((i for i, layer in enumerate(LAYERS) if unit(module) in layer), None)


def test_imports_go_one_way() -> None:
    known = {
        unit(".".join(p.relative_to(ROOT).with_suffix("").parts)) for p in files("dubious_ai", suffix=".py")
    }
    assert not known - set().union(*LAYERS) - {"__init__", "__main__"}, "a new module needs a place in LAYERS"
    wrong: list[str] = []
    for path in files("dubious_ai", suffix=".py"):
        own = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for line, module in imported(parsed(path)):
            if module.startswith("dubious_ai") and "__version__" not in module:
                mine, theirs = level(own), level(module)
                if mine is not None and theirs is not None and theirs > mine:
                    wrong.append(f"{name(path)}:{line} imports {module}")
    assert not wrong, "\n".join(wrong)


def test_the_core_needs_nothing_but_pydantic_and_the_standard_library() -> None:
    barred = {
        "os",
        "io",
        "pathlib",
        "time",
        "datetime",
        "socket",
        "subprocess",
        "threading",
        "secrets",
        "uuid",
    }
    wrong: list[str] = []
    for path in files("dubious_ai", "core", suffix=".py"):
        for line, module in imported(parsed(path)):
            top = module.split(".")[0]
            if top not in sys.stdlib_module_names | {"dubious_ai", "pydantic"} or top in barred:
                wrong.append(f"{name(path)}:{line} imports {module}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("folder", ["brains", "belief"])
def test_who_plays_a_seat_never_sees_the_game_itself(folder: str) -> None:
    hidden = {
        "dubious_ai.core.state",
        "dubious_ai.core.game",
        "dubious_ai.storage.record",
        "dubious_ai.storage.home",
    }
    wrong = [
        f"{name(path)}:{line} imports {module}"
        for path in files("dubious_ai", folder, suffix=".py")
        for line, module in imported(parsed(path))
        if module in hidden
    ]
    assert not wrong, "\n".join(wrong)


def test_observations_are_made_without_the_state() -> None:
    modules = {module for _, module in imported(parsed(ROOT / "dubious_ai" / "core" / "observe.py"))}
    assert not modules & {"dubious_ai.core.state", "dubious_ai.core.game", "dubious_ai.core.rules"}


def test_no_global_randomness() -> None:
    wrong: list[str] = []
    for path in files("dubious_ai", suffix=".py"):
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.Attribute) or node.attr == "Random":
                continue
            if isinstance(node.value, ast.Name) and node.value.id == "random":
                wrong.append(f"{name(path)}:{node.lineno} uses random.{node.attr}")
    assert not wrong, "\n".join(wrong)


def test_heavy_libraries_are_imported_only_inside_functions() -> None:
    wrong: list[str] = []
    for path in files("dubious_ai", suffix=".py"):
        for node in at_import(parsed(path)):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            # the full screen is loaded when it is opened, as a whole
            barred = HEAVY - ({"textual"} if "ui/screen/" in name(path) else set())
            wrong += [f"{name(path)}: {n}" for n in names if n.split(".")[0] in barred]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]])
def test_version_and_help_load_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    code = (
        "import sys\nfrom dubious_ai.cli.main import run\n"
        f"try:\n    run({arguments!r})\nexcept SystemExit:\n    pass\n"
        f"print(sorted({HEAVY!r} & set(sys.modules)), 'typer' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    loaded = done.stdout.splitlines()[-1]
    assert loaded == "[] False"
