"""What batches on CPU and GPU share: options, keys, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Generic, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from skipyard.batch.arrays import A, Arrays
from skipyard.batch.bot_numbers import NUMBERS
from skipyard.core import CheapDice, Records, key_from
from skipyard.games import Game, game
from skipyard.games.contract import Key, StateRecord
from skipyard.games.move_words import speaker
from skipyard.internals import is_tested
from skipyard.loops import for_game
from skipyard.options import Option, Refused, Value, find, read_settings

RANDOM = "skipyard.loops.fallback.player"  # the module whose `choose` plays at random
CPU = 1  # DLPack's number of the host
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


def table_steps(name: str) -> ModuleType:
    """The compiled loops over a batch of a game's tables."""
    return for_game("table_steps", game(name))


def own_player(g: Game) -> str:
    """The module whose `choose` moves for a game's bots."""
    return g.companion("bots", "player") or RANDOM


def bot_moves(name: str, player: str) -> ModuleType:
    """The compiled loops in which a player's `choose` moves."""
    return for_game("bot_moves", game(name), player)


def random_moves(name: str) -> ModuleType:
    """The functions that pick a random move in a GPU's thread."""
    template = "random_move" if is_tested("numba-cuda") else "listed_move"
    return for_game(template, game(name))


def choose_options(g: Game, seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
    """The default options with the given ones changed, checked by the game."""
    chosen = read_settings(g.options.OPTIONS, [], g.title)
    for name, value in options.items():
        option = find(g.options.OPTIONS, name, g.title)
        chosen[option.name] = option.read(option.write(value))
    g.options.check(seats, chosen)
    for option in g.options.OPTIONS:
        if chosen[option.name] != option.default and is_without_effect(g, seats, chosen, option):
            raise Refused(
                f"“{option.name}” has no effect in a batch: it is about several rounds, and a "
                "batch plays one after the other without adding them up. Leave it out.",
                option.rule,
                option.name,
            )
    return chosen


def is_without_effect(g: Game, seats: int, chosen: Mapping[str, Value], option: Option) -> bool:
    """Whether a state is the same with the option's default."""
    one, other = (
        g.set_up(seats, values) for values in (chosen, {**chosen, option.name: option.default})
    )
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names)


class Tables(Generic[A]):
    """A batch of tables of one kind; a subclass has the arrays and the loops over them."""

    arrays: Arrays[A]

    def __init__(
        self,
        name: str,
        seats: int,
        tables: int,
        options: Mapping[str, Value],
        key: int | Key | None,
        seed: int,
    ) -> None:
        if tables < 1:
            raise Refused(f"A batch has one table at least; {tables} were asked for.")
        self.game, self.seats, self.tables = game(name), seats, tables
        self.options = choose_options(self.game, seats, options)
        self.key = key if isinstance(key, np.ndarray) else key_from(key)
        self.seed = seed

    def host_actions(self, actions: Any) -> npt.NDArray[Any]:
        """Actions in the host's memory as an array: a list, NumPy's, PyTorch's or JAX's."""
        where = getattr(actions, "__dlpack_device__", lambda: (CPU, 0))()
        if int(where[0]) != CPU:
            raise Refused("These actions are on another device than the batch; move them first.")
        try:
            return np.asarray(actions)
        except (TypeError, ValueError):
            raise Refused(
                f"A step takes a whole number for each of {self.tables} tables, as an array, a "
                f"tensor or a list; this is a {type(actions).__name__} that is none of them."
            ) from None

    def number_of(self, bot: int | str) -> int:
        """The number of a bot in compiled code, by its name."""
        number = NUMBERS.get(bot, -1) if isinstance(bot, str) else int(bot)
        if number not in NUMBERS.values():
            raise Refused(f"No bot {bot!r} plays in a batch; these do: {', '.join(NUMBERS)}.")
        return number

    def shared_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The arrays that are the same for all tables."""
        rules = self.game.rules
        template = rules.State.many(1)
        template[0] = self.game.set_up(self.seats, self.options)
        return {"template": template, "blank": rules.View.many(1), "key": self.key}

    def seeds(self) -> Records:
        """Dice for random players, different at each table."""
        dice = CheapDice.many(self.tables)
        numbers = np.arange(self.tables, dtype=np.uint64) + np.uint64(self.seed)
        dice.at = numbers * np.uint64(GOLDEN)
        return dice

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
