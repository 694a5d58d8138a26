"""Bots that search use only their view, repeat with the same seed, and find wins."""

import random
from typing import Any

import numpy as np
import pytest

from skipyard.batch.cpu import TableSetup
from skipyard.bots import LEVELS, NAMES, Bot, read, registry, seat_bot
from skipyard.bots.search import Searcher
from skipyard.bots.simulate import Result, play_one
from skipyard.core import key_from
from skipyard.games import GAMES, game
from skipyard.games.random_play import Table, legal, table, view_of
from skipyard.options import Refused
from skipyard.testing.worlds import every_game, redealt

QUICK = "search:24"
BOTS = ("random", "greedy", "rules", QUICK)
GENERAL = [name for name in GAMES if registry.searcher(name) is Searcher]
every_general_search = pytest.mark.parametrize("name", GENERAL)


def midway(name: str, moves: int) -> Any:
    """A table in the middle of a game between bots."""
    told = small(name, game(name).options.FEWEST_SEATS if name != "skippity" else 2)
    state, bot = told.deal(), seat_bot(name, "greedy", 1)
    for _ in range(moves):
        if state.over:
            break
        actions = np.array(legal(name, state), np.int16)
        game(name).rules.play(state, bot.choose(view_of(name, state, int(state.turn)), actions))
    return state


def small(name: str, seats: int, key: int = 7) -> Table:
    """A table with a short game, if the book allows one."""
    changed: dict[str, Any] = {"stock_size": 3} if name.startswith("skipbo") else {}
    return table(name, max(seats, 2), key, **changed)


def move_of(bot: Bot, name: str, state: Any) -> int:
    actions = np.array(legal(name, state), np.int16)
    return bot.choose(view_of(name, state, int(state.turn)), actions)


@every_game
@pytest.mark.parametrize("spec", ["rules", QUICK])
def test_a_bot_knows_no_more_than_its_view(name: str, spec: str) -> None:
    """After a re-deal of what it cannot see, it makes the same move."""
    chance = random.Random(3)
    for moves in (5, 16, 33):
        state = midway(name, moves)
        if state.over:
            continue
        seat = int(state.turn)
        moves_made = {
            move_of(seat_bot(name, spec, 5), name, redealt(name, state, seat, chance))
            for _ in range(3)
        }
        assert moves_made == {move_of(seat_bot(name, spec, 5), name, state)}


@every_general_search
@pytest.mark.parametrize("threads", [1, 2])
def test_a_seed_and_a_budget_give_the_same_ranking(name: str, threads: int) -> None:
    state = midway(name, 12)
    view, actions = view_of(name, state, int(state.turn)), legal(name, state)
    spec = read("search:80", name)
    rankings = [Searcher(name, spec, 9, threads).rank(view, actions) for _ in range(2)]
    assert rankings[0] == rankings[1]
    assert sum(move.visits for move in rankings[0]) >= len(actions)


@every_general_search
def test_a_search_leaves_its_view_as_it_was_and_can_be_asked_again(name: str) -> None:
    state = midway(name, 12)
    view, actions = view_of(name, state, int(state.turn)), np.array(legal(name, state), np.int16)
    before, bot = view.tobytes(), seat_bot(name, QUICK, 5)
    room = [thread.tree.nbytes for thread in searcher(bot).threads]
    assert all(bot.choose(view, actions) in actions for _ in range(5))
    assert view.tobytes() == before
    assert [thread.tree.nbytes for thread in searcher(bot).threads] == room
    assert all(thread.used <= len(thread.tree) for thread in searcher(bot).threads)


def searcher(bot: Bot) -> Searcher:
    search = getattr(bot.decide, "__self__", None)
    assert isinstance(search, Searcher)
    return search


@every_game
def test_all_bots_play_whole_games_by_the_rules(name: str) -> None:
    """All numbers of seats, mixed bots; games end and states stay sound."""
    g = game(name)
    options = g.options
    for seats in range(max(2, options.FEWEST_SEATS), options.MOST_SEATS + 1):
        told = small(name, seats)
        setup, result = TableSetup(g, seats, told.chosen), Result.many(1)[0]
        bots = [Checked(name, BOTS[(seats + seat) % len(BOTS)], seat) for seat in range(seats)]
        play_one(setup, bots, key_from(seats), 0, result)
        assert result.over
        assert not result.unsound


class Checked:
    """A bot whose every move is checked."""

    def __init__(self, name: str, spec: str, seed: int) -> None:
        self.bot = seat_bot(name, spec, seed)

    def choose(self, view: Any, legal: Any) -> int:
        action = self.bot.choose(view, legal)
        assert action in legal
        return action


