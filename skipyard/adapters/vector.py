"""Many tables as one Gymnasium environment, played by a compiled loop on every core."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skipyard import extras

with extras.needed_by(__name__):
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

from skipyard.adapters.gymnasium import (
    ILLEGAL,
    RENDER_MODES,
    Observation,
    SkipyardEnv,
    check_seat,
    names_of,
    rendered,
    spaces,
)
from skipyard.adapters.rendering import check_render_mode
from skipyard.adapters.seeds import deal_number
from skipyard.adapters.variant import Settings, Variant, variant_of
from skipyard.arguments import whole
from skipyard.bots.specs import NUMBERS
from skipyard.core import CheapDice, Records, key_from
from skipyard.games import game
from skipyard.loops import for_game
from skipyard.loops.seat_steps import FINISHED, PLAYING, REFUSED
from skipyard.options import Refused

LARGEST = 2**63 - 1  # of a number that the loop takes
TABLES_PER_THREAD = 64  # at least, or another thread does not pay
Numbers = npt.NDArray[np.int64]
Rewards = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class SeatArrays(NamedTuple):
    """All tables, a row each; the template is the same for all."""

    template: Records
    states: Records
    keys: npt.NDArray[np.uint32]
    games: Numbers
    dice: Records
    ended: npt.NDArray[np.int8]
    observations: Observation
    masks: npt.NDArray[np.int8]


def loop_of(name: str) -> Callable[..., None]:
    """The compiled loop of a game."""
    loop: Callable[..., None] = for_game("seat_steps", game(name)).step_tables
    return loop


def arrays_for(variant: Variant, tables: int) -> SeatArrays:
    """Arrays for this many tables."""
    template = variant.rules.State.many(1)
    template[0] = variant.template
    return SeatArrays(
        template=template,
        states=variant.rules.State.many(tables),
        keys=np.zeros((tables, 8), np.uint32),
        games=np.zeros(tables, np.int64),
        dice=CheapDice.many(tables),
        ended=np.zeros(tables, np.int8),
        observations=np.zeros((tables, variant.game.features.SIZE), np.uint8),
        masks=np.zeros((tables, variant.actions), np.int8),
    )


class SkipyardVectorEnv(VectorEnv[Observation, Numbers, npt.NDArray[Any]]):
    """A seat at each of many tables; a table that has ended is dealt again with the next step."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int = 2,
        options: Settings | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        render_mode: str | None = None,
    ) -> None:
        check_seat(seat, seats)
        num_envs = whole(num_envs, "num_envs", low=1)
        self.num_envs, self.seat, self.render_mode = num_envs, seat, render_mode
        self.variant = variant_of(game, seats, options)
        check_render_mode(render_mode, RENDER_MODES)
        self.single_observation_space, self.single_action_space = spaces(self.variant)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        names = names_of(self.variant, seat, bots)
        self.bots = np.array([NUMBERS.get(name, -1) for name in names], np.int64)
        self.singles: list[SkipyardEnv] = []  # for bots that do not play in compiled code
        if (self.bots < 0).any():
            asked: dict[str, Any] = {"seats": seats, "options": options, "seat": seat, "bots": bots}
            self.singles = [SkipyardEnv(game, **asked) for _ in range(num_envs)]
        self.arrays, self.loop = arrays_for(self.variant, num_envs), loop_of(self.variant.name)
        self.shares = np.array([0.0] + [self.share(side) for side in range(self.variant.sides)])
        cores = min(os.cpu_count() or 1, max(1, num_envs // TABLES_PER_THREAD))
        self.edges = np.linspace(0, num_envs, cores + 1).astype(int)
        self.pool = ThreadPoolExecutor(cores)

    metadata = {
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def share(self, side: int) -> float:
        """The return of the seat if a side has won."""
        won = self.variant.template.copy()
        won.over, won.winner = 1, side
        return self.variant.returns(won)[self.seat]

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all tables; a number seeds the first table, the next number the next."""
        seeds = self.seeds(seed)
        if self.singles:
            for i, single in enumerate(self.singles):
                self.shown(i, *single.reset(seed=seeds[i]))
            return self.arrays.observations.copy(), {"action_mask": self.arrays.masks.copy()}
        if seed is not None or not self.arrays.keys.any():
            for i, own in enumerate(seeds):
                chance, _ = seeding.np_random(own)
                self.arrays.keys[i] = key_from(deal_number(chance))
                self.arrays.dice[i].at, self.arrays.games[i] = deal_number(chance), 0
        self.arrays.ended[:] = FINISHED
        self.run(np.zeros(self.num_envs, np.int64))
        return self.arrays.observations.copy(), {"action_mask": self.arrays.masks.copy()}

    def seeds(self, seed: Any) -> list[int | None]:
        """A seed for each table."""
        if seed is None:
            return [None for _ in range(self.num_envs)]
        if not isinstance(seed, Sequence) and np.ndim(seed) != 1:
            first = whole(seed, "seed")
            return [first + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise Refused(f"{self.num_envs} tables take as many seeds; {len(seed)} were given.")
        return [None if own is None else whole(own, "seed") for own in seed]

    def shown(self, i: int, seen: Observation, info: dict[str, Any], ended: int = PLAYING) -> None:
        """Write what a single environment returned into the arrays."""
        self.arrays.observations[i], self.arrays.masks[i] = seen, info["action_mask"]
        self.arrays.ended[i], self.arrays.states[i] = ended, self.singles[i].table

    def step_singles(self, moves: Numbers) -> None:
        """The compiled loop's work with bots of any kind, a table after the other."""
        for i, single in enumerate(self.singles):
            if self.arrays.ended[i] != PLAYING:
                self.shown(i, *single.reset())
            else:
                seen, _, over, _, info = single.step(moves[i])
                status = REFUSED if "refusal" in info else FINISHED if over else PLAYING
                self.shown(i, seen, info, status)

    def run(self, moves: Numbers) -> None:
        """Run the compiled loop over all tables, in parts."""

        def part(first: int, last: int) -> None:
            views = self.variant.rules.View.many(2)
            out = np.zeros(self.variant.actions, np.int16)
            self.loop(self.arrays, first, last, self.seat, self.bots, moves, views, out)

        list(self.pool.map(part, self.edges[:-1], self.edges[1:]))

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observation, Rewards, Flags, Flags, dict[str, Any]]:
        """Play a move at every table, and the bots' replies."""
        moves = self.moves_of(actions)
        (self.step_singles if self.singles else self.run)(moves)
        arrays = self.arrays
        rewards = np.where(arrays.ended == FINISHED, self.shares[arrays.states.winner + 1], 0.0)
        rewards[arrays.ended == REFUSED] = ILLEGAL
        info = {"action_mask": arrays.masks.copy()} | self.refusals(moves)
        ended = arrays.ended != PLAYING
        return arrays.observations.copy(), rewards, ended, np.zeros(len(ended), bool), info

    def moves_of(self, actions: Any) -> Numbers:
        """A whole number for each table."""
        try:
            moves = np.asarray(actions)
        except ValueError:
            moves = np.array(None)
        if moves.shape != (self.num_envs,) or moves.dtype.kind not in "iu":
            raise Refused(
                f"A step takes a whole number for each of {self.num_envs} tables; these are "
                f"{moves.dtype} in the shape {moves.shape}."
            )
        return np.where(moves > LARGEST, LARGEST, moves).astype(np.int64)

    def refusals(self, moves: Numbers) -> dict[str, Any]:
        """Why moves were refused, in Gymnasium's layout of an info that not all tables have."""
        refused = self.arrays.ended == REFUSED
        if not refused.any():
            return {}
        sentences = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(refused):
            sentences[i] = self.variant.refusal(self.arrays.states[i], int(moves[i]))
        return {"refusal": sentences, "_refusal": refused}

    def render(self) -> tuple[Any, ...] | None:
        """What the seat sees at each table, as text or as pictures."""
        if self.render_mode is None:
            return None
        views = [self.variant.view(state, self.seat) for state in self.arrays.states]
        return tuple(rendered(self.variant, view, self.render_mode) for view in views)

    def close_extras(self, **kwargs: Any) -> None:
        self.pool.shutdown()
