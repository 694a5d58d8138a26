"""Players of Skippity: complete sets, take long chains, and leave little for the next player.

Each first jump is followed through all its chains; a chain's gain is weighed against the most that
the next player could then take. Everything is tried on the bot's own view and undone. In 800 games
between two, the same bot without looking at the reply won 11.
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

LEAST = -1_000_000
# Worth of a set, and of the first few skippers of a colour beyond the sets (SK-22).
SET = 70
EXTRA = np.array([0, 10, 18, 24, 28, 31, 33, 35, 36, 37, 38])
MOST_EXTRA = len(EXTRA) - 1
MARGIN = 40  # a chain that gains this much less than the best is dropped
LONGEST_CHAIN, MOST_HOPS = 18, 400  # jumps of a chain; jumps tried in a search
JUMP_BITS = 3  # of a jump in a path


@rule
def choose(bot: int, v: View, legal: Any, n: int, dice: Any) -> int:
    """The move of bot number `bot`: the one worth most, or a random one."""
    if bot == RANDOM or n == 1:
        return legal[cheap_below(dice, n)]
    return greedy_move(v, legal, n, dice) if bot == GREEDY else best_move(bot, v, legal, n, dice)


@rule
def greedy_move(v: View, legal: Any, n: int, dice: Any) -> int:
    """The move with the most gain, minus what it leaves to the next player."""
    bot = GREEDY
    most, best, chosen, equals = wide(0), LEAST, legal[0], 0
    for i in range(2 * n):  # two passes: the first finds the largest gain
        action = legal[i % n]
        move = ACTIONS[action]
        gain, path = best_of_move(bot, v, move)
        most = max(most, gain)
        if i >= n and (gain >= most - MARGIN or move.kind != Kind.JUMP):
            value = gain - cost_of_reply(bot, v, move, path, gain - best)
            if move.kind == Kind.PASS and ends_behind(v):
                value = LEAST
            equals = 1 if value > best else equals + (value == best)
            if value > best or (value == best and cheap_below(dice, equals) == 0):
                best, chosen = value, action  # ties at random: or some openings had only one game
    return chosen


@rule
def best_move(bot: int, v: View, legal: Any, n: int, dice: Any) -> int:
    """The move whose best turn, chains cut short included, is worth most after the reply."""
    best, chosen, equals = LEAST, legal[0], 0
    for i in range(n):
        move = ACTIONS[legal[i]]
        if move.kind == Kind.JUMP:
            value = best_turn(bot, v, move, best)
        elif move.kind == Kind.PASS and ends_behind(v):
            value = LEAST
        else:
            value = -best_reply(bot, v, -best)
        equals = 1 if value > best else equals + (value == best)
        if value > best or (value == best and cheap_below(dice, equals) == 0):
            best, chosen = value, legal[i]
    return chosen


@rule
def ends_behind(v: View) -> bool:
    """SK-A22  Whether a pass would end the game while somebody is ahead."""
    return v.passes + 1 == v.seats and place_of(v, v.turn) > 1


# Worth of captures --------------------------------------------------------------------------------
@rule
def worth_of(bot: int, v: View, seat: int) -> int:
    """SK-22  The worth of a player's captures: sets, and colours towards the next one."""
    if bot != GREEDY:
        return worth_in_hand(v, seat)
    sets = sets_of(v, seat)
    worth = SET * sets
    for colour in range(COLOURS):
        worth += EXTRA[min(wide(v.captured[seat, colour]) - sets, MOST_EXTRA)]
    return worth


# Trying jumps -------------------------------------------------------------------------------------
@rule
def hop(v: View, seat: int, row: int, column: int, direction: int) -> int:
    """Jump on the view; return the captured colour."""
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
def next_step(
    v: View,
    seat: int,
    row: int,
    column: int,
    path: int,
    captures: int,
    depth: int,
    direction: int,
    may_jump: bool,
) -> Any:
    """One step of a depth-first search over chains: a jump, another direction, or a jump back.

    Directions (plus one) and colours of the jumps are packed, the first jump in the lowest bits.
    """
    if direction == DIRECTIONS or not may_jump:
        depth -= 1
        direction, colour = (path >> JUMP_BITS * depth) - 1, captures >> JUMP_BITS * depth
        path, captures = (
            path ^ (direction + 1) << JUMP_BITS * depth,
            captures ^ colour << JUMP_BITS * depth,
        )
        row, column = row - 2 * DOWN[direction], column - 2 * RIGHT[direction]
        hop_back(v, seat, row, column, direction, colour)
        return row, column, path, captures, depth, direction + 1, False
    if not can_jump(v, row, column, direction):
        return row, column, path, captures, depth, direction + 1, False
    captures |= hop(v, seat, row, column, direction) << JUMP_BITS * depth
    path |= (direction + 1) << JUMP_BITS * depth
    row, column = row + 2 * DOWN[direction], column + 2 * RIGHT[direction]
    return row, column, path, captures, depth + 1, wide(0), True


