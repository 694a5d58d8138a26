"""Skip-Bo played out from a position; batch/made.py has the same file for every other game.

From a whole state or from what a seat sees: in both, what chance still has to say is rolled anew.
"""

from typing import Any

from skipyard.core import loop, rule, seed_dice
from skipyard.games.skipbo.rules import LONGEST, imagine, moves, observe, play, score, sides
from skipyard.loops.fallback.player import choose


@loop  # not inlined: it is long, and compiled once for both loops below
def finish(s: Any, views: Any, bot: int, dice: Any, out: Any) -> None:
    """All seats move as `bot` would, each from its own view, until the game is over."""
    length = 0
    while not s.over and length < LONGEST:
        views[1] = views[0]
        observe(s, s.turn, views[1])
        play(s, choose(bot, views[1], out, moves(s, out), dice))
        length += 1


@rule
def share_out(s: Any, points: Any, shares: Any) -> None:
    """What each side has of a game that is over: a win is whole, a draw is shared by the best."""
    n = sides(s)
    if s.over and s.winner >= 0:
        for side in range(n):
            shares[side] = 1 if side == s.winner else 0
        return
    score(s, points)
    best, first = points[0], 0
    for side in range(n):
        best = max(best, points[side])
    for side in range(n):
        first += points[side] == best
    for side in range(n):
        shares[side] = 1 / first if points[side] == best else 0


@loop
def from_state(
    source: Any,
    bot: int,
    seed: int,
    shares: Any,
    state: Any,
    views: Any,
    points: Any,
    dice: Any,
    out: Any,
) -> None:
    """Play a state out again and again, under fresh dice each time."""
    for world in range(len(shares)):
        state[0] = source[0]
        seed_dice(state[0], seed + world)
        dice.at = seed + world
        finish(state[0], views, bot, dice, out)
        share_out(state[0], points, shares[world])


@loop
def from_view(
    seen: Any,
    actions: Any,
    bot: int,
    seed: int,
    shares: Any,
    state: Any,
    views: Any,
    points: Any,
    dice: Any,
    out: Any,
) -> None:
    """Imagine worlds that fit a view, and play each action out in all of them.

    All actions meet the same worlds and the same dice, so that their difference is the moves'.
    """
    for world in range(len(shares)):
        for n in range(len(actions)):
            state[0] = state[1]
            imagine(seen[0], state[0], seed + world)
            dice.at = seed + world
            play(state[0], actions[n])
            finish(state[0], views, bot, dice, out)
            share_out(state[0], points, shares[world, n])
