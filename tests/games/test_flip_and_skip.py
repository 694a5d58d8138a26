"""Flip & Skip: legal steps compared with an oracle, and fair undersides."""

from __future__ import annotations

import random
from collections import Counter

from helpers.flip_oracle import Oracle, small_table
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from skipyard.core import NOBODY, NONE
from skipyard.games.flip_and_skip import coins, options, position, rules, words
from skipyard.games.flip_and_skip.actions import BEYOND, NEXT, Kind, No
from skipyard.games.flip_and_skip.around import all_next_to, beyond, next_to
from skipyard.games.flip_and_skip.coins import OFF, SQUARE_BIT, Icon, Phase
from skipyard.games.flip_and_skip.law_data import NAME
from skipyard.games.random_play import imagined, kinds, legal, table, view_of
from skipyard.options import Refused
from skipyard.testing.depth import sizes
from skipyard.testing.worlds import played, rare_event_tables, verdicts


# Steps --------------------------------------------------------------------------------------------
@sizes("tries", 150, 700)
def test_the_board_allows_what_trying_it_out_allows(tries: int) -> None:
    chance, seen = random.Random(5), Counter[str]()
    for _ in range(tries):
        try:
            state = position.read(small_table(chance))
        except Refused:
            continue
        for _ in range(12):
            if state.over:
                break
            seen["flip only, not closed"] += bool(state.flip_only and not state.closed)
            actions = legal(NAME, state)
            answers = verdicts(NAME, state)
            assert set(actions) == {a for a, no in enumerate(answers) if no == No.OK}
            if state.phase == Phase.STEP:
                seen.update(No(no).name for no in answers)
                oracle = Oracle(state)
                seen[f"debts {oracle.debts}"] += 1
                assert {words.describe(a) for a in actions} == oracle.legal(), position.write(state)
            skips = [a for a in actions if kinds(NAME)[a] == Kind.SKIP]
            rules.play(state, chance.choice(skips if skips and chance.random() < 0.7 else actions))
    wanted = ("debts 1", "MUST_LEAVE", "LEAVE_FIRST", "CORNER_THREAT", "flip only, not closed")
    assert [event for event in wanted if not seen[event]] == []
    if tries > 500:
        assert seen["debts 2"]
        assert seen["MUST_SKIP_ON"]
        assert seen["CORNER_AGAIN"]


def test_the_end_of_a_turn_is_never_the_only_move() -> None:
    """FS-A55  That would be a question without a choice."""
    end = kinds(NAME).index(Kind.END)
    for each in rare_event_tables(NAME):
        for state in played(each).states(1):
            assert legal(NAME, state) != [end]


# Coins --------------------------------------------------------------------------------------------
def test_a_coin_s_number_says_nothing_about_it() -> None:
    """Numbers follow the starting squares; any coin may be of any type."""
    kinds = [set[int]() for _ in range(24)]
    for key in range(40):
        state = table(NAME, 2, key).deal()
        assert [int(n) for n in state.where] == [int(n) for n in coins.START]
        for coin in range(24):
            kinds[coin].add(int(state.face[coin]) % 3)
    assert all(kind_set == {0, 1, 2} for kind_set in kinds)


LOOKED = """
board: a3 L1.Stone=AXES, c3 L2.Stone=HAND?2, e3 L3.Stone, b6 D.Sword=EYE?1, d6 D.Sword=AXES?12
hand 1: D.Scroll=HAND
hand 2: L4.Stone
phase: step
"""


def test_imagined_worlds_are_fair() -> None:
    """Player 1 knows one light Stone; what player 2 has looked at is any of the other three."""
    state = position.read(LOOKED)
    view, worlds = view_of(NAME, state, 0), 3000
    assert [int(view.under[coin]) for coin in (0, 1, 2)] == [Icon.AXES, NONE, NONE]
    imagined_worlds = [imagined(NAME, view, seed) for seed in range(worlds)]
    looked = Counter(int(world.under[1]) for world in imagined_worlds)
    assert set(looked) == {Icon.HAND, Icon.BOARD, Icon.WREATH}
    assert chisquare(list(looked.values())).pvalue > 0.001
    for world in imagined_worlds:  # a look under an unseen coin: one of the two that are left
        coins.show(world, 2, 1)
    both = Counter((int(world.under[1]), int(world.under[2])) for world in imagined_worlds)
    assert len(both) == 6
    assert chisquare(list(both.values())).pvalue > 0.001
    watched = {
        int(imagined(NAME, view_of(NAME, state, NOBODY), seed).under[12]) for seed in range(200)
    }
    assert watched == {Icon.BOARD, Icon.MONSTER, Icon.AXES, Icon.EYE}


def test_the_deal_is_fair() -> None:
    first = Counter[int]()
    under = Counter[int]()
    for key in range(1500):
        state = table(NAME, 2, key).deal()
        first[int(state.face[0])] += 1
        coins.show(state, 0, 1)
        under[int(state.under[0])] += 1
    assert chisquare([first[kind] for kind in range(3)]).pvalue > 0.001
    assert chisquare([under[icon] for icon in range(6)]).pvalue > 0.001


def test_the_bound_is_that_of_the_largest_limit() -> None:
    (limit,) = (option for option in options.OPTIONS if option.name == "no_progress_limit")
    assert rules.most_moves(limit.high) == rules.LONGEST < 2**31


@given(squares=st.sets(st.integers(0, 63)), square=st.integers(0, 63))
def test_what_lies_around_a_square_is_told_for_all_directions_at_once(
    squares: set[int], square: int
) -> None:
    bits = sum(int(SQUARE_BIT[n]) for n in squares)
    for bits_around, to in ((next_to(square, bits), NEXT), (beyond(square, bits), BEYOND)):
        assert [bits_around >> way & 1 == 1 for way in range(8)] == [
            n in squares for n in to[square]
        ]
    near = {int(n) for taken in squares for n in NEXT[taken] if n != OFF}
    assert int(all_next_to(bits)) == sum(int(SQUARE_BIT[n]) for n in squares | near)
