"""Runs one step of the Makefile: `step.py WHAT SECONDS IF_IT_FAILS -- COMMAND …`.

On a terminal it shows how long the step has taken and about how long it takes; elsewhere one line.
The output of the command is shown only if it fails, with the sentence IF_IT_FAILS.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time


def main(what: str, usual: float, otherwise: str, command: list[str]) -> int:
    shows = sys.stderr.isatty()
    if not shows:
        sys.stderr.write(f"{what}, about {usual:.0f} s …\n")
    started = time.monotonic()
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        except OSError as why:
            sys.stderr.write(f"{what}: {why}.\n{otherwise}\n")
            return 1
        try:
            while process.poll() is None:
                taken = time.monotonic() - started
                if shows:
                    sys.stderr.write(f"\r\x1b[K{what}: {taken:.0f} s of about {usual:.0f}")
                    sys.stderr.flush()
                try:
                    process.wait(1 if shows else None)
                except subprocess.TimeoutExpired:
                    continue
        except KeyboardInterrupt:
            process.kill()
            sys.stderr.write("\nStopped; the same command goes on from here.\n")
            return 130
        if shows:
            sys.stderr.write("\r\x1b[K")
        if process.returncode:
            output.seek(0)
            sys.stderr.write(output.read().decode(errors="replace"))
            sys.stderr.write(f"{what} failed. {otherwise}\n")
    return process.returncode


if __name__ == "__main__":
    what, seconds, otherwise, dashes, *command = sys.argv[1:]
    assert dashes == "--", __doc__
    sys.exit(main(what, float(seconds), otherwise, command))
