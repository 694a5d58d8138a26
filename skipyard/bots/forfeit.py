"""A bot that breaks down loses its game."""

from __future__ import annotations

from skipyard.options import Refused


class Forfeit(Refused):
    """A sentence that says how a bot lost its game: an illegal move, a crash, too much time."""
