"""Skip-Bo's chance: the deal, the first dealer, imagined hands, stocks and recycled piles."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from skipyard.core import NOBODY, key_from, start_dice
from skipyard.games import game
from skipyard.games.random_play import Table, defaults, imagined, kinds, legal, table, view_of
from skipyard.games.skipbo import cards
from skipyard.games.skipbo.actions import Kind
from skipyard.games.skipbo.cards import FACES
from skipyard.games.skipbo.law_cards import bag
from skipyard.games.skipbo.law_data import fair_turns
from skipyard.testing.depth import sizes
from skipyard.testing.statistics import LEAST, LIMIT, p_value, same_p_value

every_game = pytest.mark.parametrize("name", ["skipbo", "skipbo_mod"])
few_and_many = sizes("games", 300, 1600)


def test_pick_follows_the_bag() -> None:
    state = table("skipbo", 2, 1).deal()
    for weights in ([18] + 12 * [12], [1, 0, 5, 0, 0, 2, 0, 0, 0, 0, 0, 0, 9], 12 * [0] + [3]):
        counts = np.zeros(FACES)
        for _ in range(8000):
            held = np.array(weights, np.int8)
            face = cards.pick(state, held, sum(weights))
            assert held[face] == weights[face] - 1
            assert held.sum() == sum(weights) - 1
            counts[face] += 1
        assert p_value(list(counts), weights) > LIMIT


# The deal -----------------------------------------------------------------------------------------
@every_game
def test_every_card_is_as_likely_everywhere(name: str) -> None:
    games = 3000
    deck = defaults(name)["deck"]
    assert isinstance(deck, tuple)
    tops = np.zeros((4, FACES))
    wilds = np.zeros(6)
    for number in range(games):
        state = game(name).set_up(4, defaults(name))
        game(name).rules.deal(state, key_from(1), number)
        for seat in range(4):
            tops[seat, state.stock_top[seat]] += 1
        wilds[(state.hand[state.turn] == 0).sum()] += 1
    for seat in range(4):
        assert p_value(list(tops[seat]), deck) > LIMIT
    held = stats.hypergeom(sum(deck), deck[0], 5).pmf(np.arange(6))
    assert p_value(list(wilds), list(held)) > LIMIT


def test_the_die_has_six_even_faces() -> None:
    rolls: Counter[int] = Counter()
    first: Counter[int] = Counter()
    for number in range(400):
        told = table("skipbo_mod", 2, number, "hoard", stock_size=5)
        state = told.deal()
        first[int(state.die)] += 1
        for turn in fair_turns(told, state, 12):
            del turn
            rolls[int(state.die)] += 1
    assert set(rolls) == set(range(1, 7))
    assert p_value([rolls[face] for face in range(1, 7)], 6 * [1]) > LIMIT
    assert p_value([first[face] for face in range(1, 7)], 6 * [1]) > LIMIT


# Who deals first ----------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("dealer", ["rotate", "highest", "random"])
@every_game
def test_the_first_dealer(name: str, dealer: str, seats: int) -> None:
    counts = np.zeros(seats)
    told = table(name, seats, 1, dealer=dealer, stock_size=3)
    for number in range(1200):
        state = told.game.set_up(seats, told.chosen)
        told.game.rules.deal(state, key_from(seats), number)
        counts[state.dealt_by] += 1
        assert state.turn == (state.dealt_by + 1) % seats
    if dealer == "rotate":
        assert counts[0] == 1200
    else:
        assert p_value(list(counts), seats * [1]) > LIMIT


def test_the_highest_card_deals() -> None:
    """The cards are drawn again from the same dice, independently of the rules."""
    told = table("skipbo", 4, 1, dealer="highest")
    clear = 0
    for number in range(300):
        state = told.game.set_up(4, told.chosen)
        told.game.rules.deal(state, key_from(9), number)
        shown = told.game.set_up(4, told.chosen)
        start_dice(shown, key_from(9), number)
        cards.clear_table(shown)
        drawn = [int(cards.pick(shown, shown.unseen, int(shown.unseen.sum()))) for _ in range(4)]
        best = max(drawn)
        if best > 0 and drawn.count(best) == 1:
            clear += 1
            assert state.dealt_by == drawn.index(best)
        elif best > 0:
            assert drawn[state.dealt_by] == best
    assert 200 < clear < 300


def test_the_draw_for_the_deal_leaves_no_trace() -> None:
    """Cards shown to find the dealer go back, so the tops are as likely as before."""
    counts = np.zeros(FACES)
    told = table("skipbo", 3, 1, dealer="highest", stock_size=3)
    for number in range(3000):
        state = told.game.set_up(3, told.chosen)
        told.game.rules.deal(state, key_from(3), number)
        counts[state.stock_top[state.dealt_by]] += 1
    assert p_value(list(counts), list(state.deck)) > LIMIT


# Imagined worlds before the first reshuffle -------------------------------------------------------
def hidden_from(state: Any, seat: int) -> Counter[int]:
    """All cards that a seat cannot see, counted from the state, not from a view."""
    hidden = bag(state.unseen) + bag(state.draw)
    for other in range(int(state.seats)):
        if other != seat:
            hidden.update(int(face) for face in state.hand[other, : state.hand_left[other]])
    return hidden


@pytest.mark.parametrize("seat", [NOBODY, 0])
@every_game
def test_imagined_worlds_are_even_chance(name: str, seat: int) -> None:
    """From one view: hands, stocks and draw pile are distributed as by a fair shuffle."""
    told = table(name, 3, 8)
    state = told.deal()
    assert len([*fair_turns(told, state, 13)]) == 13
    hidden = hidden_from(state, seat)
    size = hidden.total()
    view = view_of(name, state, seat)
    held = np.zeros((FACES, 6))
    up, drawn = np.zeros(FACES), np.zeros(FACES)
    left = int(state.hand_left[1])
    assert left >= 4
    for seed in range(2500):
        world = imagined(name, view, 7919 * seed)
        hand = world.hand[1, :left].tolist()
        for face in range(FACES):
            held[face, hand.count(face)] += 1
        drawn[cards.draw_card(world)] += 1
        world = imagined(name, view, 7919 * seed + 1)
        world.stock_left[2] -= 1
        cards.turn_up(world, 2)
        up[world.stock_top[2]] += 1
    weights = [hidden[face] for face in range(FACES)]
    assert p_value(list(drawn), weights) > LIMIT
    assert p_value(list(up), weights) > LIMIT
    for face in range(FACES):
        chances = stats.hypergeom(size, hidden[face], left).pmf(np.arange(6))
        assert p_value(list(held[face]), list(chances)) > LIMIT, face


@few_and_many
@every_game
def test_covered_discards_are_like_the_real_ones(name: str, games: int) -> None:
    """With show_discards=top the cards below are imagined too."""
    real, dreamt = np.zeros(FACES), np.zeros(FACES)
    for number in range(games):
        told = table(name, 2, 5000 + number, show_discards="top")
        state = told.deal()
        for _ in fair_turns(told, state, 12):
            pass
        world = imagined(name, view_of(name, state, 0), number)
        for s, counts in ((state, real), (world, dreamt)):
            for own in range(4):
                slot = int(s.discard_top[1, own])
                while slot != cards.NO_SLOT:
                    counts[cards.FACE_OF[slot]] += 1
                    slot = int(s.below[slot])
    assert real.sum() == dreamt.sum() > 5 * games
    assert same_p_value(list(real), list(dreamt)) > LIMIT


# After a reshuffle --------------------------------------------------------------------------------
def to_recycled(told: Table, turns: int) -> Any:
    """A state some turns after the first reshuffle with cards left to draw, or None."""
    chance = random.Random(told.key)
    state, kind = told.deal(), kinds(told.name)
    play = told.game.rules.play
    while not state.over:
        actions = legal(told.name, state)
        builds = [action for action in actions if kind[action] <= Kind.PILE]
        turn = int(state.turn)
        play(state, chance.choice(builds or actions))
        if not state.fresh and state.turn != turn:
            turns -= 1
            if turns <= 0 and state.draw_left >= LEAST:
                return state
            if turns < -4:
                return None
    return None


@pytest.mark.parametrize("turns", [1, 3])
@few_and_many
@every_game
def test_after_a_reshuffle_the_next_card_is_like_the_real_one(
    name: str, games: int, turns: int
) -> None:
    """The draw pile is part of what went into it; its next card, over many games, as likely."""
    real, dreamt = np.zeros(FACES), np.zeros(FACES)
    reached = 0
    for number in range(games // 2):
        state = to_recycled(table(name, 2, 9000 + number, stock_size=15), turns)
        if state is None:
            continue
        reached += 1
        view = view_of(name, state, int(state.turn))
        went_in = bag(state.recycled)
        assert bag(state.draw) <= went_in
        for seed in range(4):
            world = imagined(name, view, 10 * number + seed)
            assert bag(world.draw) <= went_in
            assert world.draw_left == state.draw_left == bag(world.draw).total()
            dreamt[cards.draw_card(world)] += 1
        real[cards.draw_card(state.copy())] += 1
    assert reached > games // 8
    assert same_p_value(list(real), list(dreamt)) > LIMIT


@pytest.mark.full
@every_game
def test_after_a_reshuffle_my_own_cards_are_not_drawn_again(name: str) -> None:
    """How likely a face that I hold comes next: the same on real and on imagined tables.

    What I drew since the reshuffle is no longer on the pile, and I know that.
    """
    differences = []
    for number in range(1200):
        state = to_recycled(table(name, 2, 9000 + number, stock_size=15), 3)
        if state is None:
            continue
        me = int(state.turn)
        mine = {int(face) for face in state.hand[me, : state.hand_left[me]]}
        world = imagined(name, view_of(name, state, me), number)
        real, dreamt = (sum(int(s.draw[face]) for face in mine) for s in (state, world))
        differences.append((dreamt - real) / int(state.draw_left))
    assert len(differences) > 600
    assert stats.ttest_1samp(differences, 0).pvalue > LIMIT, f"{np.mean(differences):+.4f}"
