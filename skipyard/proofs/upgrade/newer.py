"""A newer Skipyard to upgrade to: this one, whose tables have one more step.

`python -m skipyard.proofs.upgrade.newer serve …` runs it. What it adds is what most steps add: a
column of a busy table, an index, a table.
"""

from __future__ import annotations

import importlib
import sys

from skipyard.table.database import schema

NEWER = schema.VERSION + 1


def of_the_proof(blob: str, keyed: str) -> list[str]:
    """The step."""
    return [
        "ALTER TABLE tables ADD COLUMN added INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX tables_added ON tables (added) WHERE added > 0",
        f"CREATE TABLE added (id TEXT PRIMARY KEY, content {blob}){keyed}",
    ]


def add_step() -> None:
    """Add the step, before anything that knows the version is imported."""
    assert "skipyard.table.database.stores" not in sys.modules
    schema.STEPS = (*schema.STEPS, of_the_proof)
    schema.VERSION = NEWER


if __name__ == "__main__":
    add_step()
    raise SystemExit(importlib.import_module("skipyard.__main__").main())
