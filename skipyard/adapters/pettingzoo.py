"""Skipyard's games in PettingZoo: an agent for each seat, in the order of play (AEC).

No game has two players act at once, so there is no parallel environment.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from skipyard import extras

with extras.needed_by(__name__):
    from gymnasium.spaces import Box, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from skipyard.adapters.seeds import deal_number
from skipyard.adapters.variant import Settings, variant_of
from skipyard.options import Refused

Observation = npt.NDArray[np.uint8]


def env(
    game: str, seats: int = 2, options: Settings | None = None, render_mode: str | None = None
) -> AECEnv[str, Observation, int | None]:
    """A table of a game; `options` by name, as `skipyard games` lists them.

    As in PettingZoo's own games, an illegal move loses and ends the game.
    """
    table = SkipyardEnv(game, seats, options, render_mode)
    return OrderEnforcingWrapper(TerminateIllegalWrapper(table, illegal_reward=-1))


class SkipyardEnv(AECEnv[str, Observation, int | None]):
    """One table. Partners are separate agents and get the same rewards."""

    def __init__(
        self, game: str, seats: int, options: Settings | None, render_mode: str | None
    ) -> None:
        super().__init__()
        self.variant = variant_of(game, seats, options)
        self.metadata = {
            "name": f"skipyard_{self.variant.name}_v{self.variant.rules.VERSION}",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.chance = np.random.default_rng()
        self.state_now = self.variant.template.copy()  # until the first deal
        highs, actions = self.variant.highs, self.variant.actions
        self.observation_spaces = {
            agent: Box(np.zeros_like(highs), highs, dtype=np.uint8)
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Box:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. A seed starts a series of deals; a reset without one deals the next."""
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self.state_now = self.variant.deal(deal_number(self.chance))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.select_agent()

    def select_agent(self) -> None:
        """Select the agent on turn; its info has the legal actions, the others' masks are empty."""
        legal = self.variant.legal(self.state_now)  # none when it is over
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self.variant.mask([])} for agent in self.agents
        }
        if len(legal):
            self.agent_selection = self.possible_agents[int(self.state_now.turn)]
            self.infos[self.agent_selection]["action_mask"][legal] = 1

    def observe(self, agent: str) -> Observation:
        """What the agent's seat sees, as bytes (docs/observations.md)."""
        seat = self.possible_agents.index(agent)
        return self.variant.features(self.variant.view(self.state_now, seat))

    def step(self, action: int | None) -> None:
        """Play a move. An illegal one changes nothing and raises Refused with the rule."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < self.variant.actions:
            raise Refused(f"An action is a number from 0 to {self.variant.actions - 1}.")
        if refusal := self.variant.refusal(self.state_now, int(action)):
            raise Refused(refusal)
        agent = self.agent_selection
        self.variant.rules.play(self.state_now, int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(
            zip(self.possible_agents, self.variant.returns(self.state_now), strict=True)
        )
        if self.state_now.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.select_agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What everybody sees of the table, as text."""
        text = self.variant.public_text(self.state_now)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""
