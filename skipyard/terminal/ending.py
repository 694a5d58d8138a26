"""How a round and a match ended, in words and figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from skipyard.core import NOBODY
from skipyard.table.table import Table
from skipyard.terminal.boards.label import label
from skipyard.terminal.sentences import say


def winners_of_round(table: Table) -> list[int]:
    """The seats of the winning side; nobody's in a draw."""
    side = int(table.view(NOBODY).winner)
    if side == NOBODY:
        return []
    sides = int(table.rules.sides(table.state))
    return [seat for seat in range(len(table.seats)) if seat % sides == side]


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
    one_team = len({seat % int(table.rules.sides(table.state)) for seat in winners}) == 1
    key = "end.match_several" if one_team else "end.match_tie"
    players = ", ".join(str(seat + 1) for seat in winners)
    return say(language, key, players=players, points=points)


def scores(table: Table, board: Any, language: str) -> Grid:
    """What the round was worth, and in a match what everybody has."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column(say(language, "screen.player"))
    view = table.view(NOBODY)
    heading, stood = board.standing(view, language)
    grid.add_column(heading, justify="right")
    for key in ("end.round_points", *(["end.total"] if table.match else [])):
        grid.add_column(say(language, key), justify="right")
    for seat, points in enumerate(table.points):
        total = [Text(str(table.match.totals[seat]), style="bold")] if table.match else []
        name = label(table.game, view, table.seats, seat, language)
        grid.add_row(name, stood[seat], str(points), *total)
    return grid
