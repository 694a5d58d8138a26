"""A match: rounds are played until somebody has 500 points; both books say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

TARGET = 500  # SB-41 MOD-35


@dataclass
class Match:
    """The points of the rounds so far, per seat; partners score together (SB-A20)."""

    seats: int
    max_rounds: int = 0  # SB-A22  0: no limit
    rounds: list[list[int]] = field(default_factory=list)

    def add(self, points: Sequence[int]) -> None:
        """Add the points of a finished round: SB-39 SB-40 MOD-33 MOD-34."""
        self.rounds.append(list(points))

    @property
    def totals(self) -> list[int]:
        return [sum(points[seat] for points in self.rounds) for seat in range(self.seats)]

    @property
    def over(self) -> bool:
        """SB-41 MOD-35  Somebody has 500, or (SB-A22) the agreed rounds are played."""
        return max(self.totals) >= TARGET or 0 < self.max_rounds <= len(self.rounds)

    @property
    def winners(self) -> list[int]:
        """The seats with the most points; SB-A46  equal totals are a tie, all are named."""
        best = max(self.totals)
        return [seat for seat, points in enumerate(self.totals) if points == best]


def next_dealer(dealt_by: int, seats: int) -> int:
    """SB-A17 MOD-A23  The deal passes to the left."""
    return (dealt_by + 1) % seats
