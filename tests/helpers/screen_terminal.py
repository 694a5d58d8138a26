"""A real terminal for tests: a program in a pseudo-terminal, its screen read by an emulator."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

import pyte

COMMAND = (sys.executable, "-m", "skipyard")
LIMIT = 240.0  # seconds to wait for something that must come
QUIET = 0.05  # seconds without output, after which a screen is taken as drawn
CHUNK = 1 << 16


class ScreenTerminal:
    """A running command, what it shows, and a keyboard and a mouse for it."""

    def __init__(
        self, args: Sequence[str], columns: int, lines: int, environment: Mapping[str, str]
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.stream, self.raw = pyte.ByteStream(self.screen), bytearray()
        self.master, follower = pty.openpty()
        self.resize(columns, lines)
        self.process = subprocess.Popen(
            [*COMMAND, *args],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=dict(environment),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(follower)

    # What it shows --------------------------------------------------------------------------------
    def read(self, seconds: float) -> bool:
        """Take what comes within a time; whether anything did."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            some = os.read(self.master, CHUNK)
        except OSError:  # the program has closed the terminal
            return False
        self.raw += some
        # pyte does not know the keyboard protocol that Textual asks for, and prints its letters
        self.stream.feed(some.replace(b"\x1b[>1u", b"").replace(b"\x1b[<u", b""))
        return bool(some)

    @property
    def lines(self) -> list[str]:
        return [str(line) for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def settle(self) -> str:
        """Read until nothing more comes for a moment; the text."""
        while self.read(QUIET):
            pass
        return self.text

    def wait_for(self, fits: Callable[[str], bool], what: str, limit: float = LIMIT) -> str:
        """Read until the text fits; the text."""
        end = time.monotonic() + limit
        while not fits(self.settle()):
            if time.monotonic() > end or (not self.is_running and not self.read(QUIET)):
                raise AssertionError(f"no {what} in:\n{self.text}")
        return self.text

    def wait_for_change(self, before: str, limit: float) -> str:
        """Read until the text differs, or the program ends, or a while has passed."""
        end = time.monotonic() + limit
        while self.settle() == before and self.is_running and time.monotonic() < end:
            pass
        return self.text

    def wait_until_left(self) -> int:
        """Read until the program ends; its exit status."""
        end = time.monotonic() + LIMIT
        while self.is_running and time.monotonic() < end:
            self.read(QUIET)
        self.settle()
        return self.process.wait(1)

    # Keyboard and mouse ---------------------------------------------------------------------------
    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def click(self, column: int, line: int) -> None:
        """Press and release the left button, counting from 0."""
        at = f"{column + 1};{line + 1}"
        self.press(f"\x1b[<0;{at}M\x1b[<0;{at}m")

    def resize(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.screen.resize(lines, columns)

    def close(self) -> None:
        if self.is_running:
            self.process.kill()
        self.process.wait()
        os.close(self.master)


@contextlib.contextmanager
def screen_terminal(
    args: Sequence[str], home: pathlib.Path, columns: int = 80, lines: int = 24, **more: str
) -> Iterator[ScreenTerminal]:
    """A command in a terminal, for a user without saves."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    environment = kept | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    environment |= {"XDG_DATA_HOME": str(home), "LC_ALL": "C.UTF-8"} | more
    terminal = ScreenTerminal(args, columns, lines, environment)
    try:
        yield terminal
    finally:
        terminal.close()
