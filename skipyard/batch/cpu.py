"""Many tables on the CPU: stepped together on all cores, without a Python call for each."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar, cast

import numpy as np
import numpy.typing as npt

from skipyard.batch.arrays import KEPT, Room, columns
from skipyard.batch.batch import RANDOM, Tables, playing, stepping
from skipyard.core import CheapDice, Records
from skipyard.games import Game, game
from skipyard.games.contract import Key, Moves
from skipyard.loops import for_game
from skipyard.options import Value

T = TypeVar("T")
VIEWS = 16  # made one after the other before they are read, see `show_tables`


class Batch(Tables[npt.NDArray[Any]]):
    """n tables of one kind. Arrays are made once and written in place: copy what you keep.

    A player is a file with a compiled `choose`, by its module's name; `bot` is its number there.
    """

    def __init__(
        self,
        name: str,
        seats: int,
        tables: int,
        options: Mapping[str, Value] | None = None,
        key: int | Key | None = None,
        *,
        seed: int = 0,
        threads: int | None = None,
        renews: bool = True,
        shows: bool = True,
        player: str = RANDOM,
    ) -> None:
        super().__init__(name, seats, tables, options or {}, key, seed)
        self.renews, self.shows = renews, shows
        self.loops, self.bots = stepping(self.game.name), playing(self.game.name, player)
        self.room = Room(
            **self.alike(),
            **{
                name: np.zeros((tables, *width), kind)
                for name, (kind, width) in columns(self.game, seats).items()
            },
        )
        rules = self.game.rules
        self.actions, self.given = np.zeros(tables, np.int16), np.zeros(tables, np.int16)
        self.results = np.zeros((tables, seats), np.int64)
        self.threads = min(tables, threads or os.cpu_count() or 1)
        edges = np.linspace(0, tables, self.threads + 1).astype(int).tolist()
        self.chunks = list(itertools.pairwise(edges))
        self.scratch = [
            (rules.State.many(1), rules.View.many(VIEWS), np.zeros(len(rules.ACTIONS), np.int16))
            for _ in self.chunks
        ]
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.reset()

    def on_all(self, work: Callable[[int, int, Records, Records, Moves], T]) -> list[T]:
        """Do something to all tables: a chunk for each thread, with room of its own to work in."""
        jobs = [
            (*chunk, *scratch) for chunk, scratch in zip(self.chunks, self.scratch, strict=True)
        ]
        if self.pool is None:
            return [work(*jobs[0])]
        return [job.result() for job in [self.pool.submit(work, *job) for job in jobs]]

    # What there is to see; the arrays stay the same, their contents do not ---------------------
    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        return self.room.observations

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        return self.room.masks

    @property
    def turns(self) -> npt.NDArray[np.int8]:
        return self.room.turns

    @property
    def rewards(self) -> npt.NDArray[np.int16]:
        return self.room.rewards

    @property
    def dones(self) -> npt.NDArray[np.bool_]:
        return self.room.dones

    # Deeds -------------------------------------------------------------------------------------
    def reset(self) -> None:
        """Deal the first game at every table."""
        room = self.room
        room.streams[:] = np.arange(self.tables)
        room.cheap_dice[:] = self.seeds()
        for array in (room.games, room.points, room.rewards, room.dones, room.cuts):
            array[:] = 0
        self.on_all(
            lambda first, last, state, views, out: self.loops.reset_tables(room, first, last)
        )
        self.show()

    def show(self) -> None:
        """Write masks and observations anew; a step does so by itself."""
        self.on_all(
            lambda first, last, state, views, out: self.loops.show_tables(
                self.room, first, last, views, out
            )
        )

    def check(self, actions: Moves, asked: npt.NDArray[Any]) -> None:
        """Refuse the first wrong action in a sentence that names its table and its rule."""
        for table in self.on_all(
            lambda first, last, state, views, out: (
                last,
                self.loops.wrong_table(self.room, actions, first, last),
            )
        ):
            if table[1] != table[0]:
                found = self.room.states[table[1]]
                raise self.refusal(table[1], int(asked[table[1]]), found)

    def step(self, actions: npt.NDArray[Any], check: bool = True) -> None:
        """Play an action at every table; where a game is over, deal the next one if `renews`.

        With a wrong action anywhere nothing happens at all. At a table that is over and not dealt
        anew, any action does nothing.
        """
        self.check_shape(actions)
        asked = actions
        if actions.dtype != self.actions.dtype:  # loops are compiled for one kind of number
            actions = np.clip(actions, -1, self.masks.shape[1], out=self.given, casting="unsafe")
        if check:
            self.check(actions, asked)
        self.on_all(
            lambda first, last, state, views, out: (
                self.loops.step_tables(self.room, actions, first, last, self.renews),
                self.shows and self.loops.show_tables(self.room, first, last, views, out),
            )
        )

    def choose_randomly(self) -> Moves:
        """A legal action for every table, each as likely: the array `actions`."""
        self.on_all(
            lambda first, last, state, views, out: self.loops.choose_randomly(
                self.room, self.actions, first, last, out
            )
        )
        return self.actions

    def choose(self, bot: int = 0) -> Moves:
        """What the batch's player does at every table: the array `actions`."""
        self.on_all(
            lambda first, last, state, views, out: self.bots.choose_by_bot(
                self.room, self.actions, first, last, bot, views, out
            )
        )
        return self.actions

    def run(self, moves: int) -> None:
        """So many random moves at every table, deal after deal; `games` and `points` count."""
        self.on_all(
            lambda first, last, state, views, out: self.loops.run_randomly(
                self.room, first, last, moves, out
            )
        )
        self.show()

    def run_bots(self, moves: int, bots: list[int]) -> None:
        """So many moves of bots at every table, a bot for each seat, deal after deal."""
        numbers = np.array(bots, np.int64)
        self.on_all(
            lambda first, last, state, views, out: self.bots.run_bots(
                self.room, first, last, moves, numbers, views, out
            )
        )
        self.show()

    def play_out(self, times: int = 1) -> npt.NDArray[np.int64]:
        """From where each table stands, under other dice, so many random games to the end.

        The scores by table and seat, added up; the tables themselves stay as they are.
        """
        self.on_all(
            lambda first, last, state, views, out: self.loops.play_out_randomly(
                self.room, self.results, first, last, times, state, out
            )
        )
        return self.results

    # Saving --------------------------------------------------------------------------------------
    def save(self) -> dict[str, npt.NDArray[np.uint8]]:
        """All that a batch needs to go on from here."""
        return {name: as_bytes(getattr(self.room, name)).copy() for name in KEPT}

    def restore(self, saved: Mapping[str, npt.NDArray[np.uint8]]) -> None:
        for name in KEPT:
            as_bytes(getattr(self.room, name))[:] = saved[name]
        self.show()


