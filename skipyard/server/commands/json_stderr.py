"""Standard error of a server has JSON lines and nothing else, whoever writes to it.

Our own log writes JSON. What libraries, child processes and crashed threads print goes through a
pipe, and each line of it becomes the text of a JSON line. A terminal is left as it is.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from collections.abc import Iterator
from typing import BinaryIO

from skipyard.server import logs

STDERR = 2
PRINTED = "printed"  # the event of a line that is not ours
DRAIN_TIMEOUT = 1.0  # seconds that child processes may keep the pipe open at the end


def is_log_line(line: bytes) -> bool:
    """Whether a line comes from the log of a worker process."""
    try:
        return line.startswith(b"{") and "event" in json.loads(line)
    except ValueError:
        return False


class Pipe:
    """Takes the place of standard error until it is closed."""

    def __init__(self) -> None:
        self.terminal = os.dup(STDERR)  # the real one, which child processes do not get
        reading, writing = os.pipe()
        os.dup2(writing, STDERR, inheritable=True)
        os.close(writing)
        self.stream = os.fdopen(os.dup(self.terminal), "w", encoding="utf-8", buffering=1)
        logs.write_to(self.stream)
        self.thread = threading.Thread(target=self.read, args=(os.fdopen(reading, "rb"),))
        self.thread.daemon = True
        self.thread.start()

    def read(self, lines: BinaryIO) -> None:
        for line in lines:
            if is_log_line(line):
                os.write(self.terminal, line)
            elif text := line.decode(errors="replace").strip():
                logs.warn(PRINTED, text=text)

    def close(self) -> None:
        """Give standard error back, once."""
        if self.thread.is_alive() and os.fstat(STDERR).st_ino != os.fstat(self.terminal).st_ino:
            sys.stderr.flush()
            os.dup2(self.terminal, STDERR, inheritable=True)
            self.thread.join(DRAIN_TIMEOUT)
            logs.write_to(None)
            self.stream.close()
            os.close(self.terminal)


def is_terminal_or_replaced() -> bool:
    """Whether a person reads standard error, or a test has replaced it."""
    try:
        return sys.stderr.fileno() != STDERR or sys.stderr.isatty()
    except (OSError, ValueError):
        return True


@contextlib.contextmanager
def json_stderr() -> Iterator[bool]:
    """Within the block everything on standard error is JSON; whether that is so."""
    if is_terminal_or_replaced():
        yield False
        return
    OPEN.append(Pipe())
    try:
        yield True
    finally:
        restore()


OPEN: list[Pipe] = []


def restore() -> None:
    """Give standard error back before this process ends or is replaced."""
    while OPEN:
        OPEN.pop().close()
