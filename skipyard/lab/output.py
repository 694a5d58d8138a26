"""Writing a file that the user named."""

from __future__ import annotations

import pathlib

from skipyard.lab.sentences import say
from skipyard.options import Refused


def write_file(file: str, text: str, language: str) -> None:
    """Write a text file; Refused with a sentence if that fails."""
    try:
        pathlib.Path(file).write_text(text, "utf-8")
    except OSError as problem:
        why = problem.strerror or problem
        raise Refused(say(language, "lab.write", file=file, why=why)) from None
