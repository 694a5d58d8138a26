"""Our bots for other people's programs: a bot of OpenSpiel, a policy of PettingZoo.

Both look at the view of the seat that they play, never at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skipyard.adapters.variant import Variant
from skipyard.arguments import shown, text_of, whole
from skipyard.bots import read, seat_bot
from skipyard.options import Refused


def openspiel_bot(name: str, game: Any, player: int, seed: int = 0) -> Any:
    """One of our bots as a `pyspiel.Bot`, for a game of skipyard.adapters.openspiel."""
    from skipyard import extras

    with extras.needed_by(__name__):
        import pyspiel

    from skipyard.adapters.openspiel import SpielGame, SpielState

    if not isinstance(game, SpielGame):
        raise Refused(
            "game is one that pyspiel.load_game('python_skipyard_…') returned; you gave "
            f"{shown(game)}.",
            about="game",
        )
    variant: Variant = game.variant
    read(text_of(name, "name"), variant.name)
    player = whole(player, "player", low=0, high=variant.seats - 1)
    seed = whole(seed, "seed")

    class SkipyardBot(pyspiel.Bot):
        """Chooses from what its player sees."""

        def __init__(self) -> None:
            pyspiel.Bot.__init__(self)
            self.bot = seat_bot(variant.name, name, seed)

        def player_id(self) -> int:
            return player

        def restart(self) -> None:
            self.bot.reseed(seed)

        def restart_at(self, state: Any) -> None:
            self.restart()

        def provides_policy(self) -> bool:
            return False

        def step(self, state: Any) -> int:
            """Its action at a decision of its player."""
            if not isinstance(state, SpielState) or state.at.variant is not variant:
                raise Refused(
                    f"state is one of the game that this bot plays, {game}; you gave "
                    f"{shown(state)}.",
                    about="state",
                )
            if state.current_player() != player:
                raise Refused(
                    f"This bot is player {player}, and it is the turn of player "
                    f"{state.current_player()}; negative numbers are chance and the end.",
                    about="state",
                )
            record = state.at.record
            return self.bot.choose(variant.view(record, player), variant.moves(record))

    return SkipyardBot()


def pettingzoo_policy(name: str, env: Any, seed: int = 0) -> Callable[[str], int]:
    """One of our bots as a policy: called with the agent that is selected, it returns an action."""
    from skipyard.adapters.pettingzoo import SkipyardEnv

    table = getattr(env, "unwrapped", None)
    if not isinstance(table, SkipyardEnv):
        raise Refused(
            f"env is what skipyard.adapters.pettingzoo.env(…) returned; you gave {shown(env)}.",
            about="env",
        )
    variant = table.variant
    read(text_of(name, "name"), variant.name)
    first = whole(seed, "seed")
    bots: dict[str, Any] = {}

    def policy(agent: str) -> int:
        seat = table.seat_of(agent)
        if not table.agents or table.state_now.over or int(table.state_now.turn) != seat:
            raise Refused(
                f"It is not the turn of {agent}: ask for env.agent_selection, after env.reset() "
                "and while the game is not over.",
                about="agent",
            )
        if agent not in bots:
            bots[agent] = seat_bot(variant.name, name, first + seat)
        view, legal = variant.view(table.state_now, seat), variant.moves(table.state_now)
        action: int = bots[agent].choose(view, legal)
        return action

    return policy
