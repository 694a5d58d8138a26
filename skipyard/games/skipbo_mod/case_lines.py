"""Skip-Bo MOD chooses the dealer as Skip-Bo does (MOD-A23)."""

from skipyard.games.skipbo.case_lines import lines_of_deal

__all__ = ["lines_of_deal"]
