"""The best chains of jumps from a position, for screens: what a turn could take, found in advance.

The search is bounded: a few chains for each skipper, each with an end of its own. It reads colours
by square, row after row.
"""

from typing import Any

from skipyard.core import rule
from skipyard.games.skippity.actions import JUMP_FROM
from skipyard.games.skippity.board import COLOURS, DIRECTIONS, DOWN, RIGHT

LONGEST = 9  # jumps
EACH = 3  # chains of one skipper
VISITS = 160  # jumps tried for one skipper
MOST_VISITS = 2400  # and for all
# A row of `out`: score, rank among its skipper's chains, jumps, sets gained, sets afterwards, then
# the actions and the colours taken, padded with zeros.
SCORE, RANK, JUMPS, GAINED, SETS, HEAD = 0, 1, 2, 3, 4, 5
WIDTH = HEAD + 2 * LONGEST
SET_SCORE, JUMP_SCORE = 100, 2


@rule
def find(squares: Any, size: int, starts: Any, have: Any, path: Any, out: Any) -> int:
    """Write the best chains of each start to `out`; return their count.

    `have` is what the player has captured of each colour; `path` is workspace, LONGEST + 1 rows of
    square, direction to try next, square jumped over, and its colour. All are left as they were.
    """
    n, visits = 0, 0
    for start in starts:
        if visits >= MOST_VISITS or n + EACH > len(out):
            return n
        found, tried = search(squares, size, start, have, path, out, n)
        visits += tried
        n += rank(out, n, found)
    return n


@rule
def search(
    squares: Any, size: int, start: int, have: Any, path: Any, out: Any, first: int
) -> tuple[int, int]:
    """Follow the jumps of one skipper, depth first; return how many chains, and jumps tried."""
    found, tried, depth = 0, 0, 0
    before = sets_in(have)
    jumper = squares[start]
    squares[start] = 0
    path[0, 0], path[0, 1] = start, 0
    while depth >= 0:
        at, direction = path[depth, 0], path[depth, 1]
        if direction == DIRECTIONS or depth == LONGEST or tried >= VISITS:
            depth -= 1
            if depth >= 0:  # take the jump back that led here
                squares[path[depth, 2]] = path[depth, 3]
                have[path[depth, 3] - 1] -= 1
            continue
        path[depth, 1] = direction + 1
        row, column = at // size + 2 * DOWN[direction], at % size + 2 * RIGHT[direction]
        if row < 0 or row >= size or column < 0 or column >= size:
            continue
        over, end = at + DOWN[direction] * size + RIGHT[direction], row * size + column
        if squares[over] == 0 or squares[end] != 0:
            continue
        path[depth, 2], path[depth, 3] = over, squares[over]
        have[squares[over] - 1] += 1
        squares[over] = 0
        depth += 1
        tried += 1
        path[depth, 0], path[depth, 1] = end, 0
        sets = sets_in(have)
        score = SET_SCORE * (sets - before) + JUMP_SCORE * depth
        place = place_for(out, first, found, end, score)
        if place >= 0:
            write(out, first + place, path, size, depth, score, sets - before, sets, end)
            found = max(found, place + 1)
    squares[start] = jumper
    return found, tried


@rule
def sets_in(have: Any) -> int:
    fewest = have[0]
    for colour in range(1, COLOURS):
        fewest = min(fewest, have[colour])
    return fewest


@rule
def place_for(out: Any, first: int, found: int, end: int, score: int) -> int:
    """Where a chain belongs: instead of a worse one with its end, or of the worst; else -1."""
    worst = 0
    for n in range(found):
        if out[first + n, RANK] == end:
            return n if score > out[first + n, SCORE] else -1
        if out[first + n, SCORE] < out[first + worst, SCORE]:
            worst = n
    if found < EACH:
        return found
    return worst if score > out[first + worst, SCORE] else -1


@rule
def write(
    out: Any, n: int, path: Any, size: int, jumps: int, score: int, gained: int, sets: int, end: int
) -> None:
    """Write a chain; until all of its skipper's are known, RANK holds its end."""
    out[n, SCORE], out[n, RANK], out[n, JUMPS] = score, end, jumps
    out[n, GAINED], out[n, SETS] = gained, sets
    for jump in range(LONGEST):
        action, colour = 0, 0
        if jump < jumps:
            at = path[jump, 0]
            action = JUMP_FROM[at // size, at % size, path[jump, 1] - 1]
            colour = path[jump, 3]
        out[n, HEAD + jump] = action
        out[n, HEAD + LONGEST + jump] = colour


@rule
def rank(out: Any, first: int, found: int) -> int:
    """Sort a skipper's chains, the best first; a single jump stays only if it is the best."""
    for n in range(1, found):
        for m in range(first + n, first, -1):
            if out[m, SCORE] > out[m - 1, SCORE]:
                for column in range(WIDTH):
                    out[m, column], out[m - 1, column] = out[m - 1, column], out[m, column]
    kept = 0
    for n in range(first, first + found):
        if n == first or out[n, JUMPS] > 1:
            for column in range(WIDTH):
                out[first + kept, column] = out[n, column]
            out[first + kept, RANK] = kept
            kept += 1
    return kept
