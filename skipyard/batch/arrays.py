"""The arrays of a batch of tables, under one name: what compiled loops and kernels are given."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from skipyard.core import CheapDice
from skipyard.games import Game

A = TypeVar("A")  # an array: NumPy's, or one on a GPU


class Room(NamedTuple, Generic[A]):
    """All tables of a batch, a row each; the first three are the same for all."""

    template: A  # one state that holds the options and waits for the deal
    blank: A  # one view with nothing in it
    key: A  # 256 bits; game number g of the batch is dealt from stream g
    states: A
    streams: A  # the number of the game at each table
    lengths: A  # moves since its deal
    cheap_dice: A  # dice of random players
    masks: A  # legal actions of the seat to move
    observations: A  # what that seat sees, as games/<game>/features.py lays it out
    turns: A  # that seat
    rewards: A  # by seat: the score of a game that the last step ended, 0 elsewhere
    dones: A  # whether it ended one
    cuts: A  # whether it stopped one that had no end in sight
    winners: A  # its winning side; NOBODY in a draw
    games: A  # games that random players or bots have finished here
    points: A  # by seat: their scores, added up


def columns(g: Game, seats: int) -> dict[str, tuple[npt.DTypeLike, tuple[int, ...]]]:
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
