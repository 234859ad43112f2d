"""The shipped JSON Schema is the one the models give, and what is written fits it."""

from __future__ import annotations

import json
from importlib.resources import files

from dubious_ai.document import schema
from tests.golden import ROOT, check


def test_the_shipped_schema_is_the_models_own() -> None:
    text = json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"
    check(ROOT / "dubious_ai" / "schemas" / "table.schema.json", text)


def test_the_schema_is_shipped_inside_the_package_and_speaks_of_all_three_forms() -> None:
    found = json.loads((files("dubious_ai") / "schemas" / "table.schema.json").read_text(encoding="utf-8"))
    forms = {part["$ref"].rpartition("/")[2] for part in found["anyOf"]}
    assert forms == {"TableDocument", "FlatTable", "GuessTable"}
    table = found["$defs"]["TableDocument"]
    assert table["properties"]["version"]["const"] == 1
    assert set(table["required"]) == {"setting", "players", "rounds"}
