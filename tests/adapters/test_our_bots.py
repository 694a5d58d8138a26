"""Our bots in other people's programs."""

from __future__ import annotations

import pytest

from skipyard.adapters import pettingzoo
from skipyard.adapters.bots import openspiel_bot, pettingzoo_policy


@pytest.mark.full
def test_our_bots_play_in_openspiel() -> None:
    import pyspiel

    import skipyard.adapters.openspiel  # noqa: F401

    game = pyspiel.load_game("python_skipyard_skip_or_trip")
    bots = [openspiel_bot("rules", game, 0), openspiel_bot("random", game, 1, seed=3)]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    assert sum(state.returns()) == 0


def test_our_bots_play_in_pettingzoo() -> None:
    env = pettingzoo.env("skip_or_trip")
    env.reset(seed=1)
    policy = pettingzoo_policy("rules", env)
    for agent in env.agent_iter():
        over = env.terminations[agent] or env.truncations[agent]
        env.step(None if over else policy(agent))
    assert not env.agents
