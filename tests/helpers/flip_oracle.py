"""Finds the legal steps of Flip & Skip independently, by trying them on copies of the board."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from skipyard.core import NONE
from skipyard.games.flip_and_skip.law_data import CORNERS


class Oracle:
    """Finds legal steps by trying them on copies of the board, and chains by recursion."""

    def __init__(self, state: Any) -> None:
        self.s, self.me = state, int(state.turn ^ state.light)
        squares = [n for n in range(64) if state.board[n] != 6]
        self.board = {n: (int(state.board[n]), int(state.coin_at[n])) for n in squares}
        self.chain, self.left = int(state.chain), int(state.steps_left)
        began = [n for i, n in enumerate(CORNERS) if state.began >> i & 1]
        self.owes = [
            n for n in began if self.threat(self.board, n) and (self.walks(n) or self.skips(n))
        ]
        self.debts = len(self.owes)

    def near(self, square: int, distance: int = 1) -> Iterator[tuple[int, int]]:
        row, column = divmod(square, 8)
        for up, right in ((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j):
            r, c = row + distance * up, column + distance * right
            if 0 <= r < 8 and 0 <= c < 8:
                yield r * 8 + c, (row + up) * 8 + column + right

    def threat(self, board: Any, square: int) -> bool:
        face = board[square][0]
        others = [board[n][0] for n, _ in self.near(square) if n in board]
        return any(o // 3 != face // 3 and (o + 1) % 3 == face % 3 for o in others)

    def walks(self, square: int) -> list[int]:
        return [n for n, _ in self.near(square) if n not in self.board]

    def skips(self, square: int, board: Any = None) -> list[tuple[int, int]]:
        """Landing squares and skipped squares."""
        board = self.board if board is None else board
        kind = board[square][0] % 3
        landings = []
        for land, over in self.near(square, 2):
            if over not in board or land in board or board[over][0] % 3 != (kind + 1) % 3:
                continue
            if board[over][0] // 3 != self.me or self.s.capture_own:
                landings.append((land, over))
        return landings

    def after(self, board: Any, source: int, land: int, over: int = NONE) -> Any:
        kept = {n: coin for n, coin in board.items() if n not in (source, over)}
        return kept | {land: board[source]}

    def barred(self, board: Any, square: int) -> bool:
        if square not in CORNERS or self.s.corner_rule == 2:
            return False
        face, coin = board[square]
        again = face // 3 == self.me and int(self.s.entered[self.s.turn]) >> coin & 1
        return bool(again or (self.s.corner_rule == 0 and self.threat(board, square)))

    def settled(self, board: Any) -> bool:
        same = [n for n in self.owes if board.get(n) == self.board[n]]
        return len(same) < self.debts or any(not self.threat(board, n) for n in same)

    def may_settle(self, board: Any, square: int) -> bool:
        """Whether a debt is gone, or skipping on from `square` can make it go."""
        return self.settled(board) or any(
            self.may_settle(self.after(board, square, *to), to[0])
            for to in self.skips(square, board)
        )

    def legal(self) -> set[str]:
        one = self.s.multiskip_cost == 0
        pressed = (
            self.chain != NONE
            and self.debts > self.left
            and self.may_settle(self.board, self.chain)
        )
        hiding = self.chain != NONE and self.barred(self.board, self.chain)
        steps = set()
        for square, (face, _) in self.board.items():
            if face // 3 != self.me and not self.s.move_any:
                continue
            for land in self.walks(square):
                after = self.after(self.board, square, land)
                free = self.debts == 0 or self.debts < self.left or self.settled(after)
                if self.left and free and not (pressed or hiding or self.barred(after, land)):
                    steps.add(f"move {name(square)} to {name(land)}")
            for land, over in self.skips(square):
                after = self.after(self.board, square, land, over)
                if self.barred(after, land) and not (one and self.skips(land, after)):
                    continue
                good = self.may_settle(after, land) if one else self.settled(after)
                if square == self.chain:
                    fine = not pressed or good
                else:
                    fine = self.left > 0 and not pressed and not hiding
                    fine = fine and (self.debts == 0 or self.debts < self.left or good)
                if fine:
                    steps.add(f"skip {name(square)} over {name(over)} to {name(land)}")
        if not hiding and not (self.debts and (self.left or pressed)):
            steps.add("end the turn")
        return steps


def name(square: int) -> str:
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def small_table(chance: random.Random) -> str:
    """A few coins around one corner and its neighbour."""
    squares = [n for n in range(64) if n // 8 < 4 and n % 8 < 4] + [7, 6, 15, 14]
    kinds = ("Stone", "Sword", "Scroll")
    placed = {}
    for square in chance.sample(squares, chance.randint(3, 9)):
        placed[square] = f"{chance.choice('LD')}.{chance.choice(kinds)}"
    for corner, beside in ((0, (1, 8, 9)), (7, (6, 14, 15))):
        if chance.random() < 0.4:  # a coin that has to leave, and what threatens it
            kind = chance.randrange(3)
            placed |= {corner: f"L.{kinds[kind]}", chance.choice(beside): f"D.{kinds[kind - 1]}"}
    if chance.random() < 0.1:  # a chain that may only pass through the corner
        placed = {n: word for n, word in placed.items() if n not in (0, 16)}
        placed |= {2: "L.Stone", 1: "D.Sword", 8: "D.Sword", 9: "D.Scroll"}
    used, coin_texts = Counter[str](), []
    for square, word in placed.items():
        if used[word] < 4:
            used[word] += 1
            coin_texts.append(f"{name(square)} {word}")
    asked = [
        f"corner_rule={chance.choice(('strict', 'strict', 'no_reentry', 'off'))}",
        f"move_any={chance.choice(('false', 'false', 'true'))}",
        f"capture_own={chance.choice(('false', 'false', 'true'))}",
        f"multiskip_cost={chance.choice(('one', 'one', 'each'))}",
    ]
    hand = chance.choice(("-", "D.Stone=AXES"))
    entered = chance.choice(("", "", "L1 L2"))
    lines = {"options": asked, "board": coin_texts, "hand 1": [hand], "entered": [entered]}
    return "\n".join(f"{line}: {', '.join(parts)}" for line, parts in lines.items())
