"""What batches on CPU and GPU share: options, keys, refusals."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, Generic, NamedTuple, Protocol, Self

import numpy as np
import numpy.typing as npt

from skipyard.arguments import flag, shown, text_of, whole
from skipyard.batch.arrays import RESULTS, SAVED, A, Arrays
from skipyard.batch.bot_numbers import NUMBERS
from skipyard.batch.setup import Setup, dealt_setup, is_list, position_setup
from skipyard.core import NOBODY, CheapDice, Records, key_from
from skipyard.games import Game, game
from skipyard.games.contract import Key, StateRecord
from skipyard.games.move_words import speaker
from skipyard.internals import is_tested
from skipyard.loops import for_game
from skipyard.options import Refused, Value

RANDOM = "skipyard.loops.fallback.player"  # the module whose `choose` plays at random
CPU = 1  # DLPack's number of the host
MOST_TABLES = (1 << 31) - 1  # games are numbered in 32 bits
MOST_SEEDS = 1 << 62
GOLDEN = 0x9E3779B97F4A7C15  # spreads the seeds of tables with adjacent numbers


class Shaped(Protocol):
    """An array of any library."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def dtype(self) -> Any: ...


class Step(NamedTuple):
    """What a step leads to: the batch's own arrays, which the next step overwrites."""

    observations: Any  # what the seat on turn sees
    masks: Any  # its legal actions
    rewards: Any  # by seat: 1 for the winning side, -1 shared by the others, or points
    terminated: Any  # whether the step ended a game by its rules
    truncated: Any  # whether it stopped a game that was too long


def renamed(old: str, new: str) -> None:
    """Warn about a name that goes with the next minor version."""
    warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=3)


def key_of(key: object) -> Key:
    """A key as it is, one from a number, or a secret one."""
    if isinstance(key, np.ndarray) and key.dtype == np.uint32 and key.shape == (8,):
        return key
    return key_from(None if key is None else whole(key, "key", low=None))


