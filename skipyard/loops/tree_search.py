"""Information-set tree search (SO-ISMCTS) below candidate moves.

Every imagined world is played once for each candidate with the same dice (common random numbers),
so that moves are compared and not their luck. Below the candidates one tree of actions grows for
all worlds, and below the tree the game's bots play on for a few turns; then `win_estimate` judges
the position. Nothing is allocated here: the caller passes the tree and the buffers.
"""

from math import log, sqrt
from typing import Any

from skipyard.core import NOBODY, NONE, cheap_below, loop, wide
from skipyard.games.skipbo.rules import imagine, moves, observe, play, score, sides
from skipyard.loops.fallback.equal_moves import keep_distinct
from skipyard.loops.fallback.player import choose
from skipyard.loops.fallback.win_estimate import win_estimate

NO_NODE = 0
SEEDS = 1 << 31
PATH = 2  # the place of the path among the tree's buffers


@loop
def sure_win(view: Any, candidates: Any, n: int, buffers: Any, count: int) -> int:
    """The first of `n` candidates that wins at once in `count` worlds; NONE if none does."""
    state, blank, me = buffers[0], buffers[1], view.turn
    s = state[0]
    for i in range(n):
        won = 0
        while won < count:
            state[0] = blank[0]
            imagine(view, s, won)
            play(s, candidates[i].action)
            if not s.over or s.winner != me % sides(s):
                break
            won += 1
        if won == count:
            return i
    return NONE


@loop
def compare(
    view: Any,
    candidates: Any,
    n: int,
    tree: Any,
    used: int,
    world_buffers: Any,
    tree_buffers: Any,
    dice: Any,
    settings: Any,
    count: int,
) -> int:
    """Try the first `n` candidates in `count` more worlds each; return the nodes in use."""
    state, blank, shares, points = world_buffers
    s, me = state[0], view.turn
    for _ in range(count):
        seed = cheap_below(dice, SEEDS) * SEEDS + cheap_below(dice, SEEDS)
        dice_at, first = dice.at, 0.0
        for i in range(n):
            candidate = candidates[i]
            state[0], dice.at = blank[0], dice_at
            imagine(view, s, seed)
            play(s, candidate.action)
            used, depth = simulate(s, candidate.node, tree, used, tree_buffers, dice, settings, me)
            evaluate(s, shares, points)
            reward = shares[me]
            if i == 0:
                first = reward
            candidate.visits += 1
            candidate.reward += reward
            candidate.lead += reward - first
            candidate.lead_squared += (reward - first) ** 2
            for k in range(depth):
                node = tree[tree_buffers[PATH][k]]
                node.visits += 1
                node.reward += shares[node.mover]
    return used


@loop
def simulate(
    s: Any, node: int, tree: Any, used: int, buffers: Any, dice: Any, settings: Any, me: int
) -> Any:
    """Descend the tree and play on from there; return the nodes in use and the path's length."""
    views, out, path, child_of = buffers
    depth, length, inside = 0, 0, settings.depth > 0
    turns = wide(s.turn != me)
    until = settings.turns
    while not s.over and length < settings.longest and turns < until:
        seat, n = s.turn, moves(s, out)
        if inside:
            n = keep_distinct(s, out, n)
        bot = settings.guide if turns == 0 or inside else settings.bot
        action = propose(bot, s, views, out, n, dice)
        if inside:
            action = select(tree, node, out, n, action, child_of, settings)
            before = used
            node, used = child_for(tree, node, action, seat, used, child_of)
            path[depth] = node
            depth += node != NO_NODE
            inside = node != NO_NODE and used == before and depth < settings.depth
        play(s, action)
        length += 1
        turns += s.turn != seat
    return used, depth


@loop
def propose(bot: int, s: Any, views: Any, out: Any, n: int, dice: Any) -> int:
    """The move of one of the game's own bots, from what the player on turn sees."""
    views[1] = views[0]
    observe(s, s.turn, views[1])
    return choose(bot, views[1], out, n, dice)


# The tree ---------------------------------------------------------------------------------------
@loop
def select(
    tree: Any, node: int, out: Any, n: int, proposed: int, child_of: Any, settings: Any
) -> int:
    """The most promising of the moves that are legal in this world, by UCB.

    It fills `child_of` with the node of each action. An untried move is rated as the average of
    the tried ones plus `fresh`; the one that the guide proposed has a bonus that wears off.
    """
    visits, reward = wide(0), 0.0
    child = wide(tree[node].first)
    while child != NO_NODE:
        kid = tree[child]
        child_of[kid.action] = child
        visits, reward, child = visits + kid.visits, reward + kid.reward, wide(kid.next)
    fresh = settings.fresh + (reward / visits if visits > 0 else 0.5)
    best, highest = wide(out[0]), -1e9
    for i in range(n):
        action = wide(out[i])
        bonus = settings.bias if action == proposed else 0.0
        child = wide(child_of[action])
        if child == NO_NODE:
            bound = fresh + bonus
        else:
            kid = tree[child]
            kid.available += 1
            spread = sqrt(log(wide(kid.available)) / kid.visits)
            bound = kid.reward / kid.visits + settings.explore * spread + bonus / (1 + kid.visits)
        if bound > highest:
            best, highest = action, bound
    return best


@loop
def child_for(tree: Any, node: int, action: int, seat: int, used: int, child_of: Any) -> Any:
    """The node of a move, added if it is new and the tree has room; the nodes in use.

    It clears `child_of`.
    """
    known = wide(child_of[action])
    child = wide(tree[node].first)
    while child != NO_NODE:
        child_of[tree[child].action] = NO_NODE
        child = wide(tree[child].next)
    if known != NO_NODE or used == len(tree):
        return known, used
    kid = tree[used]
    kid.action, kid.mover, kid.available = action, seat, 1
    kid.visits, kid.reward, kid.first = 0, 0.0, NO_NODE
    kid.next, tree[node].first = tree[node].first, used
    return used, used + 1


# Rewards ----------------------------------------------------------------------------------------
@loop
def evaluate(s: Any, shares: Any, points: Any) -> None:
    """Each seat's share of a win, final or estimated; the shares of all sides add up to 1."""
    n, total = sides(s), 0.0
    if s.over and s.winner == NOBODY:
        score(s, points)
    most = points[0]
    for side in range(n):
        most = max(most, points[side])
    for side in range(n):
        if not s.over:
            shares[side] = win_estimate(s, side)
        elif s.winner != NOBODY:
            shares[side] = 1.0 if side == s.winner else 0.0
        else:
            shares[side] = 1.0 if points[side] == most else 0.0
        total += shares[side]
    for seat in range(s.seats - 1, -1, -1):
        shares[seat] = shares[seat % n] / total if total > 0.0 else 1.0 / n
