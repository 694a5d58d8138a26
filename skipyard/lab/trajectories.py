"""Whole trajectories: a row for each move with what its seat saw, could do and did, and the result.

docs/lab.md describes the columns. A folder has a part for each task, so that tasks may finish in
any order and on any machine, and a stopped command goes on where it was.
"""

from __future__ import annotations

import csv
import io
import json
import os
import pathlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from skipyard import __version__, extras
from skipyard.games import Game
from skipyard.lab.game_rows import KINDS
from skipyard.lab.output import cannot_write
from skipyard.lab.sentences import say
from skipyard.lab.store import differing_keys
from skipyard.options import Refused

if TYPE_CHECKING:
    from skipyard.batch.cpu import TableSetup

FORMAT = 1  # of the columns
ABOUT = "_about.json"  # data tools pass over names that begin so
MOST_BYTES = 64 << 20  # of observations and masks at a time
Facts = Mapping[str, Any]  # game, seats, settings, bots, seed: the same for all rows of some games


class Moves(NamedTuple):
    """The moves of some games, one after the other: arrays with a row for each move."""

    lengths: Any  # moves of each game
    observations: Any
    masks: Any
    seats: Any
    actions: Any

    @classmethod
    def room_for(cls, g: Game, lengths: Any) -> Moves:
        rows = int(np.sum(lengths))
        return cls(
            np.asarray(lengths),
            np.zeros((rows, g.features.SIZE), np.uint8),
            np.zeros((rows, len(g.rules.ACTIONS)), np.uint8),
            np.zeros(rows, np.int8),
            np.zeros(rows, np.int16),
        )


class Recorder:
    """Records games that are played move by move."""

    def __init__(self, g: Game) -> None:
        self.g, self.rows = g, list[tuple[Any, Any, int, int]]()

    def on_move(self, seat: int, view: Any, legal: Any, action: int) -> None:
        observation = np.zeros(self.g.features.SIZE, np.uint8)
        self.g.features.features(view, observation)
        self.rows.append((observation, legal, seat, action))

    def moves(self, lengths: Any) -> Moves:
        """All that was recorded: games of these lengths."""
        every = Moves.room_for(self.g, lengths)
        for row, (observation, legal, seat, action) in enumerate(self.rows):
            every.observations[row], every.masks[row, legal] = observation, 1
            every.seats[row], every.actions[row] = seat, action
        return every


