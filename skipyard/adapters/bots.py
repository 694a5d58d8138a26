"""Our bots for other people's programs: a bot of OpenSpiel, a policy of PettingZoo.

Both look at the view of the seat that they play, never at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skipyard.bots import seat_bot


def openspiel_bot(name: str, game: Any, player: int, seed: int = 0) -> Any:
    """One of our bots as a `pyspiel.Bot`, for a game of skipyard.adapters.openspiel."""
    from skipyard import extras

    with extras.needed_by(__name__):
        import pyspiel

    class SkipyardBot(pyspiel.Bot):
        """Chooses from what its player sees."""

        def __init__(self) -> None:
            pyspiel.Bot.__init__(self)
            self.bot = seat_bot(game.variant.name, name, seed)

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
            variant, record = state.at.variant, state.at.record
            return self.bot.choose(variant.view(record, player), variant.moves(record))

    return SkipyardBot()


def pettingzoo_policy(name: str, env: Any, seed: int = 0) -> Callable[[str], int]:
    """One of our bots as a policy: called with the agent that is selected, it returns an action."""
    env = env.unwrapped
    bots: dict[str, Any] = {}

    def policy(agent: str) -> int:
        seat, variant = env.possible_agents.index(agent), env.variant
        if agent not in bots:
            bots[agent] = seat_bot(variant.name, name, seed + seat)
        view, legal = variant.view(env.state_now, seat), variant.moves(env.state_now)
        action: int = bots[agent].choose(view, legal)
        return action

    return policy
