"""Many tables on the CPU, stepped together on all cores without a Python call for each."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar, cast

import numpy as np
import numpy.typing as npt

from skipyard.arguments import whole
from skipyard.batch import seated_bots
from skipyard.batch.arrays import SAVED, ZEROED, Arrays, columns
from skipyard.batch.batch import (
    Step,
    Tables,
    as_rows,
    bot_moves,
    player_of,
    renamed,
    table_changes,
    table_steps,
)
from skipyard.batch.bot_numbers import NUMBERS
from skipyard.batch.seated_bots import SeatedBots
from skipyard.batch.setup import Setup
from skipyard.core import CheapDice, Records
from skipyard.games import Game, game
from skipyard.games.contract import Key, Moves
from skipyard.loops import for_game
from skipyard.options import Refused, Value

T = TypeVar("T")
VIEWS = 16  # written before the first of them is read, see `show_tables`


class Batch(Tables[npt.NDArray[Any]]):
    """n tables of one kind. Arrays are allocated once and written in place: copy what you keep.

    A player is the name of a module with a compiled `choose`; `bot` is the number passed to it.
    """

    def __init__(
        self,
        name: str,
        seats: int | Sequence[int],
        tables: int,
        options: Mapping[str, Value] | Sequence[Mapping[str, Value]] | None = None,
        key: int | Key | None = None,
        *,
        positions: Sequence[Any] | None = None,
        seed: int = 0,
        threads: int | None = None,
        auto_reset: bool = True,
        final: bool = False,
        shows: bool = True,
        points: bool = False,
        player: str | None = None,
        setup: Setup | None = None,
    ) -> None:
        super().__init__(name, seats, tables, options, key, seed, positions, setup)
        self.set_flags(auto_reset, shows, points, final)
        self.player = player_of(self.game, player)
        self.loops, self.changes, self.bots = (
            table_steps(self.game.name),
            table_changes(self.game.name),
            bot_moves(self.game.name, self.player),
        )
        try:
            self.arrays = Arrays(
                **self.shared_arrays(),
                **{
                    name: np.zeros((tables, *width), kind)
                    for name, (kind, width) in columns(self.game, self.seats).items()
                },
            )
        except MemoryError:
            raise Refused(f"{tables} tables need more memory than there is.") from None
        rules = self.game.rules
        self.actions, self.converted = np.zeros(tables, np.int16), np.zeros(tables, np.int16)
        self.results = np.zeros((tables, self.seats), np.int64)
        self.final_observations = np.zeros_like(self.arrays.observations) if final else None
        wanted = os.cpu_count() or 1 if threads is None else whole(threads, "threads", low=1)
        self.threads = min(tables, wanted)
        edges = np.linspace(0, tables, self.threads + 1).astype(int).tolist()
        self.chunks = list(itertools.pairwise(edges))
        self.scratch = [
            (rules.State.many(1), rules.View.many(VIEWS), np.zeros(len(rules.ACTIONS), np.int16))
            for _ in self.chunks
        ]
        self.seated = SeatedBots(self.game, self.seed)
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.reset()

    def on_all(self, work: Callable[[int, int, Records, Records, Moves], T]) -> list[T]:
        """Do something to all tables: a chunk for each thread, with its own scratch buffers."""
        jobs = [
            (*chunk, *scratch) for chunk, scratch in zip(self.chunks, self.scratch, strict=True)
        ]
        if self.pool is None:
            return [work(*jobs[0])]
        return [job.result() for job in [self.pool.submit(work, *job) for job in jobs]]

    # Observations: views of arrays that every step overwrites ----------------------------------
    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """What the seat on turn sees at each table, as bytes (docs/observations.md).

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.observations.shape
        (2, 2097)
        """
        return self.arrays.observations

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """True for each action that is legal at a table.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.masks.sum(axis=1).tolist()
        [8, 8]
        """
        return self.arrays.masks

    @property
    def turns(self) -> npt.NDArray[np.int8]:
        """The seat on turn at each table.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.turns.tolist()
        [1, 1]
        """
        return self.arrays.turns

    @property
    def rewards(self) -> npt.NDArray[Any]:
        """What the last step brought each seat: ±1 at the end of a game, or points.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.rewards.tolist()
        [[0.0, 0.0], [0.0, 0.0]]
        """
        return self.arrays.rewards if self.points else self.arrays.returns

    @property
    def dones(self) -> npt.NDArray[np.bool_]:
        """Whether the last step ended a table's game.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.dones.tolist()
        [False, False]
        """
        return self.arrays.dones

    @property
    def winners(self) -> npt.NDArray[np.int8]:
        """The winning side where `dones` says that a game has ended; -1 in a draw.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.winners[batch.dones].tolist()
        []
        """
        return self.arrays.winners

    # Steps -------------------------------------------------------------------------------------
    def reset(self, where: Any = None) -> None:
        """Deal the first game at every table, or the next one `where` a mask says so.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.reset([True, False])
        """
        arrays = self.arrays
        if where is not None:
            self.renew(self.mask_of(where))
            self.show()
            return
        arrays.streams[:] = np.arange(self.tables)
        arrays.cheap_dice[:] = self.seeds()
        for name in ZEROED:
            getattr(arrays, name)[:] = 0
        self.on_all(
            lambda first, last, state, views, out: self.loops.reset_tables(arrays, first, last)
        )
        self.show()

    def renew(self, where: npt.NDArray[np.bool_]) -> None:
        self.on_all(
            lambda first, last, state, views, out: self.changes.renew_tables(
                self.arrays, where, first, last
            )
        )

    def show(self) -> None:
        """Write masks and observations again; a step does so by itself."""
        self.on_all(
            lambda first, last, state, views, out: self.loops.show_tables(
                self.arrays, first, last, views, out
            )
        )

    def check(self, actions: Moves, asked: npt.NDArray[Any]) -> None:
        """Refuse the first illegal action in a sentence that names its table and its rule."""
        for last, illegal in self.on_all(
            lambda first, last, state, views, out: (
                last,
                self.loops.illegal_table(self.arrays, actions, first, last),
            )
        ):
            if illegal != last:
                raise self.refusal(illegal, int(asked[illegal]), self.arrays.states[illegal])

    def step(self, actions: Any, *, unchecked: bool = False, check: bool | None = None) -> Step:
        """Play an action at every table; where a game is over, deal the next one if `auto_reset`.

        If any action is illegal, nothing happens at any table. At a table that is over and not
        dealt again, any action does nothing. With `unchecked` an illegal action may corrupt
        memory.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.step(batch.masks.argmax(axis=1)).terminated.tolist()
        [False, False]
        """
        if check is not None:
            renamed("check=False", "unchecked=True")
            unchecked = not check
        actions = self.host_actions(actions)
        self.check_shape(actions)
        asked = actions
        if actions.dtype != self.actions.dtype:  # loops are compiled for one dtype
            actions = np.clip(
                actions, -1, self.masks.shape[1], out=self.converted, casting="unsafe"
            )
        if not unchecked:
            self.check(actions, asked)
        final = self.final_observations
        renews = self.auto_reset and final is None
        self.on_all(
            lambda first, last, state, views, out: (
                self.loops.step_tables(self.arrays, actions, first, last, renews),
                self.shows and self.loops.show_tables(self.arrays, first, last, views, out),
            )
        )
        if final is not None and self.dones.any():
            final[self.dones] = self.observations[self.dones]
            if self.auto_reset:
                self.reset(self.dones)
        return self.last()

    def last(self) -> Step:
        """What the last step led to; before the first one, what the deal did.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.last().rewards.shape
        (2, 2)
        """
        arrays = self.arrays
        ends = arrays.terminated, arrays.cuts
        return Step(arrays.observations, arrays.masks, self.rewards, *ends)

    def choose_randomly(self) -> Moves:
        """A legal action for every table, uniformly at random: the array `actions`.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.masks[[0, 1], batch.choose_randomly()].tolist()
        [True, True]
        """
        self.on_all(
            lambda first, last, state, views, out: self.loops.choose_randomly(
                self.arrays, self.actions, first, last, out
            )
        )
        return self.actions

    def choose(self, bot: int | str = "greedy") -> Moves:
        """The action of a bot at every table, by its name: the array `actions`.

        `random`, `greedy` and `rules` play in one compiled loop. Levels, searches and trained
        networks (`policy:FILE`) take a Python call for each table.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.choose("rules").shape, batch.choose("search:5").shape
        ((2,), (2,))
        """
        if isinstance(bot, str) and bot not in NUMBERS:
            seated_bots.check(self.game, bot)
            self.on_all(
                lambda first, last, state, views, out: self.seated.choose(
                    bot, self.arrays, self.actions, first, last, out
                )
            )
            return self.actions
        number = self.number_of(bot)
        self.on_all(
            lambda first, last, state, views, out: self.bots.choose_by_bot(
                self.arrays, self.actions, first, last, number, views, out
            )
        )
        return self.actions

    def run(self, moves: int) -> None:
        """Play this many random moves at every table; `games` and `points` add up results.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.run(1000)
        >>> bool((batch.arrays.games > 0).all())
        True
        """
        moves = whole(moves, "moves")
        self.on_all(
            lambda first, last, state, views, out: self.loops.run_randomly(
                self.arrays, first, last, moves, out
            )
        )
        self.show()

    def run_bots(self, moves: int, bots: str | Sequence[int | str]) -> None:
        """Play this many moves of bots at every table, a bot for each seat.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.run_bots(1000, ["rules", "random"])
        >>> bool((batch.arrays.points[:, 0] > batch.arrays.points[:, 1]).all())
        True
        """
        moves, numbers = whole(moves, "moves"), self.bot_numbers(bots)
        self.on_all(
            lambda first, last, state, views, out: self.bots.run_bots(
                self.arrays, first, last, moves, numbers, views, out
            )
        )
        self.show()

    def play_out(self, times: int = 1) -> npt.NDArray[np.int64]:
        """Play each table's position out at random this many times, with other dice.

        Returns the scores by table and seat, added up; the tables themselves do not change.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.play_out(times=10).shape
        (2, 2)
        """
        times = whole(times, "times")
        self.on_all(
            lambda first, last, state, views, out: self.loops.play_out_randomly(
                self.arrays, self.results, first, last, times, state, out
            )
        )
        return self.results

    # Other views, other worlds ------------------------------------------------------------------
    def observe(self, seat: Any) -> npt.NDArray[np.uint8]:
        """What a seat sees at each table, whoever is on turn; -1 is somebody who only watches.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> bool((batch.observe(batch.turns) == batch.observations).all())
        True
        """
        seats, out = self.seats_of(seat), np.zeros_like(self.arrays.observations)
        self.on_all(
            lambda first, last, state, views, moves: self.changes.show_seats(
                self.arrays, seats, out, first, last, views
            )
        )
        return out

    def imagine_here(self, seats: npt.NDArray[np.int8], seeds: npt.NDArray[np.int64]) -> None:
        blank = self.game.rules.State.many(1)
        self.on_all(
            lambda first, last, state, views, out: self.changes.imagine_tables(
                self.arrays, blank, seats, seeds, first, last, views
            )
        )

    # Saving --------------------------------------------------------------------------------------
    def like(self, setup: Setup, tables: int, key: Key) -> Batch:
        kept: dict[str, Any] = {"auto_reset": self.auto_reset, "shows": self.shows}
        kept |= {"points": self.points, "player": self.player, "seed": self.seed}
        final, threads = self.final_observations is not None, self.threads
        return Batch(
            self.game.name, 2, tables, None, key, setup=setup, final=final, threads=threads, **kept
        )

    def read_rows(self, name: str) -> npt.NDArray[Any]:
        array = getattr(self.arrays, name)
        return as_rows(array).copy().view(array.dtype).reshape(array.shape)

    def write_rows(self, name: str, rows: npt.NDArray[Any]) -> None:
        as_rows(getattr(self.arrays, name))[:] = as_rows(rows)

    def save(self) -> dict[str, npt.NDArray[np.uint8]]:
        """Everything that a batch needs to continue from here.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> sorted(batch.save())
        ['cheap_dice', 'games', 'lengths', 'points', 'states', 'streams']
        """
        return {name: as_bytes(getattr(self.arrays, name)).copy() for name in SAVED}

    def restore(self, saved: Mapping[str, npt.NDArray[np.uint8]]) -> None:
        """Continue from what `save` returned, of this batch or one of the same kind.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> saved, turns = batch.save(), batch.turns.copy()
        >>> batch.run(5)
        >>> batch.restore(saved)
        >>> bool((batch.turns == turns).all())
        True
        """
        kept = {name: as_bytes(getattr(self.arrays, name)) for name in SAVED}
        self.check_saved(saved, {name: part.shape for name, part in kept.items()})
        for name, part in kept.items():
            part[:] = saved[name]
        self.show()


def as_bytes(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The bytes of an array; NumPy copies records field by field and skips the padding."""
    return array.view(np.uint8)


class TableSetup:
    """A table with its options set, to be dealt again and again."""

    def __init__(self, g: Game, seats: int, chosen: Mapping[str, Value]) -> None:
        self.game = g
        self.template = g.rules.State.many(1)
        self.template[0] = g.set_up(seats, chosen)

    def buffers(self, seed: int) -> tuple[Records, CheapDice, Moves]:
        """What one thread needs: a state, dice, and a buffer for moves."""
        dice = CheapDice()
        dice.at = seed
        return self.template.copy(), dice, np.zeros(len(self.game.rules.ACTIONS), np.int16)


def random_games(name: str) -> Callable[..., int]:
    """The compiled loop that plays whole games at random."""
    loop: Callable[..., int] = for_game("random_games", game(name)).random_games
    return loop


class OneTable(Protocol):
    """A game's compiled rules for one table in an array: loops/single_table.py."""

    verdict_of: Callable[[Records, int], int]
    moves_of: Callable[[Records, Moves], int]
    play_at: Callable[[Records, int], None]
    observe_at: Callable[[Records, int, Records], None]


def one_table(name: str) -> OneTable:
    """The compiled rules of a game."""
    return cast(OneTable, for_game("single_table", game(name)))
