"""Skipyard's games in PettingZoo: an agent for each seat, in the order of play (AEC).

No game has two players act at once, so there is no parallel environment.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from skipyard import extras

with extras.needed_by(__name__):
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from skipyard.adapters.rendering import check_render_mode, pixels
from skipyard.adapters.seeds import deal_number
from skipyard.adapters.variant import Settings, variant_of
from skipyard.arguments import shown, whole
from skipyard.core import NOBODY
from skipyard.options import Refused

Observation = dict[str, npt.NDArray[Any]]
RENDER_MODES = ("human", "ansi", "rgb_array")


def env(
    game: str, seats: int = 2, options: Settings | None = None, render_mode: str | None = None
) -> AECEnv[str, Observation, int | None]:
    """A table of a game; `options` by name, as `skipyard games` lists them.

    An observation has "observation" and "action_mask", as in PettingZoo's classic games, and an
    illegal move loses and ends the game, as there.
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
        check_render_mode(render_mode, RENDER_MODES)
        self.metadata = {
            "name": f"skipyard_{self.variant.name}_v{self.variant.rules.VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 4,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self.chance = np.random.default_rng()
        self.state_now = self.variant.template.copy()  # until the first deal
        highs, actions = self.variant.highs, self.variant.actions
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(np.zeros_like(highs), highs, dtype=np.uint8),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        all_highs = np.tile(highs, seats)
        self.state_space = Box(np.zeros_like(all_highs), all_highs, dtype=np.uint8)

    def observation_space(self, agent: str) -> Dict:
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
        self.infos = {agent: {"action_mask": self.variant.mask([])} for agent in self.agents}
        if len(legal):
            self.agent_selection = self.possible_agents[int(self.state_now.turn)]
            self.infos[self.agent_selection]["action_mask"][legal] = 1

    def observe(self, agent: str) -> Observation:
        """What the agent's seat sees, as bytes (docs/observations.md), and what it may do now."""
        seat = self.seat_of(agent)
        seen = self.variant.features(self.variant.view(self.state_now, seat))
        mask = self.infos.get(agent, {}).get("action_mask", self.variant.mask([]))
        return {"observation": seen, "action_mask": mask.copy()}

    def state(self) -> npt.NDArray[np.uint8]:
        """What all seats see, one after the other: for critics that are trained centrally."""
        views = [self.variant.view(self.state_now, seat) for seat in range(self.variant.seats)]
        return np.concatenate([self.variant.features(view) for view in views])

    def seat_of(self, agent: str) -> int:
        if not isinstance(agent, str) or agent not in self.possible_agents:
            names = ", ".join(self.possible_agents)
            raise Refused(f"There is no agent {shown(agent)}; the agents are {names}.")
        return self.possible_agents.index(agent)

    def step(self, action: int | None) -> None:
        """Play a move. An illegal one changes nothing and raises Refused with the rule."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        number = whole(action, "action", low=0, high=self.variant.actions - 1)
        if refusal := self.variant.refusal(self.state_now, number):
            raise Refused(refusal)
        agent = self.agent_selection
        self.variant.rules.play(self.state_now, number)
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

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """What everybody sees of the table, as text or as a picture."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return pixels(self.variant, self.variant.view(self.state_now, NOBODY))
        text = self.variant.public_text(self.state_now)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""
