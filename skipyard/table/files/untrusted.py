"""Reads and checks untrusted files; the caller says how each refusal is worded."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from skipyard.options import Refused

LONGEST_QUOTE = 40  # characters of a wrong value that a sentence quotes
Refuse = Callable[..., Refused]  # takes the last part of a sentence's key, and its facts


def contents(file: str | os.PathLike[str], largest: int, refuse: Refuse) -> bytes:
    """The bytes of a file, cut off one byte past `largest`."""
    try:
        with open(file, "rb") as stream:
            return stream.read(largest + 1)
    except FileNotFoundError:
        raise refuse("none") from None
    except OSError as problem:
        raise refuse("read", why=problem.strerror or problem) from None
    except ValueError as problem:  # a name that no file can have
        raise refuse("read", why=problem) from None


def parsed(raw: bytes, largest: int, refuse: Refuse) -> Any:
    """The value of some JSON."""
    if len(raw) > largest:
        raise refuse("size")
    try:
        return json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise refuse("text") from None
    except json.JSONDecodeError as problem:
        raise refuse("json", line=problem.lineno) from None
    except (ValueError, RecursionError):  # a number too long or a nesting too deep
        raise refuse("json", line=1) from None


def check_format(content: Any, wanted: Sequence[str], refuse: Refuse) -> None:
    """Refuse anything but an object of one of the wanted formats, newest first."""
    if not isinstance(content, dict) or "format" not in content:
        raise refuse("format", found="?", format=wanted[0])
    if content["format"] not in wanted:
        raise refuse("format", found=quoted(content["format"]), format=wanted[0])


def check_fields(content: Mapping[str, Any], fields: Mapping[str, type], refuse: Refuse) -> None:
    """Refuse an object unless it has exactly these fields, each of its type."""
    for name in content:
        if name not in fields:
            raise refuse("extra", name=quoted(name).strip('"'))
    for name, kind in fields.items():
        if name not in content:
            raise refuse("missing", name=name)
        if type(content[name]) is not kind:  # isinstance would take true for a number
            raise refuse("value", name=name, found=quoted(content[name]))


def quoted(value: Any) -> str:
    """A wrong value as a sentence quotes it: short, and without control characters."""
    text = "".join(c if c.isprintable() else "?" for c in json.dumps(value, ensure_ascii=False))
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
