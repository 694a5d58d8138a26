"""Types of what every game has: its records, and the names in its modules that others may use.

To a type checker, a game's records are Any, so that the game's own files can annotate them as their
`State`. Code for any game uses `StateRecord`, which has the fields that all games share.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from skipyard.catalogue import Catalogue
from skipyard.core import Records
from skipyard.games.feature_layout import Block
from skipyard.options import Option, Value

Moves: TypeAlias = npt.NDArray[np.int16]  # numbers of actions
Key: TypeAlias = npt.NDArray[np.uint32]  # 256 bits, from which games are dealt
ActionRecord: TypeAlias = np.record  # a row of ACTIONS


class ViewRecord(Protocol):
    """What one seat sees of a table."""

    dtype: Any
    seats: int
    turn: int
    over: int

    def __getitem__(self, name: str) -> Any: ...

    def copy(self) -> Self: ...

    def tobytes(self) -> bytes: ...


class StateRecord(ViewRecord, Protocol):
    """A whole table, with everything hidden and its dice."""

    winner: int
    block: int
    ready_left: int


class RecordType(Protocol):
    """A class of records: `State()` is a zeroed record, `State.many(n)` an array of them."""

    dtype: Any  # np.dtype, but one that is sure to have names

    def __call__(self) -> Any: ...

    def many(self, n: int) -> Records: ...


class Rules(Protocol):
    """A game's rules.py; each has more, for its own files."""

    __name__: str
    VERSION: int
    LONGEST: int  # the most moves of a game; simulations stop there
    ACTIONS: Records
    State: RecordType
    View: RecordType
    No: Any  # an IntEnum of reasons to refuse a move, and No.OK

    def deal(self, s: StateRecord, key: Key, stream: int) -> None: ...

    def verdict(self, s: StateRecord, move: ActionRecord) -> int: ...

    def moves(self, s: StateRecord, out: Moves) -> int: ...

    def play(self, s: StateRecord, action: int) -> None: ...

    def score(self, s: StateRecord, out: npt.NDArray[Any]) -> None: ...

    def places(self, s: StateRecord, out: npt.NDArray[Any]) -> None: ...

    def sides(self, s: StateRecord) -> int: ...

    def observe(self, s: StateRecord, seat: int, v: ViewRecord) -> None: ...

    def imagine(self, v: ViewRecord, s: StateRecord, seed: int) -> None: ...

    def sound(self, s: StateRecord) -> bool: ...

    def __getattr__(self, name: str) -> Any: ...


class Options(Protocol):
    """A game's options.py; some have more, for their own files."""

    TITLE: str
    FEWEST_SEATS: int
    MOST_SEATS: int
    OPTIONS: tuple[Option, ...]
    FIXED: dict[str, int]  # fields of a state that are the same in every game

    def sentences(self) -> Catalogue: ...

    def check(self, seats: int, chosen: Mapping[str, Value], language: str = "en") -> None: ...

    def __getattr__(self, name: str) -> Any: ...


class Features(Protocol):
    """A game's features.py."""

    SIZE: int
    FEATURES: tuple[Block, ...]

    def features(self, v: ViewRecord, out: npt.NDArray[np.uint8]) -> None: ...


class Positions(Protocol):
    """A game's position.py."""

    def write(self, s: StateRecord) -> str: ...

    def write_view(self, v: ViewRecord) -> str: ...

    def read(self, text: str) -> Any: ...
