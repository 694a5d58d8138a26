"""Skippity's search bots: exact in endings, always legal, repeatable."""

from typing import Any

import numpy as np
import pytest
from helpers import skippity_brute_force as brute_force
from helpers import skippity_reference

from skipyard.bots.skippity.search import Searcher
from skipyard.bots.skippity.search_buffers import BEST, VALUE
from skipyard.bots.specs import read
from skipyard.core import key_from
from skipyard.games import game
from skipyard.testing.worlds import every_size

G = game("skippity")
JUMPS_LEFT = 12


def dealt(seats: int, number: int, **chosen: Any) -> Any:
    state = G.set_up(seats, {option.name: option.default for option in G.options.OPTIONS} | chosen)
    G.rules.deal(state, key_from(6), number)
    return state


def seen(state: Any) -> Any:
    view = G.rules.View()
    G.rules.observe(state, state.turn, view)
    return view


def legal(state: Any) -> Any:
    out = np.zeros(len(G.rules.ACTIONS), np.int16)
    return out[: G.rules.moves(state, out)]


def searcher(spec: str) -> Searcher:
    return Searcher("skippity", read(spec, "skippity"), 1)


def late_positions(seats: int, wanted: int, most: int) -> Any:
    """Positions near the end of random games, also as brute force takes them, and solved."""
    chance, positions, number = np.random.default_rng(seats), 0, 0
    while positions < wanted:
        size = (6, 8, 10)[number % 3]
        state = dealt(seats, number, size=size)
        table = skippity_reference.read(G.position.write(state))
        past = []
        while not state.over:
            past.append((state.copy(), brute_force.position_of(table)))
            action = int(chance.choice(legal(state)))
            G.rules.play(state, action)
            table.play(G.words.describe(action))
        number += 1
        state, position = past[-min(len(past), int(chance.integers(4, 14)))]
        endings = brute_force.Endings(size, most)
        try:
            _, jumps = endings.solve(position)
        except brute_force.TooLarge:
            continue
        if jumps <= JUMPS_LEFT and len(legal(state)) > 1:
            positions += 1
            yield state, position, endings


@every_size
@pytest.mark.parametrize(
    ("seats", "positions", "most"),
    [
        (2, (12, 200), 2_000),
        (3, (6, 40), 3_000),
        pytest.param(4, (0, 40), 3_000, marks=pytest.mark.full),
    ],
)
def test_with_twelve_jumps_left_the_bot_is_exact(
    seats: int, positions: tuple[int, int], most: int, size: int
) -> None:
    bot, longest = searcher("search:1000000"), 0
    for state, position, endings in late_positions(seats, positions[size], most):
        values, jumps = endings.solve(position)
        longest = max(longest, jumps)
        bot.look(seen(state))
        assert bot.is_exact()
        assert bot.tally[VALUE] == values[position[2]]
        chosen = G.words.describe(int(bot.tally[BEST]))
        after = next(after for words, after, _ in endings.followers(position) if words == chosen)
        assert endings.solve(after)[0] == values
    assert longest > JUMPS_LEFT // 2  # the positions were worth looking at


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("chosen", [{}, {"allow_pass": True, "scoring": "hundred"}, {"undo": True}])
def test_a_searching_bot_plays_whole_games(seats: int, chosen: dict[str, Any]) -> None:
    state, bot = dealt(seats, 1, size=6, **chosen), searcher("search:150")
    for _ in range(G.rules.LONGEST):
        if state.over:
            break
        allowed = legal(state).copy()
        action = bot.choose(seen(state), allowed)
        assert action in allowed
        G.rules.play(state, action)
    assert state.over
    assert G.rules.sound(state)


def test_the_same_budget_gives_the_same_move_whatever_was_searched_before() -> None:
    used, moves = searcher("search:2000"), []
    for number in range(3):
        state = dealt(2, number)
        moves.append(used.choose(seen(state), legal(state)))
        state.key[0] += 1  # the dice are all that a seat cannot see
        assert searcher("search:2000").choose(seen(state), legal(state)) == moves[-1]


@pytest.mark.parametrize("seats", [3, 4])
def test_among_more_the_same_seed_gives_the_same_moves(seats: int) -> None:
    one, other = searcher("search:30000"), searcher("search:30000")
    for number in range(3):
        state = dealt(seats, number)
        move = one.choose(seen(state), legal(state))
        state.key[0] += 1
        assert other.choose(seen(state), legal(state)) == move


@pytest.mark.parametrize("seats", [2, 3])
def test_the_smallest_budget_ends_in_a_legal_move(seats: int) -> None:
    state = dealt(seats, 0)
    assert searcher("search:1").choose(seen(state), legal(state)) in legal(state)


def test_a_budget_of_time_ends_in_a_legal_move() -> None:
    state = dealt(2, 0)
    assert searcher("search:20ms").choose(seen(state), legal(state)) in legal(state)


def test_more_thought_finds_the_win() -> None:
    """Red jumps blue and wins at once; any other jump lets the other player do so."""
    text = """options: size=6
row 1: R B . . . .
row 4: . . G O . .
row 6: Y . . . . .
captured 1: R1 O1 Y1 G1
captured 2: R1 O1 Y1 G1"""
    state = G.position.read(text)
    bot = searcher("search:10000")
    action = bot.choose(seen(state), legal(state))
    assert G.words.describe(action) == "jump a1 to c1"
    assert bot.is_exact()
