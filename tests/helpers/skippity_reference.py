"""A reference implementation of Skippity in plain Python, with a dictionary for a board.

It shares no code with the game; it only reads positions as text.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

Square = tuple[int, int]
LETTERS = "abcdefghijklmnopqrst"


def name(square: Square) -> str:
    return f"{LETTERS[square[1]]}{square[0] + 1}"


@dataclass
class Reference:
    """A table of Skippity."""

    size: int
    seats: int
    turn: int
    board: dict[Square, str]
    captured: list[list[str]]
    allow_pass: bool = False
    undo: bool = False
    hundred: bool = False
    jumper: Square | None = None
    passes: int = 0
    over: bool = False
    turns: int = field(default=0)

    def jumps_from(self, start: Square) -> list[tuple[Square, Square, Square]]:
        """Start, jumped square and end of every jump of one skipper."""
        jumps = []
        if start in self.board:
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                over = (start[0] + down, start[1] + right)
                end = (over[0] + down, over[1] + right)
                on_board = 0 <= end[0] < self.size and 0 <= end[1] < self.size
                if on_board and over in self.board and end not in self.board:
                    jumps.append((start, over, end))
        return jumps

    def all_jumps(self) -> list[tuple[Square, Square, Square]]:
        return [jump for square in self.board for jump in self.jumps_from(square)]

    def legal(self) -> set[str]:
        """The legal moves in words."""
        if self.over:
            return set()
        if self.jumper is not None:
            jumps, more = self.jumps_from(self.jumper), {"end the turn"}
        else:
            jumps, more = self.all_jumps(), {"pass"} if self.allow_pass else set()
        return {f"jump {name(start)} to {name(end)}" for start, _, end in jumps} | more

    def play(self, words: str) -> None:
        if words == "pass":
            self.passes += 1
            if self.passes == self.seats:
                self.over = True
            else:
                self.turn = (self.turn + 1) % self.seats
            return
        if words == "end the turn":
            self.next_turn()
            return
        start, over, end = next(
            jump for jump in self.all_jumps() if words == f"jump {name(jump[0])} to {name(jump[2])}"
        )
        self.board[end] = self.board.pop(start)
        self.captured[self.turn].append(self.board.pop(over))
        self.jumper, self.passes = end, 0
        if not self.undo and not self.jumps_from(end):
            self.next_turn()

    def next_turn(self) -> None:
        self.jumper = None
        self.turns += 1
        if self.all_jumps():
            self.turn = (self.turn + 1) % self.seats
        else:
            self.over = True

    def result(self, seat: int) -> tuple[int, ...]:
        """What players are ranked by."""
        mine = self.captured[seat]
        sets = min(mine.count(colour) for colour in "ROYGB")
        if self.hundred:
            return (100 * sets + len(mine) - 5 * sets,)
        return sets, len(mine)

    def places(self) -> list[int]:
        results = [self.result(seat) for seat in range(self.seats)]
        return [1 + sum(other > mine for other in results) for mine in results]

    def rows(self) -> list[str]:
        """The board as a position writes it."""
        lines = range(self.size)
        return [
            f"row {row + 1}: " + " ".join(self.board.get((row, column), ".") for column in lines)
            for row in lines
        ]


def read(text: str) -> Reference:
    """A table from the text of a position that has just been dealt."""
    lines = dict(row.split(": ") for row in text.splitlines())
    options = dict(part.split("=") for part in lines.get("options", "").split(", ") if part)
    size, seats = int(options.get("size", 10)), int(lines["seats"])
    board = {
        (row, column): letter
        for row in range(size)
        for column, letter in enumerate(lines[f"row {row + 1}"].split())
        if letter != "."
    }
    return Reference(
        size,
        seats,
        int(lines["turn"]) - 1,
        board,
        [[] for _ in range(seats)],
        allow_pass=options.get("allow_pass") == "true",
        undo=options.get("undo") == "true",
        hundred=options.get("scoring") == "hundred",
    )


def random_board(chance: random.Random) -> Reference:
    """Random skippers on a board of any size, densely or sparsely."""
    size, share = chance.choice(range(6, 21, 2)), chance.random()
    board = {
        (row, column): chance.choice("ROYGB")
        for row in range(size)
        for column in range(size)
        if chance.random() < share
    }
    return Reference(size, 2, 0, board, [[], []])
