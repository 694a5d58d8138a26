"""The colours of both themes, read from art/colours.css."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from skipyard.art import COLOURS

LIGHT, DARK = "light", "dark"
DECLARED = re.compile(r"--([a-z-]+):\s*([^;]+);")
BOTH = re.compile(r"light-dark\(\s*([^,]+(?:\([^)]*\))?[^,]*),\s*(.+)\)")
USED = re.compile(r"var\(--([a-z-]+)\)")
SETTING = re.compile(r'"[^"]*var\(--[a-z-]+,0\)[^"]*"')  # of a page, such as letters on pieces


@functools.cache
def themes() -> Mapping[str, Mapping[str, str]]:
    """The value of every custom property in each theme."""
    values: dict[str, dict[str, str]] = {LIGHT: {}, DARK: {}}
    for name, value in DECLARED.findall(COLOURS.read_text("utf-8")):
        both = BOTH.fullmatch(value.strip())
        light, dark = both.groups() if both else (value, value)
        values[LIGHT][name], values[DARK][name] = light.strip(), dark.strip()
    return values


def resolved(drawing: str, theme: str) -> str:
    """A drawing with its colours written out, for programs without custom properties."""
    colours = themes()[theme]
    written = SETTING.sub('"0"', drawing)  # a picture by itself has no settings: all are off
    written = USED.sub(lambda match: colours[match[1]], written)
    return written.replace("currentColor", colours["ink"])


@functools.cache
def style() -> str:
    """A style sheet for a picture by itself, which follows the reader's light or dark mode."""
    light, dark = (
        "".join(f"--{name}:{value};" for name, value in themes()[theme].items())
        for theme in (LIGHT, DARK)
    )
    return f"svg{{{light}}}@media(prefers-color-scheme:dark){{svg{{{dark}}}}}"
