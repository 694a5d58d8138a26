"""Saves the current game by itself, so that leaving loses nothing."""

from __future__ import annotations

import contextlib
import os
import pathlib

from skipyard.options import Refused
from skipyard.table.files import save
from skipyard.table.sentences import say
from skipyard.table.table import Table

LAST, PREVIOUS = "last.json", "previous.json"


def folder() -> pathlib.Path:
    """The user's data directory for Skipyard, as the XDG convention places it."""
    base = os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local" / "share"
    return pathlib.Path(base) / "skipyard"


def path() -> pathlib.Path:
    """The file that `--resume` goes on with."""
    return folder() / LAST


def real_path() -> str:
    """The same without symbolic links, to compare with."""
    return os.path.realpath(path())


def write(table: Table, language: str = "en") -> pathlib.Path:
    """Save the current game."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise Refused(say(language, "save.write", file=path(), why=why)) from None
    return save.write(table, path(), language)


def set_aside() -> pathlib.Path | None:
    """Make way for a new game: rename the save of the unfinished one."""
    with contextlib.suppress(OSError):
        if path().exists():
            path().replace(folder() / PREVIOUS)
            return folder() / PREVIOUS
    return None


def put_back() -> None:
    """Give the save that was set aside its place again."""
    with contextlib.suppress(OSError):
        (folder() / PREVIOUS).replace(path())


def forget() -> None:
    """Remove the save of a game that is finished."""
    with contextlib.suppress(OSError):
        path().unlink(missing_ok=True)
