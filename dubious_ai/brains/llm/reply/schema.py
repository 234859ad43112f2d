"""The schema of a reply, in the two forms a server gets: strict JSON Schema, and a line of plain words in the prompt.

Strict means what the pickiest servers accept: every field required, no additional ones, no defaults, references, patterns,
lengths or bounds. What a schema cannot say here is checked again when the reply is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from pydantic import BaseModel, TypeAdapter

Span = tuple[int, int]
"""The fewest and the most items of a list."""
_KEEP = {"type", "properties", "items", "enum", "required", "additionalProperties"}
_OBJECT: TypeAdapter[dict[str, object]] = TypeAdapter(dict[str, object])
_LIST: TypeAdapter[list[object]] = TypeAdapter(list[object])


@cache
def _raw(shape: type[BaseModel]) -> dict[str, object]:
    return _OBJECT.validate_python(shape.model_json_schema())


@cache
def shape_in_words(shape: type[BaseModel]) -> str:
    """The shape of a reply as one short line for the prompt."""
    return in_words(strict_schema(shape))


def strict_schema(
    shape: type[BaseModel],
    choices: Mapping[str, tuple[str, ...]] | None = None,
    counts: Mapping[str, Span] | None = None,
) -> dict[str, object]:
    """A flat, strict JSON Schema. `choices` limits fields, by name at any depth, to the given strings; `counts` limits the length of lists.

    A small model held to a schema otherwise likes to write lists without end.
    """
    raw = _raw(shape)
    definitions = _OBJECT.validate_python(raw.get("$defs", {}))
    return _OBJECT.validate_python(_plain(raw, definitions, choices or {}, counts or {}))


def _plain(
    node: object,
    definitions: dict[str, object],
    choices: Mapping[str, tuple[str, ...]],
    counts: Mapping[str, Span],
) -> object:
    """One node without what strict servers refuse."""
    if not isinstance(node, dict):
        return node
    found = _OBJECT.validate_python(node)
    reference = found.get("$ref")
    if isinstance(reference, str):
        return _plain(definitions[reference.rsplit("/", 1)[-1]], definitions, choices, counts)
    if "const" in found:
        found["enum"] = [found["const"]]
    plain: dict[str, object] = {k: v for k, v in found.items() if k in _KEEP}
    if "properties" in plain:
        properties = _OBJECT.validate_python(plain["properties"])
        plain["properties"] = {
            name: _sized(
                _limited(_plain(value, definitions, choices, counts), choices.get(name)), counts.get(name)
            )
            for name, value in properties.items()
        }
        plain["required"] = list(properties)
        plain["additionalProperties"] = False
    if "items" in plain:
        plain["items"] = _plain(plain["items"], definitions, choices, counts)
    return plain


def _limited(node: object, allowed: tuple[str, ...] | None) -> object:
    """A string field, or a list of strings, limited to the allowed ones."""
    if allowed is None:
        return node
    found = _OBJECT.validate_python(node)
    if found.get("type") == "array":
        return {**found, "items": _limited(found["items"], allowed)}
    return {**found, "enum": list(allowed)}


def _sized(node: object, span: Span | None) -> object:
    """A list field of a length within a span."""
    if span is None:
        return node
    return {**_OBJECT.validate_python(node), "minItems": span[0], "maxItems": span[1]}


def response_format(name: str, schema: dict[str, object]) -> dict[str, object]:
    """The `response_format` of the first rung."""
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}


def in_words(schema: dict[str, object]) -> str:
    """The schema as one short line for the prompt, e.g. {"text": string, "share": number}."""
    choices = schema.get("enum")
    if choices is not None:
        return " | ".join(json.dumps(choice, ensure_ascii=False) for choice in _LIST.validate_python(choices))
    if schema.get("type") == "object":
        properties = _OBJECT.validate_python(schema.get("properties", {}))
        inner = ", ".join(
            f'"{name}": {in_words(_OBJECT.validate_python(node))}' for name, node in properties.items()
        )
        return "{" + inner + "}"
    if schema.get("type") == "array":
        return f"[{in_words(_OBJECT.validate_python(schema.get('items', {})))}, ...]"
    return str(schema.get("type", "value"))
