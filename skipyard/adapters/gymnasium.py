"""Skipyard's games in Gymnasium: one seat against bots, at one table or at many.

Importing this file registers each game as `skipyard/GAME-vN`, N being the version of its rules, for
`make` and for `make_vec`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from skipyard import extras

with extras.needed_by(__name__):
    import gymnasium
    from gymnasium.spaces import Box, Discrete

from skipyard.adapters.rendering import check_render_mode, pixels
from skipyard.adapters.seeds import deal_number
from skipyard.adapters.variant import Settings, Variant, variant_of
from skipyard.arguments import shown, text_of, whole
from skipyard.bots import read, seat_bot
from skipyard.core import CheapDice, key_from
from skipyard.games import GAMES, game
from skipyard.games.contract import Key, ViewRecord
from skipyard.options import Refused

Observation = npt.NDArray[np.uint8]
RENDER_MODES = ("ansi", "rgb_array")
ILLEGAL = -1.0  # the reward of an illegal move, which also ends the episode


def spaces(variant: Variant) -> tuple[Box, Discrete]:
    """The spaces of observations, as bytes (docs/observations.md), and of actions."""
    highs = variant.highs
    return Box(np.zeros_like(highs), highs, dtype=np.uint8), Discrete(variant.actions)


def names_of(variant: Variant, seat: int, bots: str | Sequence[str]) -> list[str]:
    """A bot's name for each seat; the given ones are for the others, one name for all of them."""
    seats = variant.seats
    if not isinstance(bots, str | Sequence):
        raise Refused(f"bots are names, or one name for all; you gave {shown(bots)}.", about="bots")
    names = (seats - 1) * [bots] if isinstance(bots, str) else list(bots)
    if len(names) != seats - 1:
        raise Refused(
            f"bots are names for the other seats, {seats - 1} at a table of {seats}, or one name "
            f"for all of them; you named {len(names)}.",
            about="bots",
        )
    for name in names:
        read(text_of(name, "a bot"), variant.name)
    names.insert(seat, names[0])  # never called
    return names


def check_seat(seat: int, seats: int) -> None:
    if not 0 <= whole(seat, "seat", low=None) < whole(seats, "seats", low=1):
        raise Refused(f"There is no seat {seat} at a table of {seats}; the first is seat 0.")


def action_of(action: object) -> int:
    """An action as a number; what is no whole number is refused."""
    if isinstance(action, np.ndarray) and action.size == 1:
        action = action.item()
    return whole(action, "action", low=None)


class SkipyardEnv(gymnasium.Env[npt.NDArray[Any], np.int64]):
    """One table. The legal actions are in `info["action_mask"]` and in `action_masks()`."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Settings | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        render_mode: str | None = None,
    ) -> None:
        check_seat(seat, seats)
        self.variant = variant_of(game, seats, options)
        self.seat, self.render_mode = seat, render_mode
        self.observation_space, self.action_space = spaces(self.variant)
        check_render_mode(render_mode, RENDER_MODES)
        names = names_of(self.variant, seat, bots)
        self.bots = [seat_bot(self.variant.name, name, 0) for name in names]
        self.key: Key | None = None
        self.games = 0
        self.table = self.variant.template.copy()  # until the first deal

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next game of the seed's series."""
        super().reset(seed=seed)
        if seed is not None or self.key is None:
            self.key, dice = key_from(deal_number(self.np_random)), CheapDice()
            dice.at, self.games = deal_number(self.np_random), 0
            for bot in self.bots:
                bot.dice = dice
        self.deal()
        while self.table.over:  # over before the seat could move: not an episode
            self.deal()
        return self.observation(), self.info()

    def deal(self) -> None:
        assert self.key is not None
        self.table = self.variant.template.copy()
        self.variant.rules.deal(self.table, self.key, self.games)
        self.games += 1
        self.let_bots_play()

    def let_bots_play(self) -> None:
        rules = self.variant.rules
        while not self.table.over and self.table.turn != self.seat:
            turn = int(self.table.turn)
            legal = self.variant.moves(self.table)
            rules.play(
                self.table, self.bots[turn].choose(self.variant.view(self.table, turn), legal)
            )

    def observation(self) -> Observation:
        return self.variant.features(self.variant.view(self.table, self.seat))

    def info(self, ended: bool = False) -> dict[str, Any]:
        return {"action_mask": self.variant.mask([] if ended else self.variant.moves(self.table))}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, as sb3-contrib's MaskablePPO expects them."""
        return self.variant.mask(self.variant.moves(self.table)).astype(bool)

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a move and the bots' replies. An illegal move loses; `info` has the reason."""
        number = action_of(action)
        if refusal := self.variant.refusal(self.table, number):
            return self.observation(), ILLEGAL, True, False, self.info(True) | {"refusal": refusal}
        self.variant.rules.play(self.table, number)
        self.let_bots_play()
        over = bool(self.table.over)
        return (
            self.observation(),
            self.variant.returns(self.table)[self.seat],
            over,
            False,
            self.info(over),
        )

    def render(self) -> Any:
        """What the seat sees, as text or as a picture."""
        return rendered(self.variant, self.variant.view(self.table, self.seat), self.render_mode)


def rendered(variant: Variant, view: ViewRecord, mode: str | None) -> Any:
    """A view as the mode asks for it."""
    if mode == "rgb_array":
        return pixels(variant, view)
    return variant.text(view) if mode == "ansi" else None


def env_id(name: str) -> str:
    return f"skipyard/{name}-v{game(name).rules.VERSION}"


for _name in GAMES:
    gymnasium.register(
        env_id(_name),
        entry_point="skipyard.adapters.gymnasium:SkipyardEnv",
        vector_entry_point="skipyard.adapters.vector:SkipyardVectorEnv",
        kwargs={"game": _name},
    )
