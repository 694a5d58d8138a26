"""The dialect of a rules file: records, tables, the `rule` decorator, dice, small helpers.

A rules file imports this module, `enum` and `numpy`, and nothing else. Its functions run
interpreted, compiled for the CPU and compiled for a GPU, with the same bytes as a result.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from skipyard.compiler import loop as loop
from skipyard.compiler import rule as rule
from skipyard.seats import NOBODY as NOBODY

NONE = NOBODY
wide: Any = np.int64  # the same width on every target
word: Any = np.uint32  # dice compute in 32 bits, which is fast on a GPU
Records: TypeAlias = "np.recarray[Any, np.dtype[Any]]"  # an array of records


# Records --------------------------------------------------------------------------------------
class Field:
    """One field of a record: a type of number and a shape."""

    def __init__(self, kind: type, shape: tuple[int, ...]) -> None:
        self.kind, self.shape = kind, shape


def i8(*shape: int) -> Any:
    return Field(np.int8, shape)


def u8(*shape: int) -> Any:
    return Field(np.uint8, shape)


def i16(*shape: int) -> Any:
    return Field(np.int16, shape)


def u16(*shape: int) -> Any:
    return Field(np.uint16, shape)


def u32(*shape: int) -> Any:
    return Field(np.uint32, shape)


def i64(*shape: int) -> Any:
    return Field(np.int64, shape)


def u64(*shape: int) -> Any:
    return Field(np.uint64, shape)


def f64(*shape: int) -> Any:
    """For bots' own records only: rules use integers, which are exact on every target."""
    return Field(np.float64, shape)


class Record:
    """A fixed-size record: `State()` is a zeroed one, `State.many(n)` an array of them.

    A subclass has its own fields and those of its bases, the widest first, so that alignment
    wastes no space.
    """

    dtype: ClassVar[np.dtype[Any]]
    tobytes: Callable[[], bytes]  # np.record has it; named here for type checkers

    def __init_subclass__(cls) -> None:
        fields = [
            (name, field.kind, field.shape)
            for base in reversed(cls.__mro__)
            for name, field in vars(base).items()
            if isinstance(field, Field)
        ]
        fields.sort(key=lambda field: -np.dtype(field[1]).itemsize)
        # One dtype object for all records of a class: Numba finds their type by it in every call.
        cls.dtype = np.dtype((np.record, np.dtype(fields, align=True)))

    def __new__(cls) -> Any:
        return cls.many(1)[0]

    @classmethod
    def many(cls, n: int) -> Records:
        return np.zeros(n, cls.dtype).view(np.recarray)


def table(columns: str, rows: Sequence[tuple[int, ...]]) -> Any:
    """A table of small integers with named columns."""
    return np.array(rows, [(name, np.int8) for name in columns.split()]).view(np.recarray)


def row_numbers(rows: Any, columns: str, **fixed: int) -> Any:
    """Row numbers of a table by the values in `columns`, among rows with the `fixed` values.

    `row_numbers(ACTIONS, "source target", kind=Kind.HAND)[5, 2]` is the action that plays a 5 on
    pile 2. Combinations that are not in the table are NONE.
    """
    names = columns.split()
    chosen = np.flatnonzero(np.logical_and.reduce([rows[k] == v for k, v in fixed.items()]))
    numbers = np.full([int(rows[name][chosen].max()) + 1 for name in names], NONE, np.int16)
    for number in chosen:
        numbers[tuple(int(rows[name][number]) for name in names)] = number
    return numbers


# A table's dice: ChaCha8 ----------------------------------------------------------------------
# The key is in the state and secret, so nobody can predict the next card or roll from what they
# have seen. Sums and rotations are cut to 32 bits at once, so that all targets agree.
MASK_32 = 0xFFFFFFFF
BUFFERED = 8  # 16-bit numbers used of each block: few, to keep the state small


class Dice(Record):
    """The dice of one table: a keyed stream, and a buffer of its next numbers."""

    key = u32(8)
    stream = u32()  # the round of a match, or the game of a study
    block = u32()  # number of the next block
    ready = u16(BUFFERED)
    ready_left = i8()


def key_from(number: int | None = None) -> npt.NDArray[np.uint32]:
    """A 256-bit key: random, or derived from a number."""
    if number is None:
        return key_from_bytes(secrets.token_bytes(32))
    return key_from_bytes(hashlib.sha256(b"skipyard key %d" % number).digest())


def key_from_bytes(key: bytes) -> npt.NDArray[np.uint32]:
    return np.frombuffer(key, "<u4").astype(np.uint32)


@rule
def add(a: Any, b: Any) -> Any:
    """A sum cut to 32 bits; `int` avoids overflow warnings when interpreted, and compiles away."""
    return word((int(a) + int(b)) & MASK_32)


@rule
def rotate_left(a: Any, bits: int) -> Any:
    return word((int(a) << bits | int(a) >> (32 - bits)) & MASK_32)


