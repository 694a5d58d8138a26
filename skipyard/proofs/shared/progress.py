"""How far a proof is: on a line of the screen that is written over, or now and then in a log."""

from __future__ import annotations

import sys
import time

WIDTH = 78
SELDOM = 30.0  # seconds between two lines where nobody looks at a screen


class Written:
    """When a line was last written to a log."""

    at = time.monotonic()


def progress(text: str) -> None:
    """Show a text until the next one; an empty one leaves the line blank."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text:<{WIDTH}}" if text else "\r" + WIDTH * " " + "\r")
    elif text and time.monotonic() - Written.at > SELDOM:
        Written.at = time.monotonic()
        sys.stderr.write(text + "\n")
