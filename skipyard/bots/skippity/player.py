"""What a sensible Skippity player does: complete sets, take long chains, and leave little behind.

Each first jump is followed through all its chains; what a chain brings is weighed against the best
that the next player could then take. All of it is tried out on the bot's own view and put back.
Of 800 games between two, the same bot without that second look won 11.
"""

from typing import Any

import numpy as np

from skipyard.bots.registry import GREEDY, RANDOM
from skipyard.bots.skippity.evaluation import worth_in_hand
from skipyard.core import NONE, cheap_below, rule, wide
from skipyard.games.skippity.actions import ACTIONS, JUMP_OF_BIT, MARK, Kind
from skipyard.games.skippity.board import (
    COLOURS,
    DIRECTIONS,
    DOWN,
    EAST,
    RIGHT,
    WEST,
    WORDS_USED,
    board_number,
    can_jump,
    jumpers,
    lift,
    put,
    sets_of,
)
from skipyard.games.skippity.rules import place_of
from skipyard.games.skippity.view import View

FAR_BELOW = -1_000_000
# What skippers are worth: a set much, the first few of a colour beyond the sets something (SK-22).
SET = 70
EXTRA = np.array([0, 10, 18, 24, 28, 31, 33, 35, 36, 37, 38])
MOST_EXTRA = len(EXTRA) - 1
SLACK = 40  # a chain that brings so much less than the best is not looked at further
DEEPEST, MOST_HOPS = 18, 400  # of a chain; of a search
STEP = 3  # bits a jump in a path


@rule
def choose(bot: int, v: View, legal: Any, n: int, dice: Any) -> int:
    """The move of bot number `bot`: the most worthwhile, or any."""
    if bot == RANDOM or n == 1:
        return legal[cheap_below(dice, n)]
    return greedy_move(v, legal, n, dice) if bot == GREEDY else best_move(bot, v, legal, n, dice)


@rule
def greedy_move(v: View, legal: Any, n: int, dice: Any) -> int:
    """The chain that brings most, less what it leaves to the next player."""
    bot = GREEDY
    most, best, chosen, equals = wide(0), FAR_BELOW, legal[0], 0
    for i in range(2 * n):  # twice over: the first time to see how much can be had
        action = legal[i % n]
        move = ACTIONS[action]
        gain, path = best_of_move(bot, v, move)
        most = max(most, gain)
        if i >= n and (gain >= most - SLACK or move.kind != Kind.JUMP):
            found = gain - cost_of_reply(bot, v, move, path, gain - best)
            if move.kind == Kind.PASS and ends_behind(v):
                found = FAR_BELOW
            equals = 1 if found > best else equals + (found == best)
            if found > best or (found == best and cheap_below(dice, equals) == 0):
                best, chosen = found, action  # of equals any: else some openings had one game only
    return chosen


@rule
def best_move(bot: int, v: View, legal: Any, n: int, dice: Any) -> int:
    """Of all chains that begin with a move, also those cut short, the one that leaves most."""
    best, chosen, equals = FAR_BELOW, legal[0], 0
    for i in range(n):
        move = ACTIONS[legal[i]]
        if move.kind == Kind.JUMP:
            found = best_turn(bot, v, move, best)
        elif move.kind == Kind.PASS and ends_behind(v):
            found = FAR_BELOW
        else:
            found = -best_reply(bot, v, -best)
        equals = 1 if found > best else equals + (found == best)
        if found > best or (found == best and cheap_below(dice, equals) == 0):
            best, chosen = found, legal[i]
    return chosen


@rule
def ends_behind(v: View) -> bool:
    """SK-A22  Whether a pass would end the game while somebody is ahead."""
    return v.passes + 1 == v.seats and place_of(v, v.turn) > 1


# What skippers are worth --------------------------------------------------------------------------
@rule
def worth_of(bot: int, v: View, seat: int) -> int:
    """SK-22  Sets, and colours on the way to the next one: the rarest is worth the most."""
    if bot != GREEDY:
        return worth_in_hand(v, seat)
    sets = sets_of(v, seat)
    worth = SET * sets
    for colour in range(COLOURS):
        worth += EXTRA[min(wide(v.captured[seat, colour]) - sets, MOST_EXTRA)]
    return worth


# Trying out jumps ---------------------------------------------------------------------------------
@rule
def hop(v: View, seat: int, row: int, column: int, direction: int) -> int:
    """Jump on the view; the captured colour."""
    down, right = DOWN[direction], RIGHT[direction]
    put(v, row + 2 * down, column + 2 * right, lift(v, row, column))
    colour = lift(v, row + down, column + right)
    v.captured[seat, colour - 1] += 1
    return colour


@rule
def hop_back(v: View, seat: int, row: int, column: int, direction: int, colour: int) -> None:
    """Undo the jump that started from a square."""
    down, right = DOWN[direction], RIGHT[direction]
    put(v, row, column, lift(v, row + 2 * down, column + 2 * right))
    put(v, row + down, column + right, colour)
    v.captured[seat, colour - 1] -= 1