@rule
def quarter_round(a: Any, b: Any, c: Any, d: Any) -> Any:
    a = add(a, b)
    d = rotate_left(d ^ a, 16)
    c = add(c, d)
    b = rotate_left(b ^ c, 12)
    a = add(a, b)
    d = rotate_left(d ^ a, 8)
    c = add(c, d)
    b = rotate_left(b ^ c, 7)
    return a, b, c, d


@rule
def chacha8(key: Any, block: int, stream: int) -> Any:
    """The sixteen words of one ChaCha8 block, with a 32-bit counter and nonce."""
    c0, c1, c2, c3 = word(0x61707865), word(0x3320646E), word(0x79622D32), word(0x6B206574)
    k0, k1, k2, k3 = word(key[0]), word(key[1]), word(key[2]), word(key[3])
    k4, k5, k6, k7 = word(key[4]), word(key[5]), word(key[6]), word(key[7])
    n0, n2 = word(block), word(stream)
    a0, a1, a2, a3 = c0, c1, c2, c3
    b0, b1, b2, b3, b4, b5, b6, b7 = k0, k1, k2, k3, k4, k5, k6, k7
    d0, d1, d2, d3 = n0, word(0), n2, word(0)
    for _ in range(4):  # eight rounds, two at a time: columns, then diagonals
        a0, b0, b4, d0 = quarter_round(a0, b0, b4, d0)
        a1, b1, b5, d1 = quarter_round(a1, b1, b5, d1)
        a2, b2, b6, d2 = quarter_round(a2, b2, b6, d2)
        a3, b3, b7, d3 = quarter_round(a3, b3, b7, d3)
        a0, b1, b6, d3 = quarter_round(a0, b1, b6, d3)
        a1, b2, b7, d0 = quarter_round(a1, b2, b7, d0)
        a2, b3, b4, d1 = quarter_round(a2, b3, b4, d1)
        a3, b0, b5, d2 = quarter_round(a3, b0, b5, d2)
    return (
        add(a0, c0),
        add(a1, c1),
        add(a2, c2),
        add(a3, c3),
        add(b0, k0),
        add(b1, k1),
        add(b2, k2),
        add(b3, k3),
        add(b4, k4),
        add(b5, k5),
        add(b6, k6),
        add(b7, k7),
        add(d0, n0),
        d1,
        add(d2, n2),
        d3,
    )


@rule
def start_dice(s: Any, key: Any, stream: int) -> None:
    """Begin stream number `stream` of a key."""
    for i in range(8):
        s.key[i] = key[i]
    s.stream, s.block, s.ready_left = stream, 0, 0


@rule
def seed_dice(s: Any, seed: int) -> None:
    """Seed the dice of an imagined table with any number below 2**63; nothing here is secret."""
    for i in range(2, 8):
        s.key[i] = 0
    s.key[0], s.key[1] = seed & MASK_32, (seed >> 32) & MASK_32
    s.stream, s.block, s.ready_left = 0, 0, 0


@rule
def refill(s: Any) -> None:
    """Fill the buffer from the next block."""
    words = chacha8(s.key, s.block, s.stream)
    s.block += 1
    for i in range(BUFFERED // 2):
        s.ready[2 * i], s.ready[2 * i + 1] = words[i] & 0xFFFF, words[i] >> 16
    s.ready_left = BUFFERED


@rule
def below(s: Any, n: int) -> int:
    """An unbiased integer in [0, n), by rejection sampling; n is at most 65536."""
    n = wide(n)
    while True:
        if s.ready_left == 0:
            refill(s)
        s.ready_left -= 1
        product = wide(s.ready[s.ready_left]) * n
        rest = product & 0xFFFF
        if rest >= n or rest >= 65536 % n:
            return product >> 16


# Cheap dice for bots and playouts, never for a table: splitmix64 -------------------------------
class CheapDice(Record):
    """A bot's own random numbers."""

    at = u64()


MASK_64 = 0xFFFFFFFFFFFFFFFF
STEP, MIX1, MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


@rule
def cheap_below(r: Any, n: int) -> int:
    """An integer in [0, n), uniform to one part in two billion: enough to choose a move."""
    z = (int(r.at) + STEP) & MASK_64  # `int` as in `add`
    r.at = z
    z = ((z ^ (z >> 30)) * MIX1) & MASK_64
    z = ((z ^ (z >> 27)) * MIX2) & MASK_64
    z = z ^ (z >> 31)
    return (wide(z >> 33) * wide(n)) >> 31


# Small helpers -----------------------------------------------------------------------------------
@rule
def copy(source: Any, target: Any, n: int) -> None:
    for i in range(n):
        target[i] = source[i]


@rule
def total(counts: Any, n: int) -> int:
    result = wide(0)  # when interpreted, a sum of 8-bit numbers would stay 8-bit
    for i in range(n):
        result += counts[i]
    return result


@rule
def draw(s: Any, bag: Any, n: int) -> int:
    """Take one thing out of a bag that counts n kinds of things, at random; return its kind."""
    nth, kind = below(s, total(bag, n)), 0
    while nth >= bag[kind]:
        nth -= bag[kind]
        kind += 1
    bag[kind] -= 1
    return kind
