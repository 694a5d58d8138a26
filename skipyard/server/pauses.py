"""Python's own pauses: the threads' are made short, and the collector's come when nobody waits.

Hardly anything here needs the collector: what nobody holds is gone at once, unless two things hold
each other. But it goes over all that is new to find that out, 60 ms at a time with 1,000 tables.
"""

from __future__ import annotations

import gc
import sys

SWITCH = 0.0002  # seconds until a busy thread makes room for another
ENOUGH = 20_000  # objects more than the last time, for which a collection is worth its while
TOO_MANY = 500_000  # objects more than the last time, for which people have to wait


def tune() -> None:
    """For a process that does nothing but serve.

    The writer asks for the interpreter after every step of SQLite, and would wait up to 5 ms each
    time that the loop is busy. What is there when we start stays: the collector need not look.
    """
    sys.setswitchinterval(SWITCH)
    gc.freeze()
    gc.disable()


def tidy_up(quiet: bool) -> bool:
    """Collect garbage where it is time for that and Python does not do so by itself."""
    due = not gc.isenabled() and gc.get_count()[0] > (ENOUGH if quiet else TOO_MANY)
    if due:
        gc.collect()
    return due
