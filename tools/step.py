"""Runs one step of the Makefile: `step.py WHAT SECONDS IF_IT_FAILS -- COMMAND …`.

On a terminal it shows how long the step has taken and about how long it takes; elsewhere one line.
Of steps that run at the same time, one has the terminal's last line and the others print above it.
The output of the command is shown only if it fails, with the sentence IF_IT_FAILS.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
import sys
import tempfile
import time

CLEAR = "\r\x1b[K"


class LastLine:
    """The last line of the terminal, if there is one; one step at a time can have it."""

    def __init__(self) -> None:
        self.terminal, self.is_ours = -1, False
        if sys.stderr.isatty():
            with contextlib.suppress(OSError):  # opened anew: a lock belongs to what was opened
                self.terminal = os.open(os.ttyname(2), os.O_WRONLY | os.O_NOCTTY)

    def take(self) -> bool:
        """Whether we have it now."""
        if not self.is_ours and self.terminal >= 0:
            with contextlib.suppress(OSError):
                fcntl.flock(self.terminal, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self.is_ours = True
        return self.is_ours

    def show(self, text: str) -> None:
        """Show this in the last line, if we have it."""
        if self.take():
            write(CLEAR + text)

    def print_above(self, text: str) -> None:
        """Print a line that stays; a step that has the last line soon shows its own again."""
        write((CLEAR if self.terminal >= 0 else "") + text + "\n")


def write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def main(what: str, usual: float, otherwise: str, command: list[str]) -> int:
    line, started = LastLine(), time.monotonic()
    if not line.take():
        line.print_above(f"{what}, about {usual:.0f} s …")
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        except OSError as why:
            line.print_above(f"{what}: {why}.\n{otherwise}")
            return 1
        try:
            while process.poll() is None:
                line.show(f"{what}: {time.monotonic() - started:.0f} s of about {usual:.0f}")
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(1 if line.terminal >= 0 else None)
        except KeyboardInterrupt:
            process.kill()
            write("\nStopped; the same command goes on from here.\n")
            return 130
        if process.returncode:
            output.seek(0)
            line.print_above(output.read().decode(errors="replace") + f"{what} failed. {otherwise}")
        elif line.terminal >= 0:
            line.print_above(f"{what}: {time.monotonic() - started:.0f} s")
    return process.returncode


if __name__ == "__main__":
    what, seconds, otherwise, dashes, *command = sys.argv[1:]
    assert dashes == "--", __doc__
    sys.exit(main(what, float(seconds), otherwise, command))
