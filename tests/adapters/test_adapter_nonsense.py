"""Whatever the adapters are given, they answer with a sentence that says what would be right."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.nonsense import ANYTHING, answers, fuzz
from hypothesis import strategies as st

from skipyard.adapters import pettingzoo
from skipyard.adapters.bots import openspiel_bot, pettingzoo_policy
from skipyard.adapters.gymnasium import SkipyardEnv
from skipyard.adapters.vector import SkipyardVectorEnv
from skipyard.testing.depth import sizes

ASKED = ["game", "seats", "options", "seat", "bots", "render_mode"]
ABOUT = (
    "players",
    "Options",
    "option",
    "bot",
    "bots",
    "seat",
    "render_mode",
    "policy:FILE",
    "table",
)
examples = sizes("examples", 25, 1500)


def is_program(value: Any) -> bool:
    return isinstance(value, str) and value.startswith("exec:")


@examples
def test_gymnasium(examples: int) -> None:
    one, many = SkipyardEnv("skippity"), SkipyardVectorEnv("skippity", 2)
    one.reset(seed=1)
    many.reset(seed=1)

    @fuzz(examples, st.sampled_from(ASKED), ANYTHING)
    def tried(name: str, value: Any) -> None:
        if not is_program(value):
            asked = {"game": "skippity", name: value}
            answers(SkipyardEnv, **asked, about=ABOUT)
            answers(SkipyardVectorEnv, **asked, about=ABOUT)
        answers(one.step, value, about=("action",))
        answers(many.step, value, about=("step",))
        if not isinstance(value, int) or value > 0:
            answers(many.reset, seed=value, about=("tables",))
        if not isinstance(value, int) or value < 1:
            answers(SkipyardVectorEnv, "skippity", value, about=("num_envs",))

    many.close()


@examples
def test_pettingzoo_and_our_bots_there(examples: int) -> None:
    env = pettingzoo.env("skippity")
    env.reset(seed=1)
    table, policy = env.unwrapped, pettingzoo_policy("rules", env)

    @fuzz(examples, st.sampled_from(["game", "seats", "options", "render_mode"]), ANYTHING)
    def tried(name: str, value: Any) -> None:
        answers(pettingzoo.env, **{"game": "skippity", name: value}, about=ABOUT)
        answers(table.observe, value, about=("agent",))
        answers(policy, value, about=("agent",))
        answers(pettingzoo_policy, value, env, about=("name", "bot", "bots", "policy:FILE"))
        answers(pettingzoo_policy, "rules", value, about=("env",))
        answers(pettingzoo_policy, "rules", env, value, about=("seed",))
        before = table.state_now.tobytes()
        if isinstance(answers(table.step, value, about=("action",)), str):
            assert table.state_now.tobytes() == before
        env.reset(seed=1)


@examples
def test_our_bots_in_openspiel(examples: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import skipyard.adapters.openspiel  # noqa: F401

    game = pyspiel.load_game("python_skipyard_skippity(sampled=True)")
    bot = openspiel_bot("rules", game, 0)

    @fuzz(examples, ANYTHING)
    def tried(value: Any) -> None:
        answers(openspiel_bot, value, game, 0, about=("name", "bot", "bots", "policy:FILE"))
        answers(openspiel_bot, "rules", value, 0, about=("game",))
        answers(openspiel_bot, "rules", game, value, about=("player",))
        answers(openspiel_bot, "rules", game, 0, value, about=("seed",))
        answers(bot.step, value, about=("state",))


def test_a_policy_is_asked_for_the_agent_on_turn_only() -> None:
    env = pettingzoo.env("skippity")
    policy = pettingzoo_policy("rules", env)
    told = answers(policy, "player_0", about=("env.agent_selection",))
    assert told.startswith("It is not the turn of player_0: ask for env.agent_selection")
    env.reset(seed=1)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert answers(policy, other, about=("agent",)).startswith(f"It is not the turn of {other}")


def test_a_bot_is_asked_at_its_own_decisions_only() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import skipyard.adapters.openspiel  # noqa: F401

    game, other = (
        pyspiel.load_game(f"python_skipyard_skippity(sampled=True,size={size})") for size in (6, 8)
    )
    state = game.new_initial_state()
    turn = state.current_player()
    bots = [openspiel_bot("rules", game, player) for player in (0, 1)]
    assert bots[turn].step(state) in state.legal_actions()
    told = answers(bots[1 - turn].step, state, about=("player",))
    assert told.startswith(f"This bot is player {1 - turn}, and it is the turn of player {turn}")
    assert "one of the game that this bot plays" in answers(
        openspiel_bot("rules", other, turn).step, state, about=("state",)
    )
