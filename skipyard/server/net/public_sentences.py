"""What strangers are told of trouble with the database: no path, no host, no port."""

from __future__ import annotations

import time

from skipyard.server import logs
from skipyard.server.sentences import say
from skipyard.table.database.store import Trouble

TOLD = ("full", "read_only", "away")  # kinds that have a sentence of their own
LOG_INTERVAL = 10.0  # seconds between lines of the log about the same kind
logged_at: dict[str, float] = {}  # by kind


def reason_of(trouble: Trouble, language: str) -> str:
    """Why something could not be done, for anybody; the operator's sentence goes to the log."""
    if not trouble.kind:
        return str(trouble)
    now = time.monotonic()
    if now - logged_at.get(trouble.kind, -LOG_INTERVAL) >= LOG_INTERVAL:
        logged_at[trouble.kind] = now
        logs.problem("the database failed", why=str(trouble))
    return say(language, f"trouble.{trouble.kind if trouble.kind in TOLD else 'database'}")


def not_stored(trouble: Trouble, language: str) -> str:
    """That something has not happened, and why."""
    return say(language, "trouble.stored", why=reason_of(trouble, language))
