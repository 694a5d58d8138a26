"""Numba's cache folder for compiled rules, named after a digest of the sources.

Numba notices an edit only in a function's own file, so a function that calls into another file
would keep running old code. A folder for each state of the sources cannot be stale. It has to be
chosen before numba is imported.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import os
import pathlib
import shutil
import tempfile
import time

MINIMUM_AGE = 86_400  # seconds; a younger folder may be in use by another process
NUMBA_VARIABLE, OUR_VARIABLE = "NUMBA_CACHE_DIR", "SKIPYARD_CACHE_DIR"
OLD_FOLDERS = 4  # kept, for a checkout that goes back and forth
FLOORS = ("games", "loops", "batch", "bots")
COMPILED = ("core.py", *(f"{floor}/**/*.py" for floor in FLOORS))  # where compiled code comes from
GROUPS = ("skipyard.games", "skipyard.bots")  # entry points of packages that bring more of it


def sources_digest() -> str:
    """Twelve digits that change with any Python file that compiled code comes from."""
    digest = hashlib.sha256()
    root = pathlib.Path(__file__).parent
    ours = [file for pattern in COMPILED for file in root.glob(pattern)]
    files = [(pathlib.PurePath(file.relative_to(root)), file) for file in ours]
    for package, folder in other_packages().items():
        files += [(package / file.relative_to(folder), file) for file in folder.rglob("*.py")]
    for name, file in sorted(files):
        digest.update(str(name).encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def other_packages() -> dict[pathlib.PurePath, pathlib.Path]:
    """The folders of packages that bring games or bots, by module path; imports none of them."""
    folders = {}
    for group in GROUPS:
        for entry in importlib.metadata.entry_points(group=group):
            top, *inner = entry.module.split(".")
            spec = importlib.util.find_spec(top)
            for place in (spec and spec.submodule_search_locations) or ():
                folders[pathlib.PurePath(top, *inner)] = pathlib.Path(place, *inner)
    return folders


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


def name_cache() -> str:
    """Set numba's cache folder, unless the user has set one; returns its path."""
    given = os.environ.get(NUMBA_VARIABLE)
    if given and given != os.environ.get(OUR_VARIABLE):  # ours may come from a parent process
        return given
    prefix = "checked-" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    name = prefix + sources_digest()
    folder = user_cache() / name
    if not writable(folder):  # a read-only home
        folder = private_temp() / name
        folder.mkdir(exist_ok=True)
    os.environ[NUMBA_VARIABLE] = os.environ[OUR_VARIABLE] = str(folder)
    remove_old(folder)
    return str(folder)


def private_temp() -> pathlib.Path:
    """A temporary folder that only this user can write to, since we run code from it."""
    folder = pathlib.Path(tempfile.gettempdir()) / f"skipyard-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.stat()
    if status.st_uid == os.getuid() and status.st_mode & 0o077 == 0:
        return folder
    return pathlib.Path(tempfile.mkdtemp(prefix="skipyard-"))


def remove_old(folder: pathlib.Path) -> None:
    """Remove folders of older sources, oldest first; another process may be doing the same."""
    ages = []
    with contextlib.suppress(OSError):
        os.utime(folder)
        for other in folder.parent.iterdir():
            with contextlib.suppress(OSError):
                if other.is_dir() and other != folder:
                    ages.append((other.stat().st_mtime, other))
    for age, old in sorted(ages)[:-OLD_FOLDERS]:
        if time.time() - age > MINIMUM_AGE:
            shutil.rmtree(old, ignore_errors=True)