@rule
def walk_on(
    v: View,
    seat: int,
    row: int,
    column: int,
    path: int,
    spoils: int,
    depth: int,
    direction: int,
    may_jump: bool,
) -> Any:
    """One step of a walk through all chains: a jump, a look in another direction, or a jump back.

    Directions (plus one) and colours of the jumps are packed, the first jump in the lowest bits.
    """
    if direction == DIRECTIONS or not may_jump:
        depth -= 1
        direction, colour = (path >> STEP * depth) - 1, spoils >> STEP * depth
        path, spoils = path ^ (direction + 1) << STEP * depth, spoils ^ colour << STEP * depth
        row, column = row - 2 * DOWN[direction], column - 2 * RIGHT[direction]
        hop_back(v, seat, row, column, direction, colour)
        return row, column, path, spoils, depth, direction + 1, False
    if not can_jump(v, row, column, direction):
        return row, column, path, spoils, depth, direction + 1, False
    spoils |= hop(v, seat, row, column, direction) << STEP * depth
    path |= (direction + 1) << STEP * depth
    row, column = row + 2 * DOWN[direction], column + 2 * RIGHT[direction]
    return row, column, path, spoils, depth + 1, wide(0), True


@rule
def best_chain(bot: int, v: View, seat: int, row: int, column: int) -> Any:
    """The most a skipper's chain can bring, which may be none, and its path."""
    before = worth_of(bot, v, seat)
    best, best_path = wide(0), wide(0)
    path, spoils, depth, direction, hops = wide(0), wide(0), wide(0), wide(0), 0
    row, column = wide(row), wide(column)
    while direction < DIRECTIONS or depth > 0:
        may_jump = depth < DEEPEST and hops < MOST_HOPS
        if depth == 0 and not may_jump:
            break
        row, column, path, spoils, depth, direction, arrived = walk_on(
            v, seat, row, column, path, spoils, depth, direction, may_jump
        )
        if arrived:
            hops += 1
            gain = worth_of(bot, v, seat) - before
            if gain > best:
                best, best_path = gain, path
    return best, best_path


@rule
def best_of_move(bot: int, v: View, move: Any) -> Any:
    """SK-21  What a move and the best chain after it bring; that chain's path."""
    if move.kind != Kind.JUMP:
        return wide(0), wide(0)
    before = worth_of(bot, v, v.turn)
    colour = hop(v, v.turn, move.row, move.column, move.direction)
    gain = worth_of(bot, v, v.turn) - before
    more, path = best_chain(bot, v, v.turn, move.to_row, move.to_column)
    hop_back(v, v.turn, move.row, move.column, move.direction, colour)
    return gain + more, path


@rule
def best_turn(bot: int, v: View, move: Any, best: int) -> int:
    """The most that a turn can bring which begins with a jump, less what the next player takes.

    Turns that bring no more than `best` are not looked at further.
    """
    seat = v.turn
    before = worth_of(bot, v, seat)
    colour = hop(v, seat, move.row, move.column, move.direction)
    path, spoils, depth, direction, hops = wide(0), wide(0), wide(0), wide(0), 0
    row, column, arrived = wide(move.to_row), wide(move.to_column), True
    most = FAR_BELOW
    while True:
        if arrived:
            hops += 1
            gain = worth_of(bot, v, seat) - before
            if gain > max(most, best):
                most = max(most, gain - best_reply(bot, v, gain - max(most, best)))
        may_jump = depth < DEEPEST and hops < MOST_HOPS
        if depth == 0 and (direction == DIRECTIONS or not may_jump):
            hop_back(v, seat, move.row, move.column, move.direction, colour)
            return most
        row, column, path, spoils, depth, direction, arrived = walk_on(
            v, seat, row, column, path, spoils, depth, direction, may_jump
        )


# What is left for the others ----------------------------------------------------------------------
@rule
def cost_of_reply(bot: int, v: View, move: Any, path: int, enough: int) -> int:
    """SK-20 SK-23  The most that the next player can take once a move and its chain are made.

    Above `enough` the move is no longer the best, and nothing more is looked for.
    """
    row, column, spoils, depth = wide(move.row), wide(move.column), wide(0), wide(0)
    if move.kind == Kind.JUMP:
        path = path << STEP | move.direction + 1
    while path >> STEP * depth != 0:
        direction = (path >> STEP * depth & 7) - 1
        spoils |= hop(v, v.turn, row, column, direction) << STEP * depth
        row, column = row + 2 * DOWN[direction], column + 2 * RIGHT[direction]
        depth += 1
    found = best_reply(bot, v, enough)
    while depth > 0:
        depth -= 1
        direction = (path >> STEP * depth & 7) - 1
        row, column = row - 2 * DOWN[direction], column - 2 * RIGHT[direction]
        hop_back(v, v.turn, row, column, direction, spoils >> STEP * depth & 7)
    return found


@rule
def best_reply(bot: int, v: View, enough: int) -> int:
    """The most that one chain can bring the next player, or the first found above `enough`."""
    seat, most = (v.turn + 1) % v.seats, wide(0)
    size = board_number(v)
    for word in range(WORDS_USED[size]):
        north, east, south, west = jumpers(v, word)
        found = north | east | south | west
        while found != 0:
            lowest = found & -found
            move = ACTIONS[start_of(size, word, lowest)]
            gain, _ = best_chain(bot, v, seat, move.row, move.column)
            most = max(most, gain)
            if most > enough:
                return most
            found ^= lowest
    return most


@rule
def start_of(size: int, word: int, bit: int) -> int:
    """Any jump from a bit's square: every square has one to the east or to the west."""
    east = JUMP_OF_BIT[size, word, bit % MARK, EAST]
    return east if east != NONE else JUMP_OF_BIT[size, word, bit % MARK, WEST]
