"""A newer Skipyard to upgrade to: a copy of this one whose tables have one more step."""

from __future__ import annotations

import pathlib
import shutil

import skipyard
from skipyard.table.database.schema import VERSION

STEP = '''

def of_the_proof(blob: str, keyed: str) -> list[str]:
    """A version that only adds, as most do: a column of a busy table, an index, a table."""
    return [
        "ALTER TABLE tables ADD COLUMN added INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX tables_added ON tables (added) WHERE added > 0",
        f"CREATE TABLE added (id TEXT PRIMARY KEY, content {blob}){keyed}",
    ]


STEPS = (*STEPS, of_the_proof)
VERSION = len(STEPS)
'''


def make(folder: pathlib.Path) -> pathlib.Path:
    """Copy this package into a folder and add the step; `python -m skipyard` runs it from there."""
    ours = pathlib.Path(skipyard.__file__).parent
    copy = folder / "skipyard"
    shutil.copytree(ours, copy, ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / "table" / "database" / "schema.py").open("a", encoding="utf-8") as schema:
        schema.write(STEP)
    return folder


NEWER = VERSION + 1
