"""Sections of docs/figures.md that other commands write, each between two comments."""

from __future__ import annotations

import pathlib

from skipyard.lab.output import check_files, replace_file
from skipyard.lab.sentences import say
from skipyard.options import Refused

NAMES = ("ladder", "batch", "gpu", "openspiel")


def find(text: str, name: str, page: pathlib.Path, language: str) -> str:
    """A section of a page, comments included; empty if the page does not have it."""
    begins, ends = comments(name)
    if begins not in text:
        return ""
    if ends not in text[text.index(begins) :]:
        raise Refused(say(language, "figures.section", file=page, begins=begins, ends=ends))
    return text[text.index(begins) : text.index(ends) + len(ends)]


def comments(name: str) -> tuple[str, str]:
    return f"<!-- {name} -->", f"<!-- end of {name} -->"


def text_of(page: pathlib.Path, language: str) -> str:
    """The text of a page; Refused with a sentence if it cannot be read."""
    try:
        return page.read_text("utf-8")
    except OSError as problem:
        why = problem.strerror or problem
        raise Refused(say(language, "lab.read", file=page, why=why)) from None
    except UnicodeDecodeError:
        raise Refused(say(language, "figures.not_text", file=page)) from None


def check(page: pathlib.Path, name: str, language: str) -> None:
    """Refuse a page that cannot be read or written, before anything is measured for it."""
    find(text_of(page, language), name, page, language)
    check_files([str(page)], language)


def write(page: pathlib.Path, name: str, content: str, language: str) -> None:
    """Write a section into a page, replacing the old one, or at the end."""
    text = text_of(page, language)
    begins, ends = comments(name)
    new, old = f"{begins}\n\n{content}\n\n{ends}", find(text, name, page, language)
    text = text.replace(old, new) if old else f"{text.rstrip()}\n\n{new}\n"
    replace_file(page, text, language)


def section(title: str, introduction: str, command: str, figures: str) -> str:
    """A section with a command and the figures that it prints."""
    return f"## {title}\n\n{introduction}\n\n```text\n{command}\n```\n\n```text\n{figures}\n```"
