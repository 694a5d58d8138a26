"""Games as rows, and as groups of one kind of table each."""

from __future__ import annotations

import csv
import dataclasses
import pathlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from skipyard import extras
from skipyard.bots.intervals import wilson
from skipyard.games import game
from skipyard.lab.sentences import say
from skipyard.options import Refused

NEEDED = ("game", "seats", "settings", "winner", "turns")
Rows = dict[str, npt.NDArray[Any]]


@dataclasses.dataclass(frozen=True)
class Group:
    """All games of one kind of table: how long they were, and how many each side won."""

    game: str
    seats: int
    settings: tuple[str, ...]
    lengths: npt.NDArray[Any]  # different numbers of turns, …
    counts: npt.NDArray[Any]  # … and how many games had each
    wins: tuple[int, ...]  # by side

    @property
    def games(self) -> int:
        return int(self.counts.sum())

    @property
    def label(self) -> str:
        """The game's title, its seats, and what was agreed."""
        parts = [game(self.game).title, f"{self.seats} seats", *self.settings]
        return ", ".join(parts)

    @property
    def mean(self) -> float:
        return float((self.lengths * self.counts).sum() / self.games)

    @property
    def error(self) -> float:
        """The standard error of the mean length."""
        spread = (self.counts * (self.lengths - self.mean) ** 2).sum() / max(self.games - 1, 1)
        return float(np.sqrt(spread / self.games))

    def percentile(self, share: float) -> float:
        """The length of the game at this share of the way from the shortest to the longest."""
        place = round(share * (self.games - 1))
        return float(self.lengths[np.searchsorted(self.counts.cumsum(), place, side="right")])

    @property
    def decided(self) -> int:
        return sum(self.wins)

    def edge(self, side: int) -> tuple[float, float, float]:
        """A side's share of the decided games above an even one, with its 95 % interval."""
        even = 1 / len(self.wins)
        low, high = wilson(self.wins[side], max(self.decided, 1))
        return self.wins[side] / max(self.decided, 1) - even, low - even, high - even


def read(*files: str | pathlib.Path, language: str = "en") -> list[Group]:
    """The games of files that `--out` wrote, by kind of table, in the files' order."""
    groups: dict[tuple[str, int, tuple[str, ...]], Group] = {}
    for file in files:
        for group in groups_of(rows_of(pathlib.Path(file), language)):
            kind = (group.game, group.seats, group.settings)
            groups[kind] = merged(groups[kind], group) if kind in groups else group
    return list(groups.values())


def rows_of(file: pathlib.Path, language: str) -> Rows:
    """The columns of a file that pictures need; Refused with a sentence if it is not one."""
    if file.suffix != ".csv" and not extras.is_installed("pyarrow"):
        raise Refused(extras.sentence("data", f"“{file}”", language))
    try:
        columns = csv_columns(file) if file.suffix == ".csv" else arrow_columns(file)
    except OSError as problem:
        why = problem.strerror or problem
        raise Refused(say(language, "pictures.read", file=file, why=why)) from None
    except (ValueError, KeyError, UnicodeError, csv.Error):
        raise Refused(say(language, "pictures.games", file=file)) from None
    if not len(columns["turns"]):
        raise Refused(say(language, "pictures.none", file=file))
    return columns


def csv_columns(file: pathlib.Path) -> Rows:
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    names = [*NEEDED, *(name for name in (rows[0] if rows else {}) if name.startswith("points_"))]
    columns = {name: [row[name] for row in rows] for name in names}
    return {
        name: np.array(column, str)
        if name in ("game", "settings")
        else np.array([float(text) if text else np.nan for text in column])
        for name, column in columns.items()
    }


def arrow_columns(file: pathlib.Path) -> Rows:
    import pyarrow
    from pyarrow import feather, parquet

    try:
        read = feather.read_table if file.suffix == ".arrow" else parquet.read_table
        table = read(str(file))
    except pyarrow.ArrowInvalid as problem:
        raise ValueError(str(problem)) from None
    names = [*NEEDED, *(name for name in table.column_names if name.startswith("points_"))]
    columns = {}
    for name in names:
        column = table[name]
        if name in ("game", "settings"):
            columns[name] = np.array(column.to_pylist(), str)
        else:
            columns[name] = np.asarray(column.cast("float64").to_numpy(), float)
    return columns


def groups_of(rows: Rows) -> list[Group]:
    """The kinds of table among rows."""
    _, first, kinds = np.unique(
        np.array([rows["game"], rows["seats"].astype(int).astype(str), rows["settings"]]).T,
        axis=0,
        return_index=True,
        return_inverse=True,
    )
    groups = []
    for kind in np.argsort(first):
        row, these = first[kind], kinds.ravel() == kind
        lengths, counts = np.unique(rows["turns"][these], return_counts=True)
        winners = rows["winner"][these]
        sides = sides_at(rows, int(row))
        groups.append(
            Group(
                str(rows["game"][row]),
                int(rows["seats"][row]),
                tuple(str(rows["settings"][row]).split()),
                lengths,
                counts,
                tuple(int((winners == side).sum()) for side in range(1, sides + 1)),
            )
        )
    return groups


def sides_at(rows: Rows, row: int) -> int:
    """How many sides a game had: teams have one column of points."""
    points = [name for name in rows if name.startswith("points_")]
    return sum(not np.isnan(rows[name][row]) for name in points) or int(rows["seats"][row])


def merged(one: Group, other: Group) -> Group:
    """The games of both."""
    lengths = np.union1d(one.lengths, other.lengths)
    counts = np.zeros(len(lengths), int)
    for group in (one, other):
        counts[np.searchsorted(lengths, group.lengths)] += group.counts
    wins = tuple(a + b for a, b in zip(one.wins, other.wins, strict=True))
    return dataclasses.replace(one, lengths=lengths, counts=counts, wins=wins)


def labels(groups: Sequence[Group]) -> list[str]:
    """A name for each group, without what all of them share."""
    everywhere = set.intersection(*(set(group.settings) for group in groups))
    own = [[it for it in group.settings if it not in everywhere] for group in groups]
    parts = [
        (game(group.game).title, f"{group.seats} seats", " ".join(settings) or "the book")
        for group, settings in zip(groups, own, strict=True)
    ]
    kept = [column for column in zip(*parts, strict=True) if len(set(column)) > 1]
    if not kept:
        return [group.label for group in groups]
    return [", ".join(names) for names in zip(*kept, strict=True)]


def shared(groups: Sequence[Group]) -> str:
    """What all groups share: a title in front of a picture's own."""
    titles = {game(group.game).title for group in groups}
    seats = {group.seats for group in groups}
    parts = [
        *(titles if len(titles) == 1 else ()),
        *([f"{min(seats)} seats"] if len(seats) == 1 else ()),
    ]
    return ", ".join(parts)
