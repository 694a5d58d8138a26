"""What is measured of a server, again and again, from outside."""

from __future__ import annotations

import pathlib
import statistics
from typing import NamedTuple

from skipyard.proofs.shared.clients import send_request

MEGABYTE = 2**20
FIGURES = {
    "process_resident_memory_bytes": "memory",
    "process_open_fds": "files",
    "skipyard_open_tables": "tables",
    "skipyard_sockets": "sockets",
    "skipyard_rows_total": "rows",
}


class Sample(NamedTuple):
    """One measurement."""

    at: float  # seconds since the beginning
    memory: float  # MB of the server process
    workers: float  # MB of its child processes
    files: float  # open file descriptors
    tables: float  # open tables
    sockets: float
    rows: float  # written since the start
    middle: float  # milliseconds of a move, half of them within; of those since the last sample
    slow: float  # the same, 95 % within


def take(url: str, process: int, at: float, answers: list[float]) -> Sample:
    """Measure now."""
    text = send_request("GET", f"{url}/metrics", timeout=30).text
    pairs = (line.split() for line in text.splitlines() if not line.startswith("#"))
    found = {FIGURES[name]: float(value) for name, value in pairs if name in FIGURES}
    cuts = statistics.quantiles(answers, n=20) if len(answers) > 1 else [0.0] * 19
    return Sample(
        at=at,
        memory=found["memory"] / MEGABYTE,
        workers=sum(map(memory_of, children(process))),
        files=found["files"],
        tables=found["tables"],
        sockets=found["sockets"],
        rows=found["rows"],
        middle=1000 * cuts[9],
        slow=1000 * cuts[18],
    )


def children(process: int) -> list[int]:
    """The child processes of a process."""
    listed = pathlib.Path(f"/proc/{process}/task/{process}/children")
    try:
        return [int(number) for number in listed.read_text().split()]
    except OSError:
        return []


def memory_of(process: int) -> float:
    """The resident memory of a process, in MB."""
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    line = next((line for line in status.splitlines() if line.startswith("VmRSS")), "VmRSS: 0 kB")
    return int(line.split()[1]) / 1024
