"""Where compiled rules are kept: a folder named after the sources, chosen before numba is imported.

Numba notices an edit in a function's own file only; a function that calls into another file would
go on running the old code. A folder per state of the sources cannot be stale.
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

A_DAY = 86_400  # seconds; a younger folder may be in use by another process
NUMBAS, OURS = "NUMBA_CACHE_DIR", "SKIPYARD_CACHE_DIR"
KEPT = 4  # folders of older sources left in place, for a checkout that goes back and forth


FLOORS = ("games", "loops", "batch", "bots")
COMPILED = ("core.py", *(f"{floor}/**/*.py" for floor in FLOORS))  # where compiled code comes from
GROUPS = ("skipyard.games", "skipyard.bots")  # entry points of packages that bring more of it


def sources_digest() -> str:
    """Twelve digits that change with any Python file that compiled code comes from."""
    digest = hashlib.sha256()
    root = pathlib.Path(__file__).parent
    found = [file for pattern in COMPILED for file in root.glob(pattern)]
    files = [(pathlib.PurePath(file.relative_to(root)), file) for file in found]
    for package, folder in other_packages().items():
        files += [(package / file.relative_to(folder), file) for file in folder.rglob("*.py")]
    for name, file in sorted(files):
        digest.update(str(name).encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def other_packages() -> dict[pathlib.PurePath, pathlib.Path]:
    """The folders of packages that bring games or bots, by their names; none is imported."""
    folders = {}
    for group in GROUPS:
        for entry in importlib.metadata.entry_points(group=group):
            top, *inner = entry.module.split(".")
            spec = importlib.util.find_spec(top)
            for place in (spec and spec.submodule_search_locations) or ():
                folders[pathlib.PurePath(top, *inner)] = pathlib.Path(place, *inner)
    return folders


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
    given = os.environ.get(NUMBAS)
    if given and given != os.environ.get(OURS):  # ours may be inherited from a parent process
        return given
    shape = "checked-" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    name = shape + sources_digest()
    folder = user_cache() / name
    if not writable(folder):  # a read-only home: compiled code lives as long as the temp folder
        folder = private_temp() / name
        folder.mkdir(exist_ok=True)
    os.environ[NUMBAS] = os.environ[OURS] = str(folder)
    forget_old(folder)
    return str(folder)


def private_temp() -> pathlib.Path:
    """A folder in the temp folder that nobody else can put code into."""
    folder = pathlib.Path(tempfile.gettempdir()) / f"skipyard-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    facts = folder.stat()
    if facts.st_uid == os.getuid() and facts.st_mode & 0o077 == 0:
        return folder
    return pathlib.Path(tempfile.mkdtemp(prefix="skipyard-"))


def forget_old(folder: pathlib.Path) -> None:
    """Remove the folders of long gone sources, oldest first; others may do the same meanwhile."""
    ages = []
    with contextlib.suppress(OSError):
        os.utime(folder)
        for other in folder.parent.iterdir():
            with contextlib.suppress(OSError):
                if other.is_dir() and other != folder:
                    ages.append((other.stat().st_mtime, other))
    for age, old in sorted(ages)[:-KEPT]:
        if time.time() - age > A_DAY:
            shutil.rmtree(old, ignore_errors=True)
