"""One game between quick bots, and the positions in it that are worth a closer look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from skipyard.batch import cpu
from skipyard.bots import registry
from skipyard.bots.registry import GREEDY, RULES
from skipyard.core import CheapDice, cheap_below, key_from
from skipyard.games import Game
from skipyard.options import read_settings

FEWEST_MOVES, MOST_MOVES = 3, 40  # legal ones
EARLIEST, LATEST = 0.6, 0.96  # which part of a game is looked at
SLIPS = 8  # percent of moves that are random, so that positions differ from bots' usual ones
THIRD_SEAT_EVERY = 8  # so many games have two seats but one, where the rules allow three


class Moment(NamedTuple):
    """A position in a game, as the seat to move sees it."""

    move: int  # how many moves were made before
    state: Any  # an array of one
    view: Any
    legal: Any
    greedy: int  # what the quick bots would play
    rules: int


class BotGame:
    """A game by its number; the same number and seed are the same game."""

    def __init__(self, g: Game, seed: int, number: int) -> None:
        self.g, self.rules, self.one = g, g.rules, cpu.one_table(g.name)
        self.choose = registry.player(g.name).choose
        self.dice: Any = CheapDice()
        self.dice.at = (seed << 32) + number
        options = g.options
        third = options.MOST_SEATS > 2 and number % THIRD_SEAT_EVERY == 0
        seats = max(options.FEWEST_SEATS, 3 if third else 2)
        chosen = read_settings(options.OPTIONS, g.profile.puzzle_settings, g.title)
        self.start = g.set_up(seats, chosen)
        self.rules.deal(self.start, key_from(seed), number)

    def moments(self) -> list[Moment]:
        """Play the game; the positions in its later part with a choice, in random order."""
        played = list(self.play())
        self.moves = len(played)
        first, last = EARLIEST * self.moves, LATEST * self.moves
        found = [m for m in played if first <= m.move <= last and is_choice(len(m.legal))]
        order = np.random.Generator(np.random.PCG64(int(self.dice.at))).permutation(len(found))
        return [found[n] for n in order]

    def play(self) -> Iterator[Moment]:
        states = self.rules.State.many(1)
        states[0] = self.start
        out = np.zeros(len(self.rules.ACTIONS), np.int16)
        for move in range(self.rules.LONGEST):
            if states[0].over:
                return
            n, views = self.one.moves_of(states, out), self.rules.View.many(1)
            self.one.observe_at(states, int(states[0].turn), views)
            legal = out[:n].copy()
            by_bot = [
                int(self.choose(bot, views[0], legal.copy(), n, self.dice))
                for bot in (GREEDY, RULES)
            ]
            yield Moment(move, states.copy(), views[0], legal, *by_bot)
            slips = cheap_below(self.dice, 100) < SLIPS
            self.one.play_at(states, legal[cheap_below(self.dice, n)] if slips else by_bot[1])


def is_choice(moves: int) -> bool:
    return FEWEST_MOVES <= moves <= MOST_MOVES
