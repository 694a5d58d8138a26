"""The arrays of a batch of tables, under one name: what compiled loops and kernels are given."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from skipyard.core import CheapDice
from skipyard.games import Game


class Room(NamedTuple):
    """All tables of a batch, a row each; the first three are the same for all."""

    template: Any  # one state that holds the options and waits for the deal
    blank: Any  # one view with nothing in it
    key: Any  # 256 bits; game number g of the batch is dealt from stream g
    states: Any
    streams: Any  # the number of the game at each table
    lengths: Any  # moves since its deal
    cheap_dice: Any  # dice of random players
    masks: Any  # legal actions of the seat to move
    observations: Any  # what that seat sees, as games/<game>/features.py lays it out
    turns: Any  # that seat
    rewards: Any  # by seat: the score of a game that the last step ended, 0 elsewhere
    dones: Any  # whether it ended one
    cuts: Any  # whether it stopped one that had no end in sight
    winners: Any  # its winning side; NOBODY in a draw
    games: Any  # games that random players or bots have finished here
    points: Any  # by seat: their scores, added up


def columns(g: Game, seats: int) -> dict[str, tuple[Any, tuple[int, ...]]]:
    """The kind and the width of each array that has a row for every table."""
    return {
        "states": (g.rules.State.dtype, ()),
        "streams": (np.uint32, ()),
        "lengths": (np.int32, ()),
        "cheap_dice": (CheapDice.dtype, ()),
        "masks": (np.bool_, (len(g.rules.ACTIONS),)),
        "observations": (np.uint8, (g.features.SIZE,)),
        "turns": (np.int8, ()),
        "rewards": (np.int16, (seats,)),
        "dones": (np.bool_, ()),
        "cuts": (np.bool_, ()),
        "winners": (np.int8, ()),
        "games": (np.uint32, ()),
        "points": (np.int64, (seats,)),
    }


KEPT = (
    "states",
    "streams",
    "lengths",
    "cheap_dice",
    "games",
    "points",
)  # all else follows from these
