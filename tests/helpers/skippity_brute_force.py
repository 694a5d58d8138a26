"""Solves Skippity endings by trying every move; the bots' endings are compared with it.

Plain Python without pruning; shares no code with the rules or the search.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from helpers import skippity_reference

COLOURS = "ROYGB"
WIN, SET = 10_000_000, 1_000
SHARED_WIN, PLACE = 1_000_000, 1_000
Values = tuple[int, ...]
Captured = tuple[tuple[int, ...], ...]
Position = tuple[bytes, Captured, int, int | None]  # board, captured, turn, this turn's jumper


class TooLarge(Exception):
    """Too many positions for a test."""


@functools.cache
def ways(size: int) -> list[list[tuple[int, int]]]:
    """The squares jumped and reached from each square, going in each direction."""
    steps_from = []
    for square in range(size * size):
        row, column = divmod(square, size)
        steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
        ends = [(row + 2 * down, column + 2 * right) for down, right in steps]
        steps_from.append(
            [
                (square + down * size + right, end[0] * size + end[1])
                for (down, right), end in zip(steps, ends, strict=True)
                if min(end) >= 0 and max(end) < size
            ]
        )
    return steps_from


def position_of(table: skippity_reference.Reference) -> Position:
    """The position of a table as a hashable tuple."""
    board = bytearray(table.size * table.size)
    for (row, column), letter in table.board.items():
        board[row * table.size + column] = 1 + COLOURS.index(letter)
    captured = tuple(tuple(held.count(colour) for colour in COLOURS) for held in table.captured)
    jumper = table.jumper and table.jumper[0] * table.size + table.jumper[1]
    return bytes(board), captured, table.turn, jumper


class Endings:
    """Solves positions, each once."""

    def __init__(self, size: int, most: int) -> None:
        self.ways, self.most = ways(size), most
        self.names = [skippity_reference.name(divmod(n, size)) for n in range(size * size)]
        self.seen: dict[Position, tuple[Values, int]] = {}

    def jumps(self, board: bytes | bytearray, start: int) -> Iterator[tuple[int, int]]:
        for over, end in self.ways[start]:
            if board[over] and not board[end]:
                yield over, end

    def followers(self, position: Position) -> Iterator[tuple[str, Position, bool]]:
        """Each move in words, where it leads, and whether it is a jump; none: the game is over."""
        board, captured, turn, jumper = position
        following = (turn + 1) % len(captured)
        starts = [n for n, colour in enumerate(board) if colour] if jumper is None else [jumper]
        for start in starts:
            for over, end in self.jumps(board, start):
                after = bytearray(board)
                after[end], after[start], after[over] = board[start], 0, 0
                goes_on = any(True for _ in self.jumps(after, end))
                next_one = (turn, end) if goes_on else (following, None)
                words = f"jump {self.names[start]} to {self.names[end]}"
                yield words, (bytes(after), with_one(captured, turn, board[over]), *next_one), True
        if jumper is not None:
            yield "end the turn", (board, captured, following, None), False

    def solve(self, position: Position) -> tuple[Values, int]:
        """What a position is worth to each seat, and the most jumps that may still be made."""
        if position not in self.seen:
            if len(self.seen) > self.most:
                raise TooLarge
            self.seen[position] = self.look(position)
        return self.seen[position]

    def look(self, position: Position) -> tuple[Values, int]:
        best: Values | None = None
        jumps = 0
        for _, after, is_jump in self.followers(position):
            values, more = self.solve(after)
            jumps = max(jumps, more + is_jump)
            if best is None or prefers(position[2], values, best):
                best = values
        return (finals(position[1]), 0) if best is None else (best, jumps)


def with_one(captured: Captured, seat: int, colour: int) -> Captured:
    """What everybody has when a seat has captured one more of a colour, counted from 1."""
    mine = captured[seat]
    more = (*mine[: colour - 1], mine[colour - 1] + 1, *mine[colour:])
    return (*captured[:seat], more, *captured[seat + 1 :])


def prefers(me: int, one: Values, other: Values) -> bool:
    """More for oneself; then less for the next player, and so on round the table."""
    order = [one[me] - other[me]]
    order += [other[(me + i) % len(one)] - one[(me + i) % len(one)] for i in range(1, len(one))]
    return next((step for step in order if step), 0) > 0


def finals(captured: Captured) -> Values:
    """The result of a game that is over, to each seat."""
    results = [(min(held), sum(held)) for held in captured]
    places = [1 + sum(other > mine for other in results) for mine in results]
    if len(captured) == 2:
        ahead = SET * (results[0][0] - results[1][0]) + results[0][1] - results[1][1]
        won = WIN * (places[1] - places[0])
        return (won + ahead, -won - ahead) if won else (0, 0)
    shared = SHARED_WIN // places.count(1)
    return tuple(shared if place == 1 else PLACE * (len(places) - place) for place in places)
