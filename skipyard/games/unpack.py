"""A record as plain Python numbers: read once, then quick to look at."""

from __future__ import annotations

import collections
import functools
import operator
import struct
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from skipyard.games.contract import RecordType

CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "u4": "I", "u8": "Q"}  # numpy's, struct's
KEPT = 4  # views: one is read for its scene and for the events before it; more would fill the cache


def reader(record: RecordType) -> Callable[[Any], Any]:
    """A function that turns such a record into a named tuple of its fields.

    A field of many numbers is a flat tuple, row after row. Reading a numpy record field by field
    costs more than a whole scene does from this tuple.
    """
    fields: Any = record.dtype.fields
    layout, names, places = "=", [], []
    end = numbers = 0
    for name, (kind, offset) in sorted(fields.items(), key=lambda field: field[1][1]):
        count = kind.itemsize // kind.base.itemsize
        layout += f"{offset - end}x{count}{CODES[kind.base.str[1:]]}"
        names.append(name)
        places.append(numbers if not kind.shape else slice(numbers, numbers + count))
        end, numbers = offset + kind.itemsize, numbers + count
    unpack = struct.Struct(f"{layout}{record.dtype.itemsize - end}x").unpack
    plain: Any = collections.namedtuple("Plain", names)  # type: ignore[misc]
    pick, make = operator.itemgetter(*places), plain._make

    @functools.lru_cache(KEPT)
    def numbers_in(content: bytes) -> Any:
        return make(pick(unpack(content)))

    def read(view: Any) -> Any:
        if isinstance(view, plain):  # it has been read already
            return view
        # As a buffer, a record would describe all its fields; by its own name, look for one.
        return numbers_in(np.void.tobytes(view))

    return read


class Fields(types.SimpleNamespace):
    """A record whose fields were looked up once; numpy searches for a name at every look."""

    dtype: Any

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def fields_of(record: Any) -> Fields:
    """The fields of a record for a look at many of them; those of one dimension are lists."""
    found = {name: np.void.__getitem__(record, name) for name in record.dtype.names}
    plain = {name: value.tolist() for name, value in found.items() if np.ndim(value) < 2}
    return Fields(**found | plain, dtype=record.dtype)