# Wins that are there ------------------------------------------------------------------------------
def choice(name: str, text: str, spec: str) -> str:
    g = game(name)
    state = g.position.read(text)
    return str(g.words.describe(move_of(seat_bot(name, spec, 1), name, state)))


@pytest.mark.parametrize("spec", ["rules", "search:400"])
def test_the_last_stock_card_is_reached_by_a_wild_and_a_discard(spec: str) -> None:
    """4, then 5 from a discard pile, then a wild for 6: the 7 is the last stock card."""
    text = (
        "piles: 4 | 0 | 0 | 0\nhand 1: W 9 9\ndiscards 1: 5 | 12 | 12 | 12\n"
        "stock 1: 7 of 1\nstock 2: 5 of 1"
    )
    assert choice("skipbo", text, spec) == "play the top of discard 1 on pile 1"


def wins_at_once(name: str, state: Any, action: int) -> bool:
    after = state.copy()
    game(name).rules.play(after, action)
    side = int(state.turn) % int(game(name).rules.sides(state))
    return bool(after.over) and int(after.winner) == side


@every_general_search
def test_a_win_in_one_move_is_seen(name: str) -> None:
    """Where a game of two can be won at once, the search wins it and knows so."""
    met = 0
    for key in range(12):
        state, bot = small(name, 2, key).deal(), seat_bot(name, "greedy", key)
        while not state.over:
            actions = legal(name, state)
            if len(actions) > 1 and any(wins_at_once(name, state, action) for action in actions):
                view = view_of(name, state, int(state.turn))
                best = Searcher(name, read("search:100", name), key).rank(view, actions)[0]
                assert wins_at_once(name, state, best.action)
                assert best.chance == 1
                met += 1
            game(name).rules.play(state, move_of(bot, name, state))
        if met > 1:
            return
    raise AssertionError("no game came to a winning move")


def test_a_forced_move_is_made_at_once() -> None:
    text = "piles: 0 | 0 | 0 | 0\nhand 1: 5\nstock 1: 7 of 3"
    state = game("skipbo").position.read(text)
    bot = seat_bot("skipbo", "search:400", 1)
    assert move_of(bot, "skipbo", state) in legal("skipbo", state)
    assert searcher(bot).threads[0].used == 1  # four empty piles are one choice


# Names --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("spec", "simulations", "milliseconds"),
    [("search:50", 50, 0), ("search:2s", 0, 2000), ("search:30ms", 0, 30)],
)
def test_a_budget_is_read(spec: str, simulations: int, milliseconds: int) -> None:
    settings = read(spec, "skipbo")
    assert (settings.simulations, settings.milliseconds) == (simulations, milliseconds)


@pytest.mark.parametrize(
    "spec", ["", "Search", "search:", "search:-1", "search:1h", "level6", "hal"]
)
def test_a_name_that_is_none_is_refused(spec: str) -> None:
    names = "random, greedy, rules, search, search-v1, policy, champion, level1"
    with pytest.raises(Refused, match=f"the bots are: {names}"):
        read(spec, "skipbo")
    with pytest.raises(Refused, match="Il n’y a pas de robot"):
        read(spec, "skipbo", "fr")


@pytest.mark.parametrize("spec", ["search:0", "search:99999999", "search:0s", "search:9999s"])
def test_a_budget_out_of_bounds_is_refused(spec: str) -> None:
    with pytest.raises(Refused, match="simulations or up to 600 seconds"):
        read(spec, "skipbo")


@every_game
def test_every_name_is_a_bot(name: str) -> None:
    assert [read(text, name).name for text in NAMES[:4]] == list(NAMES[:4])
    assert all(seat_bot(name, text, 1) for text in LEVELS)


def test_a_time_budget_is_kept_to() -> None:
    state = midway("skipbo", 12)
    assert move_of(seat_bot("skipbo", "search:20ms", 1), "skipbo", state) in legal("skipbo", state)


@every_game
def test_a_bot_with_new_dice_moves_as_a_new_one_would(name: str) -> None:
    """Workers of a server keep their bots between moves."""
    state = table(name, 2, 3).deal()
    view, moves = view_of(name, state, int(state.turn)), np.array(legal(name, state), np.int16)
    for bot in ("level1", "rules", "search:30"):
        kept = seat_bot(name, bot, 1)
        kept.choose(view, moves)
        for seed in (2, 3):
            kept.reseed(seed)
            assert kept.choose(view, moves) == seat_bot(name, bot, seed).choose(view, moves)