def as_bytes(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The bytes of an array; numpy copies records field by field and leaves what is between."""
    return array.view(np.uint8)


class Seats:
    """One kind of table, set up once and dealt again and again."""

    def __init__(self, g: Game, seats: int, chosen: Mapping[str, Value]) -> None:
        self.game = g
        self.template = g.rules.State.many(1)
        self.template[0] = g.set_up(seats, chosen)

    def workplace(self, seed: int) -> tuple[Records, CheapDice, Moves]:
        """What one thread needs for itself: a state, dice, room for moves."""
        dice = CheapDice()
        dice.at = seed
        return self.template.copy(), dice, np.zeros(len(self.game.rules.ACTIONS), np.int16)


def random_games(name: str) -> Callable[..., int]:
    """The compiled loop that plays a game at random."""
    loop: Callable[..., int] = for_game("random_games", game(name)).random_games
    return loop


class OneTable(Protocol):
    """A game's compiled rules for one table in an array: loops/single_table.py."""

    verdict_of: Callable[[Records, int], int]
    moves_of: Callable[[Records, Moves], int]
    play_at: Callable[[Records, int], None]
    observe_at: Callable[[Records, int, Records], None]


def one_table(name: str) -> OneTable:
    """Those of a game."""
    return cast(OneTable, for_game("single_table", game(name)))
