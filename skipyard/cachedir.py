"""Where compiled code is stored: a folder for each module and each state of its sources.

The folders are below the user's cache directory, or below SKIPYARD_CACHE_DIR. Numba's own settings
are left alone: what users compile themselves goes where it always did.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import pathlib
import shutil
import tempfile
import time

from skipyard.sources import DIGITS, closure_digest

VARIABLE = "SKIPYARD_CACHE_DIR"
MINIMUM_AGE = 86_400  # seconds; a younger folder may be in use by another process
OLD_FOLDERS = 4  # kept of each module, for a checkout that goes back and forth
CHECKED = "checked-"  # begins the folders of code that checks array bounds


@functools.cache
def cache_root() -> pathlib.Path:
    """The folder for everything that we store, created if necessary."""
    given = os.environ.get(VARIABLE)
    folder = pathlib.Path(given) if given else user_cache()
    if not writable(folder):  # a read-only home
        refused, folder = folder, private_temp()
        sentence = "Compiled code cannot be stored in %s; it is stored in %s until that is removed."
        logging.getLogger("skipyard").warning(sentence, refused, folder)
        os.environ[VARIABLE] = str(folder)  # child processes use it too, and say nothing
    return folder


def user_cache() -> pathlib.Path:
    """The user's cache directory for Skipyard (XDG)."""
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "skipyard"


def writable(folder: pathlib.Path) -> bool:
    """Whether we can write files in `folder`; creates it if necessary."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def private_temp() -> pathlib.Path:
    """A temporary folder that only this user can write to, since we run code from it."""
    folder = pathlib.Path(tempfile.gettempdir()) / f"skipyard-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.stat()
    if status.st_uid == os.getuid() and status.st_mode & 0o077 == 0:
        return folder
    return pathlib.Path(tempfile.mkdtemp(prefix="skipyard-"))


def checks_bounds() -> bool:
    """Whether compiled code checks array bounds, as in some tests."""
    return os.environ.get("NUMBA_BOUNDSCHECK") == "1"


@functools.cache
def folder_of(module: str, file: str) -> pathlib.Path:
    """The folder for a module's compiled code; not created."""
    prefix = CHECKED if checks_bounds() else ""
    return cache_root() / f"{prefix}{module}-{closure_digest(module, file)}"


def remove_old(folder: pathlib.Path) -> None:
    """Remove a module's folders of older sources; another process may be doing the same."""
    ages = []
    with contextlib.suppress(OSError):
        os.utime(folder)
        for other in folder.parent.glob(folder.name[:-DIGITS] + "?" * DIGITS):
            with contextlib.suppress(OSError):
                if other.is_dir() and other != folder:
                    ages.append((other.stat().st_mtime, other))
    for age, old in sorted(ages)[:-OLD_FOLDERS]:
        if time.time() - age > MINIMUM_AGE:
            shutil.rmtree(old, ignore_errors=True)
