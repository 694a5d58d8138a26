"""Bots that do not play in compiled loops, at the tables of a batch: a Python call for each table.

They are found by name, like the players of games, because they are made of batches themselves.
"""

from __future__ import annotations

import importlib
import threading
from typing import Any

import numpy as np

from skipyard.batch.bot_numbers import NUMBERS
from skipyard.games import Game
from skipyard.options import Refused

BOTS = "skipyard.bots"
KINDS = "level1 … level5, search, search:N, search:1s, policy:FILE"


def check(g: Game, name: str) -> None:
    """Refuse what is no bot, and bots that play one game from its beginning to its end."""
    specs = importlib.import_module(f"{BOTS}.specs")
    ours = specs.is_policy(name) or specs.is_ours(name)
    if ours or not (specs.outside(name) or name in specs.others.entries()):
        specs.read(name, g.name)
        return
    raise Refused(
        f"“{name}” plays whole games, and a batch asks about single positions. Let it play in "
        "skipyard.match or in the Gymnasium environment; a batch on the CPU takes "
        f"{', '.join(NUMBERS)}, {KINDS}.",
        about="bot",
    )


class SeatedBots:
    """The bots of a batch, one of each name for each thread."""

    def __init__(self, g: Game, seed: int) -> None:
        self.game, self.seed = g, seed
        self.bots: dict[tuple[str, int], Any] = {}

    def bot(self, name: str) -> Any:
        """This thread's bot of that name."""
        key = name, threading.get_ident()
        if key not in self.bots:
            seat_bot = importlib.import_module(BOTS).seat_bot
            self.bots[key] = seat_bot(self.game.name, name, 0)
        return self.bots[key]

    def choose(self, name: str, arrays: Any, actions: Any, first: int, last: int, out: Any) -> None:
        """The bot's actions at some tables, from what the seat on turn sees there.

        Its dice follow from the batch's seed, the game and the move: they are the same for any
        number of threads, and in a copy of the batch.
        """
        rules, bot = self.game.rules, self.bot(name)
        for i in range(first, last):
            state = arrays.states[i]
            if state["over"]:
                continue
            view = rules.View()
            rules.observe(state, int(state["turn"]), view)
            bot.reseed(self.seed_of(int(arrays.streams[i]), int(arrays.lengths[i])))
            actions[i] = bot.choose(view, out[: rules.moves(state, out)].copy())

    def seed_of(self, stream: int, length: int) -> int:
        """Dice that no other move of the batch has."""
        mixed = np.random.SeedSequence([self.seed, stream, length]).generate_state(1, np.uint64)
        return int(mixed[0]) >> 2
