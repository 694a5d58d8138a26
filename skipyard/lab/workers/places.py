"""`--on` and `--jobs`: which workers a command asks for."""

from __future__ import annotations

import os

from skipyard import extras
from skipyard.cli import whole_number
from skipyard.lab.sentences import say
from skipyard.lab.workers import Workers
from skipyard.lab.workers.local import Inline, Processes, Threads
from skipyard.options import Refused

LOCAL, RAY = "local", "ray"
SCHEME = f"{RAY}://"


def check(on: str, language: str) -> None:
    """Refuse a place that is not one, or that needs a package which is missing."""
    if on == LOCAL:
        return
    if on != RAY and (not on.startswith(SCHEME) or on == SCHEME):
        raise Refused(say(language, "workers.place", text=on))
    if not extras.is_installed(RAY):
        raise Refused(extras.sentence(RAY, f"`--on {on}`", language))


def jobs_of(text: str | None, language: str) -> int | None:
    """How many tasks to do at a time; None: as many as there are cores."""
    return None if text is None else whole_number(text, "--jobs", 1, language=language)


def threads(on: str, jobs: int | None, language: str) -> Workers:
    """Threads for compiled loops, or a cluster."""
    if on == LOCAL:
        return Threads(jobs or os.cpu_count() or 1)
    return cluster(on, jobs, language)


def processes(on: str, jobs: int | None, language: str) -> Workers:
    """Processes for bots in Python, or a cluster."""
    if on == LOCAL:
        slots = jobs or os.cpu_count() or 1
        return Inline() if slots == 1 else Processes(slots, language)
    return cluster(on, jobs, language)


def cluster(on: str, jobs: int | None, language: str) -> Workers:
    from skipyard.lab.workers.cluster import Cluster

    return Cluster("" if on == RAY else on, jobs, language)
