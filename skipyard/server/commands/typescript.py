"""The messages of a table as TypeScript, from their JSON Schema: web/src/types.ts."""

from __future__ import annotations

from typing import Any

HEAD = "// Written by `skipyard schema --typescript`; change server/net/messages.py instead.\n"
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
PLAIN |= {"null": "null", "object": "Record<string, unknown>"}


def typescript(schema: dict[str, Any]) -> str:
    """Every definition of a schema as an exported type."""
    parts = [HEAD]
    for name, definition in schema["$defs"].items():
        if "properties" in definition:
            parts.append(f"export interface {name} {{\n{fields(definition)}}}\n")
        else:
            parts.append(f"export type {name} = {kind(definition)};\n")
    return "\n".join(parts)


def fields(definition: dict[str, Any]) -> str:
    """A line for each field; a client may leave out those with a default, a table sends all."""
    needed = set(definition.get("required", ()))
    sent = definition.get("additionalProperties") is not False
    return "".join(
        f"  {name}{'' if sent or name in needed else '?'}: {kind(value)};\n"
        for name, value in definition["properties"].items()
    )


def kind(value: dict[str, Any]) -> str:
    """The type of one value."""
    if "$ref" in value:
        return str(value["$ref"]).rsplit("/", 1)[-1]
    if "enum" in value:
        return " | ".join(f'"{choice}"' for choice in value["enum"])
    for several in ("anyOf", "oneOf"):
        if several in value:
            return " | ".join(kind(one) for one in value[several])
    if value.get("type") == "array":
        inside = kind(value["items"])
        return f"({inside})[]" if "|" in inside else f"{inside}[]"
    return PLAIN[value["type"]]
