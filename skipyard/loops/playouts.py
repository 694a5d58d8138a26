"""Playouts from a position, which is a whole state or what a seat sees.

Either way, everything that chance has not decided yet is drawn again.
"""

from typing import Any

from skipyard.core import loop, rule, seed_dice
from skipyard.games.skipbo.rules import LONGEST, imagine, moves, observe, play, score, sides
from skipyard.loops.fallback.player import choose


@loop  # not a rule, which would be inlined: it is long, and two loops below call it
def play_out(s: Any, views: Any, bot: int, dice: Any, out: Any) -> None:
    """All seats move as `bot` would, each from its own view, until the game is over."""
    length = 0
    while not s.over and length < LONGEST:
        views[1] = views[0]
        observe(s, s.turn, views[1])
        play(s, choose(bot, views[1], out, moves(s, out), dice))
        length += 1


@rule
def write_shares(s: Any, points: Any, shares: Any) -> None:
    """Each side's share of a finished game: 1 for a win; a draw is shared by the best."""
    n = sides(s)
    if s.over and s.winner >= 0:
        for side in range(n):
            shares[side] = 1 if side == s.winner else 0
        return
    score(s, points)
    best, winners = points[0], 0
    for side in range(n):
        best = max(best, points[side])
    for side in range(n):
        winners += points[side] == best
    for side in range(n):
        shares[side] = 1 / winners if points[side] == best else 0


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
    """Play a state out again and again, with fresh dice each time."""
    for world in range(len(shares)):
        state[0] = source[0]
        seed_dice(state[0], seed + world)
        dice.at = seed + world
        play_out(state[0], views, bot, dice, out)
        write_shares(state[0], points, shares[world])


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

    All actions get the same worlds and dice (common random numbers), so differences are the moves'.
    """
    for world in range(len(shares)):
        for n in range(len(actions)):
            state[0] = state[1]
            imagine(seen[0], state[0], seed + world)
            dice.at = seed + world
            play(state[0], actions[n])
            play_out(state[0], views, bot, dice, out)
            write_shares(state[0], points, shares[world, n])
