"""The results of a game, a round or a match, in words and a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.table import Table as Grid
from rich.text import Text

from skipyard.seats import NOBODY
from skipyard.table.table import Table
from skipyard.terminal.boards.label import label
from skipyard.terminal.sentences import say


def winners_of_round(table: Table) -> list[int]:
    """The seats of the winning side; none in a draw."""
    side = int(table.view(NOBODY).winner)
    if side == NOBODY:
        return []
    sides = int(table.rules.sides(table.state))
    return [seat for seat in range(len(table.seats)) if seat % sides == side]


def places(table: Table) -> list[int]:
    """Each seat's place from 1, if the game has places; equal seats share one."""
    if not hasattr(table.rules, "places"):
        return []
    out = np.zeros(len(table.seats), np.int64)
    table.rules.places(table.state, out)
    return [int(place) for place in out]


def round_result(table: Table, people: Sequence[int], language: str) -> str:
    """Who won: the round of a match, or else the game."""
    what = "game_end" if table.match is None else "round_end"
    winners = winners_of_round(table)
    if not winners:
        return draw_result(table, what, language)
    if list(people) == winners:
        return say(language, f"{what}.you")
    if len(winners) == 1:
        return say(language, f"{what}.player", player=winners[0] + 1)
    return say(language, f"{what}.team", player=winners[0] + 1, partner=winners[1] + 1)


def draw_result(table: Table, what: str, language: str) -> str:
    """A draw, and between whom if others are behind (SK-A16 ST-A60)."""
    first = [seat + 1 for seat, place in enumerate(places(table)) if place == 1]
    if 0 < len(first) < len(table.seats):
        return say(language, "game_end.tie", players=", ".join(map(str, first)))
    return say(language, f"{what}.draw")


def match_result(table: Table, language: str) -> str:
    """Who won the match: one player, one team, or several with equal points (SB-A46)."""
    winners, points = table.match.winners, max(table.match.totals)
    if len(winners) == 1:
        return say(language, "end.match", player=winners[0] + 1, points=points)
    one_team = len({seat % int(table.rules.sides(table.state)) for seat in winners}) == 1
    key = "end.match_several" if one_team else "end.match_tie"
    players = ", ".join(str(seat + 1) for seat in winners)
    return say(language, key, players=players, points=points)


def scores(table: Table, board: Any, language: str) -> Grid:
    """How everybody stood, with places and points if the game has them, and a match's totals."""
    view = table.view(NOBODY)
    heading, stood = board.standing(view, language)
    names = [label(table.game, view, table.seats, seat, language) for seat in range(len(stood))]
    columns: list[tuple[str, Sequence[object]]] = [(heading, stood)]
    if place_of := places(table):
        columns.append((say(language, "end.place"), place_of))
    if board.POINTS:
        key = "end.points" if table.match is None else "end.round_points"
        columns.append((say(language, key), table.points))
    if table.match is not None:
        totals = [Text(str(total), style="bold") for total in table.match.totals]
        columns.append((say(language, "end.total"), totals))
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column(say(language, "screen.player"))
    for name, _ in columns:
        grid.add_column(name, justify="right")
    for seat, name in enumerate(names):
        cells = [column[seat] for _, column in columns]
        grid.add_row(name, *(c if isinstance(c, Text) else str(c) for c in cells))
    return grid
