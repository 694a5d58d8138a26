"""The settings of a training run, and the tables that it plays at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from skipyard.batch.setup import choose_options
from skipyard.games import Game
from skipyard.games.profile import TrainingTables
from skipyard.options import Refused, read_settings

MIX = 240  # kinds of tables are repeated in this rhythm; a share is at least one table of it


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One recipe for every game; what is left at its default need not be thought about."""

    game: str
    tables: int = 32_768
    steps: int = 32  # moves at every table between two updates
    minibatch: int = 32_768
    epochs: int = 2
    rate: float = 6e-4  # of learning, at the beginning; falls to a twentieth
    clip: float = 0.2
    trace: float = 0.97  # how far results reach back (lambda)
    entropy: float = 0.005  # weight at the beginning; falls to a tenth
    past: float = 0.2  # share of tables at which one side is played by an earlier network
    imitate: int = 40  # first updates, in which it learns from the bot `teacher`
    teacher: str = "rules"
    seed: int = 1
    device: str = "cuda"
    graphs: bool = True  # capture the steps of a rollout as one CUDA graph
    student: tuple[int, ...] = ()  # learns from the network that `--begin` names; its widths
    layers: tuple[int, ...] = ()  # widths of the network's layers; none: the profile's
    only: tuple[str, ...] = ()  # seats and options of all tables, instead of the profile's mix


class Tables(msgspec.Struct, frozen=True):
    """Seats and options for each table of a batch, repeated in their order."""

    seats: list[int]
    options: list[dict[str, Any]]


def training_tables(game: Game, count: int, only: Sequence[str] = ()) -> Tables:
    """The mix in the game's profile.toml, or `only` one kind, spread evenly over so many tables."""
    kinds = (only_kind(only),) if only else game.profile.training.tables
    shares = np.array([kind.share for kind in kinds], float)
    due = np.zeros(len(kinds))
    seats, options = list[int](), list[dict[str, Any]]()
    for _ in range(min(MIX, count)):
        due += shares / shares.sum()
        nth = int(due.argmax())
        due[nth] -= 1
        kind = kinds[nth]
        given = read_settings(game.options.OPTIONS, kind.settings, game.name)
        seats.append(kind.seats)
        options.append(choose_options(game, kind.seats, given))
    return Tables(seats, options)


def only_kind(only: Sequence[str]) -> TrainingTables:
    """The kind of table that a setting such as `only=2,stock_size=5` asks for."""
    seats, *settings = only
    if not seats.isdecimal() or int(seats) < 1:
        raise Refused(f"--set only={','.join(only)}: it begins with a number of seats.")
    return TrainingTables(1, int(seats), tuple(settings))
