"""The types of what each kernel takes: the same for all batches of a game."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from skipyard.batch.arrays import Arrays, columns
from skipyard.core import key_from
from skipyard.games import Game

COLUMN_MAJOR = ("masks", "observations")  # adjacent threads write adjacent bytes


def arrays_type(g: Game) -> Any:
    """The type of a batch's arrays."""
    from numba import from_dtype

    types: Any = importlib.import_module("numba.types")
    kinds = {"template": g.rules.State.dtype, "blank": g.rules.View.dtype}
    kinds |= {"key": key_from(0).dtype, "dealt": np.dtype(np.bool_)}
    fields = {field: types.Array(from_dtype(kind), 1, "C") for field, kind in kinds.items()}
    for field, (kind, width) in columns(g, 2).items():
        layout = "F" if field in COLUMN_MAJOR else "C"
        fields[field] = types.Array(from_dtype(np.dtype(kind)), 1 + len(width), layout)
    return types.NamedTuple([fields[field] for field in Arrays._fields], Arrays)


def signature(g: Game, kind: str) -> Any:
    """What a kernel takes: the arrays of the batch, and its own arguments.

    `convert-int64` is the kernel that converts actions from that type.
    """
    from numba import from_dtype

    types: Any = importlib.import_module("numba.types")
    number = types.int64
    actions, numbers = types.Array(types.int16, 1, "C"), types.Array(types.int64, 1, "C")
    flags, seats = types.Array(types.boolean, 1, "C"), types.Array(types.int8, 1, "C")
    seen = types.Array(types.uint8, 2, "F")
    states = types.Array(from_dtype(g.rules.State.dtype), 1, "C")
    kind, _, given = kind.partition("-")
    takes: dict[str, tuple[Any, ...]] = {
        "reset": (),
        "show": (),
        "step": (actions, numbers, number, number),
        "check": (actions, numbers),
        "choose_randomly": (actions,),
        "choose": (actions, number),
        "run": (number,),
        "run_bots": (number, numbers),
        "play_out": (types.Array(types.int64, 2, "C"), number),
        "renew": (flags,),
        "keep": (seen,),
        "show_seats": (seats, seen),
        "imagine": (states, seats, numbers),
        "convert": (types.Array(getattr(types, given or "int64"), 1, "A"), actions),
    }
    return types.void(arrays_type(g), *takes[kind])