def as_rows(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The bytes of an array, a row for each table, padding included."""
    return np.ascontiguousarray(array).view(np.uint8).reshape(len(array), -1)


def table_steps(name: str) -> ModuleType:
    """The compiled loops over a batch of a game's tables."""
    return for_game("table_steps", game(name))


def player_of(g: Game, asked: object = None) -> str:
    """The module whose `choose` moves for a game's bots: its own, or the one asked for."""
    if asked is None:
        return g.companion("bots", "player") or RANDOM
    name = text_of(asked, "player")
    try:
        found = callable(importlib.import_module(name).choose)
    except (ImportError, AttributeError, ValueError):
        found = False
    if not found:
        raise Refused(
            f"player is a module with a compiled `choose`; {shown(name)} is none.", about="player"
        )
    return name


def table_changes(name: str) -> ModuleType:
    """The compiled loops that change tables between steps, or show them to other seats."""
    return for_game("table_changes", game(name))


def bot_moves(name: str, player: str) -> ModuleType:
    """The compiled loops in which a player's `choose` moves."""
    return for_game("bot_moves", game(name), player)


def random_moves(name: str) -> ModuleType:
    """The functions that pick a random move in a GPU's thread."""
    template = "random_move" if is_tested("numba-cuda") else "listed_move"
    return for_game(template, game(name))


class Tables(Generic[A]):
    """A batch of tables of one kind; a subclass has the arrays and the loops over them."""

    arrays: Arrays[A]
    auto_reset: bool
    shows: bool
    points: bool

    def __init__(
        self,
        name: str,
        seats: int | Sequence[int],
        tables: int,
        options: Mapping[str, Value] | Sequence[Mapping[str, Value]] | None,
        key: int | Key | None,
        seed: int,
        positions: Sequence[Any] | None = None,
        setup: Setup | None = None,
    ) -> None:
        self.game = game(text_of(name, "game"))
        self.tables = whole(tables, "tables", low=1, high=MOST_TABLES)
        if setup is None:
            setup = (
                dealt_setup(self.game, self.tables, seats, options)
                if positions is None
                else position_setup(self.game, self.tables, positions)
            )
        self.setup, self.seats = setup, setup.seats
        self.options = setup.options[0]  # of the first table; those of all are in `setup`
        self.key = key_of(key)
        self.seed = whole(seed, "seed") % (1 << 63)

    # What CPU and GPU do in different ways ------------------------------------------------------
    def like(self, setup: Setup, tables: int, key: Key) -> Self:
        """Another batch of the same kind."""
        raise NotImplementedError

    def read_rows(self, name: str) -> npt.NDArray[Any]:
        """An array on the host, whose rows are not shared with the batch."""
        raise NotImplementedError

    def write_rows(self, name: str, rows: npt.NDArray[Any]) -> None:
        """Write an array from the host."""
        raise NotImplementedError

    def show(self) -> None:
        """Write masks and observations again; a step does so by itself."""
        raise NotImplementedError

    def imagine_here(self, seats: npt.NDArray[np.int8], seeds: npt.NDArray[np.int64]) -> None:
        """Imagine every table that is not over, in its place."""
        raise NotImplementedError

    def set_flags(self, auto_reset: bool, shows: bool, points: bool, final: bool) -> None:
        self.auto_reset, self.shows = flag(auto_reset, "auto_reset"), flag(shows, "shows")
        self.points = flag(points, "points")
        if flag(final, "final") and not self.shows:
            raise Refused("Final observations need shows=True, which writes observations.")

    # Copies -------------------------------------------------------------------------------------
    def take(self, indices: Any) -> Self:
        """A new batch of these tables, by number, as often as they are named: exact copies.

        They know what is hidden at the tables; a search that wants to be fair has to `imagine`.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> batch.take([0, 0, 1]).tables
        3
        """
        rows = self.indices(indices)
        return self.copied(rows, self.key)

    def copied(self, rows: npt.NDArray[np.int64], key: Key) -> Self:
        other = self.like(self.setup.of(rows), len(rows), key)
        for name in (*SAVED, *RESULTS):
            other.write_rows(name, as_rows(self.read_rows(name))[rows])
        other.show()
        return other

    def clone(self) -> Self:
        """A new batch that is exactly like this one.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> bool((batch.clone().observations == batch.observations).all())
        True
        """
        return self.copied(np.arange(self.tables), self.key)

    def imagine(self, seat: Any = None, seed: int = 0) -> Self:
        """A new batch of imagined tables, each fitting all that a seat knows there.

        Each is as likely as any other that fits. The seat is by default the one on turn; a
        sequence names a seat for each table. Tables that are over stay as they are.

        >>> import skipyard as sy
        >>> batch = sy.Batch("skippity", tables=2, key=7)
        >>> bool((batch.imagine(seed=1).observations == batch.observations).all())
        True
        """
        chance = np.random.default_rng(whole(seed, "seed"))
        seats = self.read_rows("turns") if seat is None else self.seats_of(seat)
        key = key_from(int(chance.integers(MOST_SEEDS)))
        other = self.copied(np.arange(self.tables), key)
        other.imagine_here(seats, chance.integers(MOST_SEEDS, size=self.tables))
        other.show()
        return other

    # Checks of what was passed ------------------------------------------------------------------
    def indices(self, asked: Any) -> npt.NDArray[np.int64]:
        """Numbers of tables; a mask of all tables is as good."""
        rows = self.host_array(asked)
        if rows.dtype.kind == "b" and rows.shape == (self.tables,):
            rows = np.flatnonzero(rows)
        good = rows.ndim == 1 and rows.dtype.kind in "iu" and len(rows) > 0
        if not good or int(rows.min()) < 0 or int(rows.max()) >= self.tables:
            raise Refused(
                f"Tables are numbers from 0 to {self.tables - 1} in a list or an array, one at "
                f"least; you gave {shown(asked)}.",
                about="indices",
            )
        return rows.astype(np.int64)

    def seats_of(self, asked: Any) -> npt.NDArray[np.int8]:
        """A seat for each table; WATCHER is somebody who only watches."""
        seats = self.host_array(asked)
        if seats.ndim == 0 and seats.dtype.kind in "iu":
            seats = np.full(self.tables, seats)
        most = self.setup.templates["seats"][np.arange(self.tables) % len(self.setup.options)]
        good = seats.shape == (self.tables,) and seats.dtype.kind in "iu"
        if not good or (seats < NOBODY).any() or (seats >= most).any():
            raise Refused(
                f"A seat is a number below {int(most.min())}, or {NOBODY} for somebody who only "
                f"watches, or one for each of {self.tables} tables; you gave {shown(asked)}.",
                about="seat",
            )
        return seats.astype(np.int8)

    def mask_of(self, asked: Any) -> npt.NDArray[np.bool_]:
        """A flag for each table."""
        mask = self.host_array(asked)
        if mask.shape != (self.tables,) or mask.dtype.kind != "b":
            raise Refused(
                f"`where` is True or False for each of {self.tables} tables; these are "
                f"{mask.dtype} in the shape {mask.shape}.",
                about="where",
            )
        return mask

    def bot_numbers(self, bots: Any) -> npt.NDArray[np.int64]:
        """A bot for each seat; one name is used for all."""
        if isinstance(bots, str):
            bots = [bots] * self.seats
        if not is_list(bots) or len(bots) != self.seats:
            raise Refused(
                f"run_bots takes a bot for each of {self.seats} seats; you gave {shown(bots)}.",
                about="bots",
            )
        return np.array([self.number_of(bot) for bot in bots], np.int64)

    def host_array(self, asked: Any) -> npt.NDArray[Any]:
        """What was passed as an array in the host's memory, whatever library it is of."""
        if hasattr(asked, "copy_to_host"):
            return np.asarray(asked.copy_to_host())
        try:
            return np.asarray(asked.cpu() if hasattr(asked, "cpu") else asked)
        except (TypeError, ValueError, RuntimeError):
            return np.array(None)  # which every check refuses

    def host_actions(self, actions: Any) -> npt.NDArray[Any]:
        """Actions in the host's memory as an array: a list, NumPy's, PyTorch's or JAX's."""
        where = getattr(actions, "__dlpack_device__", lambda: (CPU, 0))()
        if int(where[0]) != CPU:
            raise Refused("These actions are on another device than the batch; move them first.")
        try:
            return np.asarray(actions)
        except (TypeError, ValueError, RuntimeError):
            raise Refused(
                f"A step takes a whole number for each of {self.tables} tables, as an array, a "
                f"tensor or a list; this is a {type(actions).__name__} that is none of them."
            ) from None

    def number_of(self, bot: int | str) -> int:
        """The number of a bot in compiled code, by its name."""
        number: object = NUMBERS.get(bot, -1) if isinstance(bot, str) else bot
        if not isinstance(number, int | np.integer) or isinstance(number, bool):
            number = -1
        if number not in NUMBERS.values():
            raise Refused(
                f"No bot {shown(bot)} plays in a batch's compiled loops; these do: "
                f"{', '.join(NUMBERS)}. With device='cpu', choose(…) takes searches and trained "
                "networks too.",
                about="bot",
            )
        return int(number)

    def shared_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The arrays that are the same for all tables."""
        return {
            "template": self.setup.templates,
            "dealt": np.array([self.setup.dealt]),
            "blank": self.game.rules.View.many(1),
            "key": self.key,
        }

    def seeds(self) -> Records:
        """Dice for random players, different at each table."""
        dice = CheapDice.many(self.tables)
        numbers = np.arange(self.tables, dtype=np.uint64) + np.uint64(self.seed)
        dice.at = numbers * np.uint64(GOLDEN)
        return dice

    def check_saved(self, saved: Any, shapes: Mapping[str, tuple[int, ...]]) -> None:
        """Refuse what `save` of such a batch did not return."""
        for name, shape in shapes.items():
            part = saved.get(name) if isinstance(saved, Mapping) else None
            if getattr(part, "shape", None) != shape:
                raise Refused(
                    f"This is not what `save` returned for {self.tables} tables of "
                    f"{self.game.title}: {name} differs.",
                    about="saved",
                )

    def check_shape(self, actions: Shaped) -> None:
        """Refuse anything but one whole number for each table."""
        shape, kind = tuple(actions.shape), np.dtype(actions.dtype)
        if shape != (self.tables,) or kind.kind not in "iu":
            raise Refused(
                f"A step takes a whole number for each of {self.tables} tables; "
                f"these are {kind} in the shape {shape}."
            )

    def refusal(self, table: int, action: int, state: StateRecord) -> Refused:
        """Why an action was refused, and where; nothing has changed at any table."""
        rules, actions = self.game.rules, self.game.rules.ACTIONS
        if not 0 <= action < len(actions):
            return Refused(
                f"Table {table}: there is no action {action}; they are 0 to {len(actions) - 1}."
            )
        view = rules.View()
        rules.observe(state, int(state.turn), view)
        words, no = speaker(self.game, view), int(rules.verdict(state, actions[action]))
        return Refused(f"Table {table}: {words.refuse(view, action, no)}", words.rule_of(no))
