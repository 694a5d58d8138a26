"""Shorten thread switches and defer garbage collection.

Reference counting frees nearly everything here; only cycles need the collector, and sockets that
come and go leave most of them. A full collection holds up the loop for 0.3 s with 1,000 tables, so
it runs when nobody plays, and rarely.
"""

from __future__ import annotations

import ctypes
import gc
import os
import platform
import struct
import sys

SWITCH_INTERVAL = 0.0002  # seconds until a busy thread lets another run
SLICE_LENGTH = 100_000  # nanoseconds; the shortest that Linux grants
SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}  # the number of the system call
THRESHOLD = 10_000  # new objects that make it worthwhile to look at them, which takes some 8 ms
NEW, OLDEST = 1, 2  # generations of the collector


def tune() -> None:
    """Tune a process that does nothing but serve.

    The writer thread needs the interpreter lock after every step of SQLite; with the default switch
    interval it would wait up to 5 ms each time that the loop is busy. Objects that exist at the
    start stay, so the collector need not scan them.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.freeze()
    gc.disable()


def request_short_slices(thread: int) -> bool:
    """Ask Linux for short scheduler slices for a thread; whether it granted them.

    When the disk has answered and the writer shares a core with the loop, Linux lets the loop
    finish its slice of 3 ms first. A thread with shorter slices is scheduled sooner, and gets no
    more time in all (since Linux 6.12).
    """
    call = SCHED_SETATTR.get(platform.machine()) if sys.platform == "linux" else None
    if call is None or os.sched_getscheduler(thread) != os.SCHED_OTHER:
        return False
    nice = os.getpriority(os.PRIO_PROCESS, thread)
    # struct sched_attr: size, policy, flags, nice, priority, slice, two deadlines.
    attributes = struct.pack("=IIQiIQQQ", 48, os.SCHED_OTHER, 0, nice, 0, SLICE_LENGTH, 0, 0)
    return bool(ctypes.CDLL(None).syscall(call, thread, attributes, 0) == 0)


def collect_garbage(full: bool) -> bool:
    """Collect garbage if enough has piled up and `tune` has turned the automatic way off.

    Unless it is to be full, only what is new is looked at.
    """
    if gc.isenabled():
        return False
    new, _, collections = gc.get_count()  # objects; collections of `NEW` since the last full one
    due = new > THRESHOLD or (full and collections > 0)
    if due:
        gc.collect(OLDEST if full else NEW)
    return due
