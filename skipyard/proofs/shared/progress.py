"""Shows progress on one line of the screen, or now and then as a line in a log."""

from __future__ import annotations

import sys
import time

WIDTH = 78
LOG_INTERVAL = 30.0  # seconds between two lines in a log


class LastLine:
    """When the last line was written to a log."""

    at = time.monotonic()


def progress(text: str) -> None:
    """Show a text until the next one; an empty text clears the line."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text:<{WIDTH}}" if text else "\r" + WIDTH * " " + "\r")
    elif text and time.monotonic() - LastLine.at > LOG_INTERVAL:
        LastLine.at = time.monotonic()
        sys.stderr.write(text + "\n")
