"""Skip-Bo MOD keeps score as Skip-Bo does (MOD-33..MOD-35)."""

from skipyard.games.skipbo.match import TARGET, Match, next_dealer

__all__ = ["TARGET", "Match", "next_dealer"]
