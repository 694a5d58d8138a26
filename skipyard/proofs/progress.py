"""How far a proof is, on a line of the screen that is written over; only where somebody looks."""

from __future__ import annotations

import sys

WIDTH = 78


def progress(text: str) -> None:
    """Show a text until the next one; an empty one leaves the line blank."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text:<{WIDTH}}" if text else "\r" + WIDTH * " " + "\r")
