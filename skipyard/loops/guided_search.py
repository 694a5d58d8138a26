"""Candidate moves compared in imagined worlds, as in tree_search.py, with a network at the leaves.

After a candidate move one of the game's bots, or the network itself, plays on to the end of the
turn, or for some turns. Then the network says who will win, from what the player on turn would see
in that world. All candidates get the same worlds and dice. Nothing is allocated here.
"""

from math import exp
from typing import Any

import numpy as np

from skipyard.core import cheap_below, loop, rule, wide
from skipyard.games.skipbo.features import features
from skipyard.games.skipbo.rules import imagine, moves, observe, play, sides
from skipyard.loops.fallback.network import evaluate as evaluate_network
from skipyard.loops.tree_search import SEEDS, evaluate, propose

NETWORK = -1  # the number of a bot that plays the move which the network likes best
SEEN, LOGITS, SIDES = 0, 3, 4  # of `network`: features, weights, buffers, logits, sides


@loop
def compare(
    view: Any,
    candidates: Any,
    n: int,
    world_buffers: Any,
    buffers: Any,
    network: Any,
    dice: Any,
    settings: Any,
    count: int,
) -> None:
    """Try the first `n` candidates in `count` more worlds each."""
    state, blank, shares, points = world_buffers
    views, out = buffers
    s, me = state[0], view.turn
    for _ in range(count):
        seed = cheap_below(dice, SEEDS) * SEEDS + cheap_below(dice, SEEDS)
        dice_at, first = dice.at, 0.0
        for i in range(n):
            candidate = candidates[i]
            state[0], dice.at = blank[0], dice_at
            imagine(view, s, seed)
            play(s, candidate.action)
            play_on(s, views, out, network, dice, settings, me)
            judge(s, views, network, settings, shares, points)
            reward = shares[me]
            if i == 0:
                first = reward
            candidate.visits += 1
            candidate.reward += reward
            candidate.lead += reward - first
            candidate.lead_squared += (reward - first) ** 2


@rule
def play_on(s: Any, views: Any, out: Any, network: Any, dice: Any, settings: Any, me: int) -> None:
    """Play on until so many turns were played, the one with the candidate move included."""
    length, turns = 0, wide(s.turn != me)
    while not s.over and length < settings.longest and turns < settings.turns:
        seat, n = s.turn, moves(s, out)
        bot = settings.guide if turns == 0 else settings.bot
        if bot == NETWORK:
            look(s, views, network)
            action = likeliest(network[LOGITS], out, n)
        else:
            action = propose(bot, s, views, out, n, dice)
        play(s, action)
        length += 1
        turns += s.turn != seat


@loop
def look(s: Any, views: Any, network: Any) -> None:
    """Let the network look at what the player on turn sees."""
    seen, weights, buffers, logits, shares = network
    views[1] = views[0]
    observe(s, s.turn, views[1])
    for i in range(len(seen)):
        seen[i] = 0
    features(views[1], seen)
    evaluate_network(seen, weights, buffers, logits, shares)


@rule
def likeliest(logits: Any, out: Any, n: int) -> int:
    """The move that the network likes best."""
    best = wide(out[0])
    for i in range(1, n):
        if logits[out[i]] > logits[best]:
            best = wide(out[i])
    return best


@rule
def judge(s: Any, views: Any, network: Any, settings: Any, shares: Any, points: Any) -> None:
    """Each seat's share of a win: final, by the network, or by it and the game's own estimate."""
    weight = settings.weight
    if s.over or weight < 1.0:
        evaluate(s, shares, points)
    if s.over or weight <= 0.0:
        return
    look(s, views, network)
    chances, n, mover = network[SIDES], sides(s), wide(s.turn)
    most, total = np.float64(chances[0]), 0.0
    for step in range(n):
        most = max(most, np.float64(chances[step]))
    for step in range(n):
        total += exp(np.float64(chances[step]) - most)
    for seat in range(s.seats):
        chance = exp(np.float64(chances[(seat - mover) % n]) - most) / total
        known = shares[seat] if weight < 1.0 else 0.0
        shares[seat] = weight * chance + (1.0 - weight) * known
