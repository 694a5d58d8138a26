"""Files from anywhere, read with suspicion: every refusal is a sentence of the caller's."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from skipyard.options import Refused

SHOWN = 40  # characters of a wrong value that a sentence quotes
Refuse = Callable[..., Refused]  # from the last part of a sentence's key and its facts


def contents(file: str | os.PathLike[str], largest: int, refuse: Refuse) -> bytes:
    """The bytes of a file that is not too large."""
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
    """What bytes mean as JSON."""
    if len(raw) > largest:
        raise refuse("size")
    try:
        return json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise refuse("text") from None
    except json.JSONDecodeError as problem:
        raise refuse("json", line=problem.lineno) from None
    except (ValueError, RecursionError):  # a number or a nesting that no file of ours has
        raise refuse("json", line=1) from None


def check_format(content: Any, wanted: Sequence[str], refuse: Refuse) -> None:
    """Refuse what is not an object of one of the wanted formats, the newest of which is first."""
    if not isinstance(content, dict) or "format" not in content:
        raise refuse("format", found="?", format=wanted[0])
    if content["format"] not in wanted:
        raise refuse("format", found=shown(content["format"]), format=wanted[0])


def check_fields(content: Mapping[str, Any], fields: Mapping[str, type], refuse: Refuse) -> None:
    """Refuse an object that has not these fields, each of its type, and no others."""
    for name in content:
        if name not in fields:
            raise refuse("extra", name=shown(name).strip('"'))
    for name, kind in fields.items():
        if name not in content:
            raise refuse("missing", name=name)
        if type(content[name]) is not kind:  # true is no number here
            raise refuse("value", name=name, found=shown(content[name]))


def shown(value: Any) -> str:
    """A wrong value as a sentence quotes it: short, and nothing that steers a terminal."""
    text = "".join(c if c.isprintable() else "?" for c in json.dumps(value, ensure_ascii=False))
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
