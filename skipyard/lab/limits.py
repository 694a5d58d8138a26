"""Limits and seeds that several commands take as arguments."""

from __future__ import annotations

import math
import os
import secrets

from skipyard.cli import whole_number
from skipyard.lab.sentences import say
from skipyard.lab.store import seed_in
from skipyard.options import Refused


def seconds_of(text: str | None, language: str) -> float | None:
    """The time limit asked for, or None."""
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise Refused(say(language, "match.seconds", text=text))
    return seconds


def seed_of(text: str | None, file: str | None, language: str) -> int:
    """The seed asked for; else that of the unfinished run beside the file, or a fresh one."""
    if text is not None:
        return whole_number(text, "--seed", language=language)
    before = seed_in(file, language) if file else None
    return secrets.randbits(32) if before is None else before


def jobs_of(text: str | None, language: str) -> int:
    """The number of jobs asked for, or one for each core."""
    if text is None:
        return os.cpu_count() or 1
    return whole_number(text, "--jobs", 1, language=language)
