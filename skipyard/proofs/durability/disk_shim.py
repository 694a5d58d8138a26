"""A small C library between SQLite and the disk that keeps a journal or fakes a bad disk."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Iterator

from skipyard.cli import interrupts
from skipyard.options import Refused

SOURCE = pathlib.Path(__file__).with_name("disk_shim.c")


def compiled(folder: pathlib.Path) -> pathlib.Path:
    """Compile the library for this machine."""
    library = folder / "shim.so"
    compiler = shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        raise Refused(
            "Power cuts and bad disks are tried with a C compiler (cc) on Linux, which is not "
            "here: install one, or leave them out with --cuts 0."
        )
    made = subprocess.run(
        [compiler, "-O1", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl", "-lpthread"],
        capture_output=True,
        text=True,
    )
    if made.returncode:
        raise Refused(f"The C compiler does not take {SOURCE.name}: {made.stderr.strip()[:200]}")
    return library


def preloaded(library: pathlib.Path, folder: pathlib.Path, **settings: object) -> dict[str, str]:
    """The environment in which a program's files in `folder` go through the library."""
    watched = {f"SHIM_{name.upper()}": str(value) for name, value in settings.items()}
    return {"LD_PRELOAD": str(library), "SHIM_FOLDER": str(folder)} | watched


@contextlib.contextmanager
def writing(
    library: pathlib.Path,
    folder: pathlib.Path,
    run: str,
    rows: int,
    synchronous: str = "FULL",
    **settings: object,
) -> Iterator[subprocess.Popen[bytes]]:
    """A writer on a database in `folder`, with the library preloaded; it ends with the block."""
    command = [
        sys.executable,
        "-m",
        "skipyard.proofs.durability.killed_writer",
        str(folder / "a.db"),
        run,
    ]
    with interrupts.without_ctrl_c():
        writer = subprocess.Popen(
            [*command, str(rows), synchronous],
            env=os.environ | preloaded(library, folder, **settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
    try:
        yield writer
    finally:
        writer.kill()
        writer.wait()
