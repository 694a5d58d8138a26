"""Sections of docs/figures.md that other commands write, each between two comments."""

from __future__ import annotations

import pathlib

from skipyard.options import Refused

NAMES = ("ladder", "batch", "gpu", "openspiel")


def find(text: str, name: str) -> str:
    """A section of a page, comments included; empty if the page does not have it."""
    begins, ends = comments(name)
    if begins not in text:
        return ""
    return text[text.index(begins) : text.index(ends) + len(ends)]


def comments(name: str) -> tuple[str, str]:
    return f"<!-- {name} -->", f"<!-- end of {name} -->"


def check(page: pathlib.Path) -> None:
    """Refuse a page that cannot be read or written, before anything is measured for it."""
    try:
        page.read_text("utf-8")
        page.open("a").close()
    except OSError as problem:
        raise Refused(f"The page {page} cannot be changed: {problem.strerror}.") from None


def write(page: pathlib.Path, name: str, content: str) -> None:
    """Write a section into a page, replacing the old one, or at the end."""
    try:
        text = page.read_text("utf-8")
    except OSError as problem:
        raise Refused(f"The page {page} cannot be read: {problem.strerror}.") from None
    begins, ends = comments(name)
    new, old = f"{begins}\n\n{content}\n\n{ends}", find(text, name)
    text = text.replace(old, new) if old else f"{text.rstrip()}\n\n{new}\n"
    page.write_text(text, "utf-8")


def section(title: str, introduction: str, command: str, figures: str) -> str:
    """A section with a command and the figures that it prints."""
    return f"## {title}\n\n{introduction}\n\n```text\n{command}\n```\n\n```text\n{figures}\n```"
