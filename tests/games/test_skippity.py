"""Skippity: the board, its openings and chains of jumps, compared with a plain reference."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from helpers import skippity_reference as reference

from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY, NONE
from skipyard.games import game
from skipyard.games.random_play import Table, defaults, legal, table
from skipyard.games.skippity.actions import END_TURN, PASS_TURN, Kind
from skipyard.games.skippity.board import SIZES, Ended, colour_at, put, size_of
from skipyard.games.skippity.law_data import EXAMPLES, NAME, chosen, places
from skipyard.testing.worlds import every_size, for_all, played, rare_event_tables

RULES, WORDS = game(NAME).rules, game(NAME).words
every_language = pytest.mark.parametrize("language", LANGUAGES)


# The reference ------------------------------------------------------------------------------------
def test_jumps_are_those_of_the_reference_on_any_board() -> None:
    chance = random.Random(7)
    for _ in range(150):
        other = reference.random_board(chance)
        state = game(NAME).set_up(2, defaults(NAME) | {"size": other.size})
        state.row = state.column = NONE
        for (row, column), letter in other.board.items():
            put(state, row, column, "ROYGB".index(letter) + 1)
        assert {WORDS.describe(action) for action in legal(NAME, state)} == other.legal()
        assert len(legal(NAME, state)) == len(other.all_jumps())


@every_size
def test_a_game_goes_as_the_reference_says(size: int) -> None:
    seen: Counter[str] = Counter()

    def law(told: Table) -> None:
        state, chance = told.deal(), random.Random(told.key)
        other = reference.read(game(NAME).position.write(state))
        skippers = len(other.board)
        while not state.over:
            assert {WORDS.describe(action) for action in legal(NAME, state)} == other.legal()
            words = WORDS.describe(chosen(state, chance))
            RULES.play(state, WORDS.parse(words))
            other.play(words)
            assert state.turn == other.turn
            assert bool(state.over) == other.over
            seen[words.split()[0]] += 1
        lines = game(NAME).position.write(state).splitlines()
        assert [line for line in lines if line.startswith("row")] == other.rows()
        for seat, mine in enumerate(other.captured):
            held = [f"{letter}{mine.count(letter)}" for letter in "ROYGB" if letter in mine]
            assert f"captured {seat + 1}: {' '.join(held) or '-'}" in lines
        assert places(state) == other.places()
        assert other.turns <= skippers - 1  # SK-A29
        seen[f"over {state.over}"] += 1
        seen["shared"] += state.winner == NOBODY

    for_all(NAME, EXAMPLES[size], law)
    assert all(seen[what] for what in ("jump", "end", "pass", "over 1", "over 2", "shared"))


# Moves --------------------------------------------------------------------------------------------
def test_the_actions_of_a_small_board_are_the_first_ones() -> None:
    for each in rare_event_tables(NAME):
        for state in played(each).states(13):
            size = size_of(state)
            assert max(legal(NAME, state), default=0) < 2 + 4 * size * (size - 2)


@every_language
def test_a_chain_is_told_by_its_path(language: str) -> None:
    state, chance = table(NAME, 2, 8, undo=True).deal(), random.Random(5)
    longest, chain = 0, [NONE]
    while not state.over:
        action = chosen(state, chance)
        if RULES.ACTIONS[action].kind == Kind.JUMP:
            chain = [*chain, action] if state.jumps else [action]
            longest = max(longest, len(chain))
            words = WORDS.describe_path(chain, language)
            assert WORDS.parse_path(words, language) == chain
            assert len(words.split(WORDS.WORDS.joint(language))) == len(chain) + 1
        RULES.play(state, action)
    assert longest > 2
    assert WORDS.parse_path(WORDS.describe(0, language), language) == [0]


def test_every_colour_has_a_letter_and_a_shape_of_its_own() -> None:
    words = WORDS.WORDS
    assert len({words.letter(colour) for colour in range(6)}) == 6
    assert len({words.shape(colour) for colour in range(6)}) == 6
    for language in LANGUAGES:
        assert len({words.colour(colour, language) for colour in range(6)}) == 6


# The start ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("holes", ["centre4", "corners1", "corners2"])
@pytest.mark.parametrize("seeding", ["random", "rows", "alternate"])
def test_every_opening_has_its_holes_and_a_jump(size: int, holes: str, seeding: str) -> None:
    state = table(NAME, 2, size, size=size, opening_holes=holes, seeding=seeding).deal()
    middle = {size // 2 - 1, size // 2}
    empty = {
        (row, column)
        for row in range(size)
        for column in range(size)
        if colour_at(state, row, column) == 0
    }
    corners = {(row, column) for row in (0, size - 1) for column in (0, size - 1)}
    beside = {(row, column) for row in (0, size - 1) for column in (1, size - 2)}
    centre = {(row, column) for row in middle for column in middle}
    assert empty == {"centre4": centre, "corners1": corners, "corners2": corners | beside}[holes]
    assert len(legal(NAME, state)) == (12 if holes == "corners2" else 8)  # SK-A12 SK-A25
    for row in range(size):
        for column in range(size):
            if (row, column) not in empty and seeding != "random":
                wanted = row if seeding == "rows" else row + column
                assert colour_at(state, row, column) == wanted % 5 + 1


@pytest.mark.parametrize("size", SIZES)
def test_colours_are_as_equal_as_can_be(size: int) -> None:
    """SK-A21 SK-A26  With the holes' skippers counted in: at most one apart."""
    counts = [(size * size + 4 - colour) // 5 for colour in range(5)]
    assert sum(counts) == size * size
    assert max(counts) - min(counts) <= 1
    missing: Counter[int] = Counter()
    for key in range(30):
        in_play = table(NAME, 2, key, size=size).deal().in_play
        off = [count - int(left) for count, left in zip(counts, in_play, strict=True)]
        assert min(off) >= 0
        assert sum(off) == 4
        missing.update(dict(enumerate(off)))
    assert min(missing[colour] for colour in range(5)) > 0


def test_chance_reaches_every_colour_on_every_square_and_every_first_player() -> None:
    met: Counter[tuple[int, int, int]] = Counter()
    firsts: Counter[int] = Counter()
    for key in range(400):
        state = table(NAME, 4, key, size=6).deal()
        firsts[int(state.turn)] += 1
        for row, column in ((0, 0), (0, 5), (3, 1), (5, 5)):
            met[row, column, int(colour_at(state, row, column))] += 1
    assert len(met) == 4 * 5
    assert min(met.values()) > 45  # of 400: 78 to 89 are expected
    assert len(firsts) == 4
    assert min(firsts.values()) > 70


def test_the_first_player_is_the_one_named() -> None:
    for seat in range(4):
        assert table(NAME, 4, 1, first_player=f"seat{seat}").deal().turn == seat


# The end ------------------------------------------------------------------------------------------
def test_places_are_shared() -> None:
    state = table(NAME, 4, 1).deal()
    for seat, (sets, more) in enumerate([(3, 2), (3, 2), (2, 9), (3, 1)]):
        state.captured[seat] = [sets + more, sets, sets, sets, sets]
    assert places(state) == [1, 1, 4, 3]
    RULES.finish(state, Ended.NO_JUMP)
    assert state.winner == NOBODY


def test_a_chain_without_a_way_on_is_over_unless_it_can_be_taken_back() -> None:
    """SK-A13 SK-A23  A state that waits for the end of a turn is not sound without undo."""
    text = "options: size=6, undo=true\nrow 1: R O . . . .\nrow 6: R O . . . ."
    state = game(NAME).position.read(text)
    RULES.play(state, WORDS.parse("jump a1 to c1"))
    assert RULES.sound(state)
    state.undo = 0
    assert not RULES.sound(state)


def test_the_bound_is_that_of_the_largest_board() -> None:
    """SK-A22 SK-A29  For each jump all others pass, then the jump and its end; one is left."""
    passes, jump, end = 3, 1, 1
    skippers = 20 * 20 - 4
    assert (skippers - 1) * (passes + jump + end) == RULES.LONGEST


def test_no_game_is_longer_than_its_skippers_allow() -> None:
    """SK-A22 SK-A29  The proof of LONGEST, over games in which all but one always pass."""
    for size, seats in ((6, 4), (8, 3), (20, 2)):
        state = table(NAME, seats, size, size=size, allow_pass=True, undo=True).deal()
        skippers, moves, chance = int(state.in_play.sum()), 0, random.Random(size)
        while not state.over:
            jumps = [act for act in legal(NAME, state) if act not in (PASS_TURN, END_TURN)]
            if state.jumps:
                RULES.play(state, END_TURN)
            else:
                waits = state.passes < seats - 1
                RULES.play(state, PASS_TURN if waits else chance.choice(jumps))
            moves += 1
        assert (skippers - 1) * (seats + 1) // 2 < moves <= (skippers - 1) * (seats + 1)
        assert moves <= RULES.LONGEST


def test_a_state_is_small() -> None:
    assert RULES.State.dtype.itemsize < 400