@rule
def best_chain(bot: int, v: View, seat: int, row: int, column: int) -> Any:
    """The largest gain of a skipper's chains, which may be 0, and the path to it."""
    before = worth_of(bot, v, seat)
    best, best_path = wide(0), wide(0)
    path, captures, depth, direction, hops = wide(0), wide(0), wide(0), wide(0), 0
    row, column = wide(row), wide(column)
    while direction < DIRECTIONS or depth > 0:
        may_jump = depth < LONGEST_CHAIN and hops < MOST_HOPS
        if depth == 0 and not may_jump:
            break
        row, column, path, captures, depth, direction, arrived = next_step(
            v, seat, row, column, path, captures, depth, direction, may_jump
        )
        if arrived:
            hops += 1
            gain = worth_of(bot, v, seat) - before
            if gain > best:
                best, best_path = gain, path
    return best, best_path


@rule
def best_of_move(bot: int, v: View, move: Any) -> Any:
    """SK-21  The gain of a move and the best chain after it; that chain's path."""
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
    """The most that a turn starting with a jump is worth, minus what the next player can take.

    Turns that gain no more than `best` are cut off.
    """
    seat = v.turn
    before = worth_of(bot, v, seat)
    colour = hop(v, seat, move.row, move.column, move.direction)
    path, captures, depth, direction, hops = wide(0), wide(0), wide(0), wide(0), 0
    row, column, arrived = wide(move.to_row), wide(move.to_column), True
    most = LEAST
    while True:
        if arrived:
            hops += 1
            gain = worth_of(bot, v, seat) - before
            if gain > max(most, best):
                most = max(most, gain - best_reply(bot, v, gain - max(most, best)))
        may_jump = depth < LONGEST_CHAIN and hops < MOST_HOPS
        if depth == 0 and (direction == DIRECTIONS or not may_jump):
            hop_back(v, seat, move.row, move.column, move.direction, colour)
            return most
        row, column, path, captures, depth, direction, arrived = next_step(
            v, seat, row, column, path, captures, depth, direction, may_jump
        )


# The next player's reply --------------------------------------------------------------------------
@rule
def cost_of_reply(bot: int, v: View, move: Any, path: int, enough: int) -> int:
    """SK-20 SK-23  The most that the next player can take after a move and its chain.

    It stops looking above `enough`, where the move is no longer the best.
    """
    row, column, captures, depth = wide(move.row), wide(move.column), wide(0), wide(0)
    if move.kind == Kind.JUMP:
        path = path << JUMP_BITS | move.direction + 1
    while path >> JUMP_BITS * depth != 0:
        direction = (path >> JUMP_BITS * depth & 7) - 1
        captures |= hop(v, v.turn, row, column, direction) << JUMP_BITS * depth
        row, column = row + 2 * DOWN[direction], column + 2 * RIGHT[direction]
        depth += 1
    cost = best_reply(bot, v, enough)
    while depth > 0:
        depth -= 1
        direction = (path >> JUMP_BITS * depth & 7) - 1
        row, column = row - 2 * DOWN[direction], column - 2 * RIGHT[direction]
        hop_back(v, v.turn, row, column, direction, captures >> JUMP_BITS * depth & 7)
    return cost


@rule
def best_reply(bot: int, v: View, enough: int) -> int:
    """The most that one chain can gain the next player, or the first gain above `enough`."""
    seat, most = (v.turn + 1) % v.seats, wide(0)
    size = board_number(v)
    for word in range(WORDS_USED[size]):
        north, east, south, west = jumpers(v, word)
        starts = north | east | south | west
        while starts != 0:
            lowest = starts & -starts
            move = ACTIONS[start_of(size, word, lowest)]
            gain, _ = best_chain(bot, v, seat, move.row, move.column)
            most = max(most, gain)
            if most > enough:
                return most
            starts ^= lowest
    return most


@rule
def start_of(size: int, word: int, bit: int) -> int:
    """Any jump from a bit's square: every square has one to the east or to the west."""
    east = JUMP_OF_BIT[size, word, bit % MARK, EAST]
    return east if east != NONE else JUMP_OF_BIT[size, word, bit % MARK, WEST]
