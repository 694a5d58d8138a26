"""Information-set search of Skip-Bo in one compiled loop; batch/made.py makes the other games'.

Every world that is imagined is played once for each move under trial, with the same dice, so that
moves are compared and not their luck. Below those moves one tree of actions grows for all worlds
(SO-ISMCTS), and below the tree the game's bots play on for a few turns; then `win_estimate` says
who is ahead. Nothing is allocated here: the tree and the workplace are handed in.
"""

from math import log, sqrt
from typing import Any

from skipyard.core import NOBODY, NONE, cheap_below, loop, wide
from skipyard.games.skipbo.rules import imagine, moves, observe, play, score, sides
from skipyard.loops.fallback.equal_moves import keep_distinct
from skipyard.loops.fallback.player import choose
from skipyard.loops.fallback.win_estimate import win_estimate

NO_NODE = 0
SEED = 1 << 31
PATH = 2  # in a desk


@loop
def sure_win(view: Any, arms: Any, n: int, worlds: Any, count: int) -> int:
    """The first of `n` arms that wins at once in each of `count` worlds; NONE where none does."""
    state, blank, me = worlds[0], worlds[1], view.turn
    s = state[0]
    for i in range(n):
        won = 0
        while won < count:
            state[0] = blank[0]
            imagine(view, s, won)
            play(s, arms[i].action)
            if not s.over or s.winner != me % sides(s):
                break
            won += 1
        if won == count:
            return i
    return NONE


@loop
def compare(
    view: Any,
    arms: Any,
    n: int,
    tree: Any,
    used: int,
    worlds: Any,
    desk: Any,
    dice: Any,
    plan: Any,
    count: int,
) -> int:
    """Try the first `n` arms in `count` more worlds each; how many nodes the tree has then."""
    state, blank, shares, points = worlds
    s, me = state[0], view.turn
    for _ in range(count):
        seed = cheap_below(dice, SEED) * SEED + cheap_below(dice, SEED)
        luck, first = dice.at, 0.0
        for i in range(n):
            arm = arms[i]
            state[0], dice.at = blank[0], luck
            imagine(view, s, seed)
            play(s, arm.action)
            used, depth = run(s, arm.node, tree, used, desk, dice, plan, me)
            judge(s, shares, points)
            gained = shares[me]
            if i == 0:
                first = gained
            arm.visits += 1
            arm.reward += gained
            arm.ahead += gained - first
            arm.square += (gained - first) ** 2
            for k in range(depth):
                node = tree[desk[PATH][k]]
                node.visits += 1
                node.reward += shares[node.mover]
    return used


@loop
def run(s: Any, node: int, tree: Any, used: int, desk: Any, dice: Any, plan: Any, me: int) -> Any:
    """Walk down the tree and play on from there; nodes in use, and how deep the path is."""
    views, out, path, child_of = desk
    depth, length, inside = 0, 0, plan.depth > 0
    turns = wide(s.turn != me)
    until = plan.turns
    while not s.over and length < plan.longest and turns < until:
        seat, n = s.turn, moves(s, out)
        if inside:
            n = keep_distinct(s, out, n)
        action = advise(plan.guide if turns == 0 or inside else plan.bot, s, views, out, n, dice)
        if inside:
            action = descend(tree, node, out, n, action, child_of, plan)
            before = used
            node, used = child_for(tree, node, action, seat, used, child_of)
            path[depth] = node
            depth += node != NO_NODE
            inside = node != NO_NODE and used == before and depth < plan.depth
        play(s, action)
        length += 1
        turns += s.turn != seat
    return used, depth


@loop
def advise(bot: int, s: Any, views: Any, out: Any, n: int, dice: Any) -> int:
    """What a bot of the house would do with what the player on turn sees."""
    views[1] = views[0]
    observe(s, s.turn, views[1])
    return choose(bot, views[1], out, n, dice)


# The tree ---------------------------------------------------------------------------------------
@loop
def descend(tree: Any, node: int, out: Any, n: int, liked: int, child_of: Any, plan: Any) -> int:
    """The most promising of the moves that this world allows; `child_of` knows their nodes.

    A move that was never tried is thought as good as those that were, and `fresh` better; the one
    that the guide likes has a bonus that wears off.
    """
    tried, reward = wide(0), 0.0
    child = wide(tree[node].first)
    while child != NO_NODE:
        kid = tree[child]
        child_of[kid.action] = child
        tried, reward, child = tried + kid.visits, reward + kid.reward, wide(kid.next)
    fresh = plan.fresh + (reward / tried if tried > 0 else 0.5)
    best, most = wide(out[0]), -1e9
    for i in range(n):
        action = wide(out[i])
        bonus = plan.bias if action == liked else 0.0
        child = wide(child_of[action])
        if child == NO_NODE:
            worth = fresh + bonus
        else:
            kid = tree[child]
            kid.available += 1
            spread = sqrt(log(wide(kid.available)) / kid.visits)
            worth = kid.reward / kid.visits + plan.explore * spread + bonus / (1 + kid.visits)
        if worth > most:
            best, most = action, worth
    return best


@loop
def child_for(tree: Any, node: int, action: int, seat: int, used: int, child_of: Any) -> Any:
    """The node of a move, made if it is new and there is room; nodes in use. Clears `child_of`."""
    found = wide(child_of[action])
    child = wide(tree[node].first)
    while child != NO_NODE:
        child_of[tree[child].action] = NO_NODE
        child = wide(tree[child].next)
    if found != NO_NODE or used == len(tree):
        return found, used
    kid = tree[used]
    kid.action, kid.mover, kid.available = action, seat, 1
    kid.visits, kid.reward, kid.first = 0, 0.0, NO_NODE
    kid.next, tree[node].first = tree[node].first, used
    return used, used + 1


# What came of it --------------------------------------------------------------------------------
@loop
def judge(s: Any, shares: Any, points: Any) -> None:
    """What each seat has of a win, as it is or as it looks; together the sides have 1."""
    n, whole = sides(s), 0.0
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
        whole += shares[side]
    for seat in range(s.seats - 1, -1, -1):
        shares[seat] = shares[seat % n] / whole if whole > 0.0 else 1.0 / n
