"""A command of ours in a real terminal, to be interrupted."""

from __future__ import annotations

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Mapping

ENDS_WITHIN = 60  # seconds on a busy machine; a command that plays on would take minutes
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}
CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
MAIN = ["-m", "skipyard"]
NO_MORE: Mapping[str, str] = {}


def take_terminal() -> None:
    """In the child: heed SIGINT, and let Ctrl-C in the terminal send it to all its processes."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class RunningCommand:
    """The command with a terminal for standard input and errors, and a file for its output."""

    def __init__(
        self, *args: str, python: list[str] = MAIN, environment: Mapping[str, str] = NO_MORE
    ) -> None:
        self.master, slave = pty.openpty()
        self.file = tempfile.NamedTemporaryFile("w+")  # noqa: SIM115  __exit__ closes it
        self.process = subprocess.Popen(
            [sys.executable, *python, *args],
            stdin=slave,
            stdout=self.file,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", "LANG": "en", **environment},
            start_new_session=True,
            preexec_fn=take_terminal,
        )
        os.close(slave)
        self.terminal = ""

    def __enter__(self) -> RunningCommand:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.master)
        self.file.close()

    def wait_for(self, pattern: str, seconds: float = 120) -> None:
        """Wait until this is on the terminal or in the output."""
        end = time.monotonic() + seconds
        while not re.search(pattern, self.terminal + self.output):
            assert time.monotonic() < end, self.terminal + self.output
            assert self.read(0.1) or self.process.poll() is None, self.terminal + self.output

    def read(self, seconds: float) -> bool:
        """Read what comes within some seconds; whether something came."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            content = os.read(self.master, 1 << 16)
        except OSError:  # the other end is closed
            return False
        self.terminal += CODES.sub("", content.decode(errors="replace"))
        return bool(content)

    @property
    def output(self) -> str:
        return pathlib.Path(self.file.name).read_text("utf-8")

    def press_ctrl_c(self) -> None:
        """Type Ctrl-C: the terminal interrupts the command and its child processes."""
        os.write(self.master, b"\x03")

    def send(self, number: int) -> None:
        """Send a signal to the command alone."""
        os.kill(self.process.pid, number)

    def status(self) -> int:
        """The exit status, after the command and all its child processes have ended."""
        end = time.monotonic() + ENDS_WITHIN
        while self.process.poll() is None or self.is_group_alive():
            self.read(0.05)
            assert time.monotonic() < end, f"it does not end: {self.terminal}{self.output}"
        while self.read(0.05):
            pass
        assert "Traceback" not in self.terminal + self.output, self.terminal
        assert "Warning" not in self.terminal, self.terminal
        return self.process.returncode

    def is_group_alive(self) -> bool:
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def last_line(self) -> str:
        return self.terminal.replace("\r", "\n").strip().splitlines()[-1]
