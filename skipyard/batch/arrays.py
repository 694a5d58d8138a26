"""The arrays of a batch of tables, in one tuple that compiled loops and kernels take."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from skipyard.core import CheapDice
from skipyard.games import Game

A = TypeVar("A")  # an array: NumPy's, or one on a GPU


class Arrays(NamedTuple, Generic[A]):
    """All tables of a batch, a row each; the first four are shared by all tables."""

    template: A  # states with the options set, before the deal, or positions; table i has i % n
    dealt: A  # one flag: whether games are dealt; otherwise they begin at the template as it is
    blank: A  # one empty view
    key: A  # 256 bits; game number g of the batch is dealt from stream g
    states: A
    streams: A  # the number of the game at each table
    lengths: A  # moves since its deal
    cheap_dice: A  # dice of random players
    masks: A  # legal actions of the seat to move
    observations: A  # what that seat sees, as games/<game>/features.py lays it out
    turns: A  # that seat
    rewards: A  # by seat: the score if the last step ended a game, else 0
    returns: A  # by seat: 1 for the winning side, -1 shared by the others; 0 while a game lasts
    terminated: A  # whether the last step ended a game by its rules
    dones: A  # whether the last step ended a game
    cuts: A  # whether it stopped one that exceeded LONGEST moves
    winners: A  # its winning side; NOBODY in a draw
    games: A  # games that random players or bots have finished at the table
    points: A  # by seat: their scores, added up


def columns(g: Game, seats: int) -> dict[str, tuple[npt.DTypeLike, tuple[int, ...]]]:
    """The dtype and the width of each array that has a row for every table."""
    return {
        "states": (g.rules.State.dtype, ()),
        "streams": (np.uint32, ()),
        "lengths": (np.int32, ()),
        "cheap_dice": (CheapDice.dtype, ()),
        "masks": (np.bool_, (len(g.rules.ACTIONS),)),
        "observations": (np.uint8, (g.features.SIZE,)),
        "turns": (np.int8, ()),
        "rewards": (np.int16, (seats,)),
        "returns": (np.float32, (seats,)),
        "terminated": (np.bool_, ()),
        "dones": (np.bool_, ()),
        "cuts": (np.bool_, ()),
        "winners": (np.int8, ()),
        "games": (np.uint32, ()),
        "points": (np.int64, (seats,)),
    }


# What a saved batch needs; everything else follows from these.
SAVED = ("states", "streams", "lengths", "cheap_dice", "games", "points")
ZEROED = (
    "games",
    "points",
    "rewards",
    "returns",
    "terminated",
    "dones",
    "cuts",
    "winners",
)  # by a reset
# What the last step led to: a copy of a batch has it too.
RESULTS = ("rewards", "returns", "terminated", "dones", "cuts", "winners")
