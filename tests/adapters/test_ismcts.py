"""OpenSpiel's search as an opponent: legal moves, from its view only, determined by its seed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from skipyard.adapters.ismcts import Ismcts
from skipyard.adapters.variant import variant_of
from skipyard.bots import Bot, seat_bot
from skipyard.testing.worlds import every_game

pytestmark = [pytest.mark.full, pytest.mark.filterwarnings("error")]


def position(name: str, moves: int) -> tuple[Any, Any]:
    """A table after some random moves, with more than one legal move."""
    variant, chance = variant_of(name, 2), random.Random(4)
    state = variant.deal(4)
    while moves > 0 or len(variant.legal(state)) == 1:
        variant.rules.play(state, chance.choice(variant.legal(state).tolist()))
        moves -= 1
    return variant, state


@every_game
def test_it_moves_from_its_view_alone_and_as_it_was_seeded(name: str) -> None:
    variant, state = position(name, 12)
    view, legal = variant.view(state, int(state.turn)), variant.legal(state)
    first, again = (Ismcts(name, seed=3, simulations=20).choose(view, legal) for _ in range(2))
    assert first == again
    assert first in legal
    other = variant.imagine(view, 99)  # what it cannot see is another matter
    seen = variant.view(other, int(other.turn))
    assert Ismcts(name, seed=3, simulations=20).choose(seen, legal) == first


def test_a_budget_of_time_makes_one_search_of_many_parts() -> None:
    variant, state = position("skipbo", 12)
    bot = Ismcts("skipbo", seed=1, seconds=0.3)
    view, legal = variant.view(state, int(state.turn)), variant.legal(state)
    assert bot.choose(view, legal) in legal
    root = bot.search._root_node
    assert sum(child.visits for child in root.child_info.values()) == root.total_visits
    assert root.total_visits == bot.made - 1  # the first simulation only looks at the root


def test_it_wants_one_budget() -> None:
    with pytest.raises(ValueError, match="simulations or of seconds"):
        Ismcts("skipbo")


def test_it_beats_random_play() -> None:
    variant, won = variant_of("skippity", 2, {"size": 6}), 0.0
    for number in range(6):
        bots: list[Ismcts | Bot] = [Ismcts("skippity", 2, {"size": 6}, number, simulations=30)]
        bots.insert(number % 2, seat_bot("skippity", "random", number))
        state = variant.deal(number)
        while not state.over:
            turn = int(state.turn)
            legal = variant.legal(state)
            variant.rules.play(state, bots[turn].choose(variant.view(state, turn), legal))
        won += variant.returns(state)[1 - number % 2]
    assert won >= 3
