"""Where compiled rules are kept: a folder named after the sources, chosen before numba is imported.

Numba notices an edit in a function's own file only; a function that calls into another file would
go on running the old code. A folder per state of the sources cannot be stale.
"""

from __future__ import annotations

import hashlib
import os
import pathlib
import shutil
import tempfile
import time

A_DAY = 86_400  # seconds; a younger folder may be in use by another process
KEPT = 4  # folders of older sources left in place, for a checkout that goes back and forth


COMPILED = ("core.py", "games/**/*.py", "bots/**/*.py", "batch/**/*.py")  # the floors with rules


def sources_digest() -> str:
    """Twelve digits that change with any Python file that compiled code comes from."""
    digest = hashlib.sha256()
    root = pathlib.Path(__file__).parent
    for file in sorted(file for pattern in COMPILED for file in root.glob(pattern)):
        digest.update(str(file.relative_to(root)).encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def user_cache() -> pathlib.Path:
    """The user's cache directory for Skipyard, as the XDG convention places it."""
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "skipyard"


def writable(folder: pathlib.Path) -> bool:
    """Whether files can be made in `folder`, which is created if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def name_cache() -> str:
    """Tell numba where to keep compiled rules, unless the user has; the folder's path."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return os.environ["NUMBA_CACHE_DIR"]
    shape = "checked-" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    folder = user_cache() / (shape + sources_digest())
    if not writable(folder):  # a read-only home: compiled code lives as long as the temp folder
        folder = pathlib.Path(tempfile.gettempdir()) / f"skipyard-{os.getuid()}" / folder.name
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    forget_old(folder)
    return str(folder)


def forget_old(folder: pathlib.Path) -> None:
    """Remove the folders of long gone sources, oldest first."""
    os.utime(folder)
    others = [
        f
        for f in folder.parent.iterdir()
        if f.is_dir() and f != folder and time.time() - f.stat().st_mtime > A_DAY
    ]
    for old in sorted(others, key=lambda f: f.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
