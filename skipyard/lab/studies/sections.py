"""Sections of docs/figures.md that commands of their own print, each between two comments."""

from __future__ import annotations

import pathlib

from skipyard.options import Refused

NAMES = ("ladder", "batch", "gpu")


def find(text: str, name: str) -> str:
    """A section of a page, comments included; nothing where the page lacks it."""
    begins, ends = comments(name)
    if begins not in text:
        return ""
    return text[text.index(begins) : text.index(ends) + len(ends)]


def comments(name: str) -> tuple[str, str]:
    return f"<!-- {name} -->", f"<!-- end of {name} -->"


def put(page: pathlib.Path, name: str, content: str) -> None:
    """Write a section into a page, in the place of the old one or at the end."""
    try:
        text = page.read_text("utf-8")
    except OSError as problem:
        raise Refused(f"The page {page} cannot be read: {problem.strerror}.") from None
    begins, ends = comments(name)
    section, old = f"{begins}\n\n{content}\n\n{ends}", find(text, name)
    new = text.replace(old, section) if old else f"{text.rstrip()}\n\n{section}\n"
    page.write_text(new, "utf-8")


def printed(title: str, told: str, command: str, figures: str) -> str:
    """A section that shows what a command prints."""
    return f"## {title}\n\n{told}\n\n```text\n{command}\n```\n\n```text\n{figures}\n```"