def slices(g: Game, lengths: Any) -> Iterator[slice]:
    """Consecutive games that together need little memory."""
    most = max(1, MOST_BYTES // (g.features.SIZE + len(g.rules.ACTIONS)))
    first, rows = 0, 0
    for n, length in enumerate(lengths):
        if rows and rows + length > most:
            yield slice(first, n)
            first, rows = n, 0
        rows += int(length)
    if first < len(lengths):
        yield slice(first, len(lengths))


def side_shares(winners: Any, points: Any, sides: int) -> Any:
    """What each side gets of a win, by game; a draw is shared by the sides with most points."""
    shares = np.zeros((len(winners), sides), np.float32)
    own = points[:, :sides]
    tied = own == own.max(axis=1, keepdims=True)
    drawn = winners < 0
    shares[drawn] = (tied / tied.sum(axis=1, keepdims=True))[drawn]
    shares[np.flatnonzero(~drawn), winners[~drawn]] = 1
    return shares


def replayed(
    setup: TableSetup, bots: Sequence[int], key: Any, dice_seed: int, first: int, lengths: Any
) -> Iterator[tuple[slice, Moves]]:
    """The moves of games that compiled bots have played, some games at a time."""
    from skipyard.loops import for_game

    g, numbers = setup.game, np.array(bots, np.int64)
    state, dice, out = setup.buffers(dice_seed)
    views, run = g.rules.View.many(2), for_game("recorded_games", g).record_games
    for some in slices(g, lengths):
        moves = Moves.room_for(g, lengths[some])
        where, games = first + some.start, some.stop - some.start
        table = setup.template, state, views, numbers, key, where, games, dice, out
        rows = run(*table, moves.observations, moves.masks, moves.seats, moves.actions)
        if rows != len(moves.seats):
            raise Refused(f"Game {where} took another course when it was recorded.")
        yield some, moves


# Columns ------------------------------------------------------------------------------------------
def columns_of(
    facts: Facts, moves: Moves, numbers: Any, shares: Any, points: Any, rotation: int | None
) -> dict[str, Any]:
    """The columns of some games: their numbers, each side's share of a win, and its points."""
    lengths, seats = moves.lengths, moves.seats
    game = np.repeat(np.arange(len(lengths)), lengths)
    side = seats % shares.shape[1]
    begins = np.cumsum(lengths) - lengths
    return {
        "game": facts["game"],
        "seats": facts["seats"],
        "settings": " ".join(facts["settings"]),
        "bots": ",".join(facts["bots"]),
        "seed": facts["seed"],
        "number": np.asarray(numbers, np.int64)[game],
        "rotation": rotation,
        "move": (np.arange(len(seats)) - begins[game] + 1).astype(np.int32),
        "seat": seats + 1,
        "observation": moves.observations,
        "mask": moves.masks,
        "action": moves.actions,
        "result": shares[game, side].astype(np.float32),
        "points": points[game, side].astype(np.int16),
    }


def encoded(parts: Iterable[dict[str, Any]], g: Game, kind: str) -> bytes:
    """A part of the folder, in its format."""
    if kind == ".csv":
        return as_csv(parts)
    import pyarrow
    from pyarrow import ipc, parquet

    out = pyarrow.BufferOutputStream()
    tables = (as_table(columns, g) for columns in parts)
    first = next(tables)
    if kind == ".parquet":
        plain = ["observation", "mask"]  # a dictionary of whole vectors would only cost time
        coded = [name for name in first.column_names if name not in plain]
        writer: Any = parquet.ParquetWriter(
            out, first.schema, compression="zstd", use_dictionary=coded
        )
    else:
        options = ipc.IpcWriteOptions(compression="zstd")
        writer = ipc.new_file(out, first.schema, options=options)
    with writer:
        writer.write_table(first)
        for table in tables:
            writer.write_table(table)
    content: bytes = out.getvalue().to_pybytes()
    return content


def as_table(columns: dict[str, Any], g: Game) -> Any:
    import pyarrow

    rows = len(columns["number"])
    arrays: dict[str, Any] = {}
    for name, value in columns.items():
        if isinstance(value, np.ndarray) and value.ndim == 2:
            width = value.shape[1]
            buffers = [None, pyarrow.py_buffer(np.ascontiguousarray(value))]
            arrays[name] = pyarrow.Array.from_buffers(pyarrow.binary(width), rows, buffers)
        elif isinstance(value, np.ndarray):
            arrays[name] = pyarrow.array(value)
        elif name == "rotation":
            arrays[name] = pyarrow.array([value] * rows, pyarrow.int8())
        else:
            arrays[name] = pyarrow.array(np.full(rows, value))
    told = {"format": str(FORMAT), "skipyard": __version__, "rules": str(g.rules.VERSION)}
    return pyarrow.table(arrays, metadata={f"skipyard.{key}": text for key, text in told.items()})


def as_csv(parts: Iterable[dict[str, Any]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    for n, columns in enumerate(parts):
        if n == 0:
            writer.writerow(columns)
        rows = len(columns["number"])
        writer.writerows(zip(*(as_texts(value, rows) for value in columns.values()), strict=True))
    return out.getvalue().encode()


def as_texts(value: Any, rows: int) -> Sequence[Any]:
    """A column's values; vectors of bytes as two hexadecimal digits each."""
    if not isinstance(value, np.ndarray):
        return ["" if value is None else value] * rows
    return [row.tobytes().hex() for row in value] if value.ndim == 2 else value.tolist()


# The folder ---------------------------------------------------------------------------------------
def check(folder: str | None, language: str) -> None:
    """Refuse a folder that could not be written, before anything is played."""
    if folder is None:
        return
    kind = pathlib.Path(folder).suffix
    if kind not in KINDS:
        raise Refused(say(language, "trajectories.kind", folder=folder))
    if kind != ".csv" and not extras.is_installed("pyarrow"):
        raise Refused(extras.sentence("data", f"“{folder}”", language))


class Parts:
    """The folder of one command's trajectories; parts are written whole or not at all."""

    def __init__(self, folder: str, about: Facts, language: str) -> None:
        self.folder, self.language = pathlib.Path(folder), language
        self.kind = self.folder.suffix
        told = json.loads(json.dumps({"format": FORMAT, **about}))
        file = self.folder / ABOUT
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            before = json.loads(file.read_text("utf-8")) if file.exists() else None
            if before is None and any(self.folder.iterdir()):
                raise Refused(say(language, "trajectories.folder", folder=folder))
        except OSError as problem:
            raise cannot_write(folder, problem, language) from None
        except ValueError:
            raise Refused(say(language, "trajectories.folder", folder=folder)) from None
        if before not in (None, told):
            differing = differing_keys(before, told)
            raise Refused(say(language, "trajectories.other", folder=folder, names=differing))
        self.write(ABOUT, (json.dumps(told, indent=2) + "\n").encode())

    def add(self, name: str, content: bytes) -> None:
        """Add the part of one task, or replace it."""
        self.write(f"part-{name}{self.kind}", content)

    def write(self, name: str, content: bytes) -> None:
        draft = self.folder / f".{name}.{os.getpid()}.draft"
        try:
            draft.write_bytes(content)
            draft.replace(self.folder / name)
        except OSError as problem:
            raise cannot_write(self.folder / name, problem, self.language) from None
        finally:
            draft.unlink(missing_ok=True)
