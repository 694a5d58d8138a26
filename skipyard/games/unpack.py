"""Converts records to plain Python numbers, which are much faster to read."""

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
CACHED_VIEWS = 4  # a view is read for its scene and for events; more would fill the CPU cache


def reader(record: RecordType) -> Callable[[Any], Any]:
    """A function that converts records of one type to a named tuple of their fields.

    A field of many numbers is a flat tuple, row after row. Reading a numpy record field by field
    takes longer than making a whole scene from this tuple.
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

    @functools.lru_cache(CACHED_VIEWS)
    def numbers_in(content: bytes) -> Any:
        return make(pick(unpack(content)))

    def read(view: Any) -> Any:
        if isinstance(view, plain):  # it has been read already
            return view
        # Faster than the buffer protocol, and than looking `tobytes` up among the record's fields.
        return numbers_in(np.void.tobytes(view))

    return read


class Fields(types.SimpleNamespace):
    """The fields of a record, looked up once; numpy searches for a name on every access."""

    dtype: Any

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def fields_of(record: Any) -> Fields:
    """All fields of a record; those of at most one dimension as Python numbers and lists."""
    fields = {name: np.void.__getitem__(record, name) for name in record.dtype.names}
    plain = {name: value.tolist() for name, value in fields.items() if np.ndim(value) < 2}
    return Fields(**fields | plain, dtype=record.dtype)
