"""Where the sockets of a database's servers are: `skipyard admin` speaks to the servers there.

For SQLite they are beside the file, where the one server runs under the same account anyway; for
PostgreSQL in the folder for such things that the system gives. Only the account of the server, and
root, may use them.
"""

from __future__ import annotations

import hashlib
import os
import pathlib
import stat
import tempfile

from skipyard.table.database.stores import is_postgres

LONGEST_PATH = 103  # bytes that every system allows
DIGITS = 8  # that tell databases apart, and processes
NAME_LENGTH = len("/skipyard--.sock") + 2 * DIGITS


def folder_of(db: str, wanted: str) -> pathlib.Path:
    """The folder with the sockets of a database; it exists."""
    if wanted:
        folder = pathlib.Path(wanted)
    elif not is_postgres(db) and fits(path_of(db).parent):
        return path_of(db).parent
    else:
        folder = runtime_folder()
    folder.mkdir(0o700, parents=True, exist_ok=True)
    return folder


def path_of(db: str) -> pathlib.Path:
    return pathlib.Path(db.removeprefix("sqlite:///")).resolve()


def fits(folder: pathlib.Path) -> bool:
    return len(os.fsencode(folder)) + NAME_LENGTH <= LONGEST_PATH


def runtime_folder() -> pathlib.Path:
    """The folder of the service (systemd) or of the user, else one that is ours alone."""
    service = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if service:
        return pathlib.Path(service)
    user = os.environ.get("XDG_RUNTIME_DIR", "")
    if user:
        return pathlib.Path(user) / "skipyard"
    folder = pathlib.Path(tempfile.gettempdir()) / f"skipyard-{os.getuid()}"
    folder.mkdir(0o700, exist_ok=True)
    facts = folder.lstat()
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid() or facts.st_mode & 0o077:
        raise PermissionError(f"{folder} belongs to somebody else")
    return folder


def prefix_of(db: str) -> str:
    """The beginning of the names of a database's sockets; it contains no secret."""
    where = str(path_of(db))
    if is_postgres(db):
        from skipyard.table.database.postgres import Address

        parts = Address(db, "en").parts
        where = "\n".join(parts.get(name, "") for name in ("host", "hostaddr", "port", "dbname"))
    return f"skipyard-{hashlib.sha256(where.encode()).hexdigest()[:DIGITS]}-"


def new_path(db: str, wanted: str, process: str) -> pathlib.Path:
    """Where one process has its socket."""
    return folder_of(db, wanted) / f"{prefix_of(db)}{process[:DIGITS]}.sock"


def paths(db: str, wanted: str) -> list[pathlib.Path]:
    """The sockets of a database's servers, those included that were left behind."""
    return sorted(folder_of(db, wanted).glob(f"{prefix_of(db)}*.sock"))
