"""Skipyard's games in OpenSpiel: importing this registers each as `python_skipyard_GAME`.

Chance is explicit: a deal or a move that reveals something is followed by a chance node for each
draw. With `sampled=True` compiled rules throw the dice instead, which is many times faster. Players
are seats; partners get the same returns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from skipyard import extras

with extras.needed_by(__name__):
    import pyspiel

from skipyard.adapters.moment import opening
from skipyard.adapters.observer import Observer
from skipyard.adapters.sampled import TERMINAL, SampledTable, dealt, seeds_from
from skipyard.adapters.variant import Variant, variant_of
from skipyard.games import GAMES, Game, game
from skipyard.options import NO, YES, Option, Refused, Value, is_number

PREFIX = "python_skipyard_"
MOST_OUTCOMES = 400  # squares of the largest board: no draw has more choices
MOST_DRAWS = 512  # in a move: no table has more to reveal
LONGEST = 2**29  # OpenSpiel counts in 32 bits
PLAYERS = "players"
BEGIN = "begin_at"  # a position to begin at, from `hexed`
MERGED = "merged"  # whether equivalent draws are one outcome of chance
SAMPLED = "sampled"  # whether the rules throw the dice, instead of explicit chance
SEED = "seed"  # of the dice then; UNSEEDED is none
UNSEEDED = -1
OWN = (PLAYERS, BEGIN, MERGED, SAMPLED, SEED)
HEXED = re.compile(r"x(?:[0-9a-f]{2})+")
Kind = pyspiel.GameType


def parameter(option: Option, value: Value) -> Value:
    """A value as OpenSpiel can write it and read it back.

    A list is separated by slashes instead of commas. A choice that would be read as a number or a
    switch is quoted: `allow_pass='true'`.
    """
    if option.kind in ("switch", "number"):
        return value
    text = option.write(value).replace(",", "/")
    return f"'{text}'" if is_number(text) or text in YES + NO else text


def chosen(params: Mapping[str, Value]) -> dict[str, Value]:
    """The options in OpenSpiel's parameters; strings unquoted, lists with commas again."""
    values = {name: value for name, value in params.items() if name not in OWN}
    for name, value in values.items():
        if isinstance(value, str):
            values[name] = value.strip("'").replace("/", ",")
    return values


def hexed(position: str) -> str:
    """A position as a parameter of a game's string, in which OpenSpiel cannot quote commas."""
    return "x" + position.encode().hex()


def plain(text: str) -> str:
    """The position in `begin_at`: plain text, with `;` for line breaks or not, or hexed."""
    if HEXED.fullmatch(text):
        return bytes.fromhex(text[1:]).decode()
    return "\n".join(line.strip() for line in text.strip().replace(";", "\n").splitlines())


def game_type(g: Game, sampled: bool = False) -> Any:
    options = {option.name: parameter(option, option.default) for option in g.options.OPTIONS}
    information = Kind.Information
    return Kind(
        short_name=PREFIX + g.name,
        long_name=f"Skipyard's {g.title}",
        dynamics=Kind.Dynamics.SEQUENTIAL,
        chance_mode=Kind.ChanceMode.SAMPLED_STOCHASTIC
        if sampled
        else Kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION
        if g.profile.hidden
        else information.PERFECT_INFORMATION,
        utility=Kind.Utility.ZERO_SUM,
        reward_model=Kind.RewardModel.TERMINAL,
        max_num_players=g.options.MOST_SEATS,
        min_num_players=g.options.FEWEST_SEATS,
        provides_information_state_string=not sampled,
        provides_information_state_tensor=not sampled,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            PLAYERS: g.options.FEWEST_SEATS,
            BEGIN: "",
            MERGED: False,
            SAMPLED: False,
            SEED: UNSEEDED,
            **options,
        },
    )


