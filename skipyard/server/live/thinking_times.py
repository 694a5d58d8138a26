"""How long bots think, so that a person never waits long for several bots in a row."""

from __future__ import annotations

from skipyard.table import pace
from skipyard.table.host import Host

NEWEST = 0.3  # the weight of the latest measurement


class ThinkingTimes:
    """The usual time of each bot for a move with its whole budget, as measured here."""

    def __init__(self) -> None:
        self.usual: dict[tuple[str, str], float] = {}  # milliseconds, by game and bot

    def effort(self, host: Host, game_name: str, bot: str) -> float:
        """The part of its budget that a bot spends now: all of it, unless a person would wait.

        The first bot after a person's move has its whole budget, later ones what fits the pace.
        """
        usual = self.usual.get((game_name, bot), 0.0)
        if not (host.people_playing and host.bot_moves):
            return 1.0
        return min(1.0, pace.thinking(host.pace, host.bot_moves) / max(usual, 1.0))

    def note(self, game_name: str, bot: str, milliseconds: float, effort: float) -> None:
        """Take a measurement into account."""
        whole, key = milliseconds / effort, (game_name, bot)
        self.usual[key] = self.usual.get(key, whole) * (1 - NEWEST) + whole * NEWEST
