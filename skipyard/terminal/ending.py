"""How a round and a match ended, in words and figures."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table as Grid
from rich.text import Text

from skipyard.core import NOBODY
from skipyard.table.table import Table
from skipyard.terminal.screen import Screen
from skipyard.terminal.sentences import say


def winners_of_round(table: Table) -> list[int]:
    """The seats of the winning side; nobody's in a draw."""
    side = int(table.view(NOBODY).winner)
    if side == NOBODY:
        return []
    half = len(table.seats) // 2
    return [side, side + half] if table.chosen["teams"] else [side]


def round_result(table: Table, people: Sequence[int], language: str) -> str:
    """Who won the round."""
    winners = winners_of_round(table)
    if not winners:
        return say(language, "end.draw")
    if list(people) == winners:
        return say(language, "end.you")
    if len(winners) == 1:
        return say(language, "end.player", player=winners[0] + 1)
    return say(language, "end.team", player=winners[0] + 1, partner=winners[1] + 1)


def match_result(table: Table, language: str) -> str:
    """Who won the match: one player, one team, or several who have as much (SB-A46)."""
    winners, points = table.match.winners, max(table.match.totals)
    if len(winners) == 1:
        return say(language, "end.match", player=winners[0] + 1, points=points)
    one_team = table.chosen["teams"] and winners[1:] == [winners[0] + len(table.seats) // 2]
    key = "end.match_several" if one_team else "end.match_tie"
    players = ", ".join(str(seat + 1) for seat in winners)
    return say(language, key, players=players, points=points)


def scores(table: Table, screen: Screen, language: str) -> Grid:
    """What the round was worth, and in a match what everybody has."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column(say(language, "screen.player"))
    for key in ("screen.left", "end.round_points", *(["end.total"] if table.match else [])):
        grid.add_column(say(language, key), justify="right")
    left = table.view(NOBODY).stock_left
    for seat, points in enumerate(table.points):
        total = [Text(str(table.match.totals[seat]), style="bold")] if table.match else []
        grid.add_row(screen.label(seat), str(left[seat]), str(points), *total)
    return grid