def game_info(variant: Variant, sampled: bool) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=variant.actions,
        max_chance_outcomes=0 if sampled else MOST_OUTCOMES,
        num_players=variant.seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=min(variant.rules.LONGEST, LONGEST),
    )


class SpielGame(pyspiel.Game):
    """One of our games with its options, as OpenSpiel loads it; each game has a subclass."""

    name: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any]) -> None:
        options, position = game(self.name).options.OPTIONS, plain(params[BEGIN])
        self.variant = variant_of(self.name, params[PLAYERS], chosen(params), position)
        self.merged, self.sampled = params[MERGED], params[SAMPLED]
        self.first = None if self.sampled else opening(self.variant)
        seed = params[SEED]
        if seed < UNSEEDED or (seed > UNSEEDED and not self.sampled):
            raise Refused("seed is 0 or more, and for sampled=True; explicit chance has no dice.")
        self.seeds = seeds_from(None if seed == UNSEEDED else seed)
        written = {o.name: parameter(o, self.variant.chosen[o.name]) for o in options}
        own = {name: params[name] for name in OWN} | {BEGIN: position and hexed(position)}
        kind = game_type(game(self.name), sampled=True) if self.sampled else self.kind
        super().__init__(kind, game_info(self.variant, self.sampled), own | written)

    def __reduce__(self) -> tuple[Callable[..., SpielGame], tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SampledState(self) if self.sampled else SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"there are no parameters of an observation; got {params}")
        return Observer(self.variant, iig_obs_type)

    def max_chance_nodes_in_history(self) -> int:
        if self.sampled:
            return 0
        return int(min(self.max_game_length() * MOST_DRAWS, 2 * LONGEST))


class SpielState(pyspiel.State):
    """A table between two draws or moves; `at` has everything about it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.at: Any = game.first  # a Moment

    def current_player(self) -> int:
        if self.at.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.at.record.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.at.record.turn)

    def is_terminal(self) -> bool:
        return self.at.pending is None and bool(self.at.record.over)

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.at.variant.legal(self.at.record).tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.at.outcomes(self.get_game().merged)

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action + 1}"
        return self.at.variant.describe(self.at.record, action)

    def returns(self) -> list[float]:
        return self.at.variant.returns(self.at.record)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A world that the player cannot tell from this one; it has no history."""
        world: SpielState = self.get_game().new_initial_state()
        world.at = self.at.imagined(player, int(sampler() * 2**53))
        return world

    def __str__(self) -> str:
        at = self.at
        table = "not dealt yet" if at.undealt else at.variant.game.position.write(at.record)
        return table if at.pending is None else f"{table}\npending: {at.pending} {at.given}"


def restored_state(written: str, at: SampledTable) -> SampledState:
    """A state from its pickled parts."""
    state: SampledState = pyspiel.load_game(written).new_initial_state()
    state.at = at
    return state


class SampledState(SpielState):
    """A table whose dice the compiled rules throw; no node of chance, and no memory.

    `pickle` has its dice too. OpenSpiel's own serialisation asks its games for a state of their
    random numbers, which games in Python cannot give.
    """

    def __init__(self, game: SpielGame) -> None:
        pyspiel.State.__init__(self, game)
        self.at = dealt(game.variant, game.seeds)

    def __reduce__(self) -> tuple[Callable[..., SampledState], tuple[str, SampledTable]]:
        return restored_state, (str(self.get_game()), self.at)

    def current_player(self) -> int:
        return self.at.player

    def is_terminal(self) -> bool:
        return self.at.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        raise Refused("There is no node of chance with sampled=True; the rules throw the dice.")

    def _apply_action(self, action: int) -> None:
        self.at.play(action)


def register(g: Game) -> None:
    """Register a game for `pyspiel.load_game`."""
    kind = game_type(g)
    pyspiel.register_game(
        kind, type(f"Spiel_{g.name}", (SpielGame,), {"name": g.name, "kind": kind})
    )


for _name in GAMES:
    register(game(_name))
