"""Files that the user named: checked before the work begins, and written after it."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterable

from skipyard.lab.sentences import say
from skipyard.options import Refused


def check_files(files: Iterable[str | None], language: str) -> None:
    """Refuse files that could not be written, before anything is played; they are left as is."""
    for file in filter(None, files):
        is_new = not os.path.lexists(file)
        try:
            with open(file, "ab"):
                pass
            if is_new:
                os.unlink(file)
        except OSError as problem:
            raise cannot_write(file, problem, language) from None


def existing_folder(text: str, language: str) -> pathlib.Path:
    """A folder that is there; Refused with a sentence if it is not."""
    folder = pathlib.Path(text)
    if not folder.is_dir():
        raise Refused(say(language, "lab.folder", folder=folder))
    return folder


def cannot_write(file: object, problem: OSError, language: str) -> Refused:
    """The refusal that names a file and what is wrong with it."""
    return Refused(say(language, "lab.write", file=file, why=problem.strerror or problem))


def write_file(file: str, text: str, language: str) -> None:
    """Write a text file; Refused with a sentence if that fails."""
    try:
        pathlib.Path(file).write_text(text, "utf-8")
    except OSError as problem:
        raise cannot_write(file, problem, language) from None


def replace_file(file: pathlib.Path, text: str, language: str = "en") -> None:
    """Write a file of our own, whole or not at all, also when interrupted."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.draft")
    try:
        draft.write_text(text, "utf-8")
        draft.replace(file)
    except OSError as problem:
        raise cannot_write(file, problem, language) from None
    finally:
        draft.unlink(missing_ok=True)
