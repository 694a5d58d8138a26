"""Pauses that are not ours: the threads' are made short, the collector's come when nobody waits.

Hardly anything here needs the collector: what nobody holds is gone at once, unless two things hold
each other. But it goes over all that is new to find that out, 60 ms at a time with 1,000 tables.
"""

from __future__ import annotations

import ctypes
import gc
import os
import platform
import struct
import sys

SWITCH = 0.0002  # seconds until a busy thread makes room for another
SLICE = 100_000  # nanoseconds: the shortest that Linux grants
SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}  # the number of the system call
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


def ask_for_short_slices(thread: int) -> bool:
    """Let a thread that works a little at a time have a core as soon as it wants it.

    Where both want the same core, Linux lets the loop go on until its slice is used up, 3 ms, each
    time that the disk has answered the writer. Whoever asks for shorter slices comes sooner, and
    gets no more in all (since Linux 6.12). Whether the system has heard of it.
    """
    call = SCHED_SETATTR.get(platform.machine()) if sys.platform == "linux" else None
    if call is None or os.sched_getscheduler(thread) != os.SCHED_OTHER:
        return False
    nice = os.getpriority(os.PRIO_PROCESS, thread)
    # struct sched_attr: size, policy, flags, nice, priority, slice, two deadlines.
    command = struct.pack("=IIQiIQQQ", 48, os.SCHED_OTHER, 0, nice, 0, SLICE, 0, 0)
    return bool(ctypes.CDLL(None).syscall(call, thread, command, 0) == 0)


def collect_garbage(quiet: bool) -> bool:
    """Collect garbage where it is time for that and Python does not do so by itself."""
    due = not gc.isenabled() and gc.get_count()[0] > (ENOUGH if quiet else TOO_MANY)
    if due:
        gc.collect()
    return due
