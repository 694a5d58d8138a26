"""Skip or Trip: trips that can be completed, hidden symbols, its bot."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from skipyard.bots import seat_bot
from skipyard.core import NOBODY, key_from
from skipyard.games import game
from skipyard.games.random_play import defaults, imagined, legal, rows, table, view_of
from skipyard.games.skip_or_trip.actions import Kind
from skipyard.games.skip_or_trip.board import Step
from skipyard.games.skip_or_trip.law_data import CARDS, FACES, NAME, NUMBERS, cards_in
from skipyard.testing.statistics import LIMIT, p_value
from skipyard.testing.worlds import played, rare_event_tables

G = game(NAME)
R = G.rules


# Trips --------------------------------------------------------------------------------------------
def groups(state: Any, cards: list[int]) -> list[Counter[str]]:
    write = G.words.of(state).symbols.write
    return [Counter(write(int(state.faces[card]))) for card in cards]


def matches(state: Any, cards: list[int], wanted: Counter[str]) -> bool:
    """Whether some subset of the cards shows exactly what is wanted, by brute force."""
    shown = [g for g in groups(state, cards) if g <= wanted]
    return any(
        sum(picked, Counter()) == wanted
        for size in (1, 2, 3)
        for picked in itertools.combinations(shown, size)
    )


def test_only_what_can_be_completed_is_offered() -> None:
    """Trips and their cards against a search of all subsets of the hand."""
    met: Counter[str] = Counter()
    for each in rare_event_tables(NAME):
        for state in played(each).states(2):
            if state.over:
                continue
            write = G.words.of(state).symbols.write
            hand, actions = cards_in(state.hand[state.turn]), set(legal(NAME, state))
            for action, row in enumerate(rows(NAME)):
                if row.kind == Kind.TRIP and state.step == Step.MOVE:
                    square = int(state.token[row.side, row.token])
                    mine = row.side == (state.turn % 2 if state.variant == 2 else state.turn)
                    behind = [n for n in state.token.ravel() if 0 <= n < square]
                    open_to = square > 0 and not mine and not (state.mercy and not behind)
                    wanted = Counter(write(int(state.squares[max(square, 0)])))
                    assert (action in actions) == (open_to and matches(state, hand, wanted))
                    met["trip"] += action in actions
                if row.kind == Kind.LAY and state.step == Step.CARDS and row.card in hand:
                    left = Counter(write(int(state.need)))
                    shown = groups(state, [int(row.card)])[0]
                    others = [card for card in hand if card != row.card]
                    fits_in = shown <= left
                    rest = left - shown
                    good = fits_in and (not rest or matches(state, others, rest))
                    assert (action in actions) == good
                    met["card"] += good
                    met["dead end"] += fits_in and not good
    assert min(met.values()) > 10


# Symbols ------------------------------------------------------------------------------------------
def test_a_skip_is_told_without_its_symbols() -> None:
    words, state = G.words.WORDS, table(NAME, 2, 1).deal()
    skip = words.parse("skip with 8-SK, token 2")
    assert words.tell(view_of(NAME, state, 0), skip) == "skip with 8, token 2"
    assert words.tell(view_of(NAME, state, 0), skip, "fr") == "bond de 8, pion 2"
    shown = table(NAME, 2, 1, reveal_skipped=True).deal()
    assert words.tell(view_of(NAME, shown, 0), skip) == "skip with 8-SK, token 2"
    assert words.tell(view_of(NAME, state, 0), words.parse("lay 3-D")) == "lay 3-D"


POSITION = """
seats: 3
hand 1: 3-S 3-M 5-K
hand 2: 3-D 3-L 8-S
hand 3: 3-B 5-D
face down 2: 3-K 5-S
face down 1: 3-SD
shown: 3-SB
deck: 60, top 3-MD
"""


def test_imagined_symbols_are_even_chance() -> None:
    """Six 3s are in sight of player 1; the others lie evenly in hands, face down and in the bag."""
    state = G.position.read(POSITION)
    view = view_of(NAME, state, 0)
    unseen = [n for n in range(FACES) if 24 + n not in cards_in(state.hand[0])]
    unseen = [n for n in unseen if 24 + n not in cards_in(state.down[0]) + cards_in(state.shown)]
    assert len(unseen) == 8
    places = {"hand": Counter[int](), "down": Counter[int](), "top": Counter[int]()}
    both: Counter[tuple[int, ...]] = Counter()
    for seed in range(2800):
        world = imagined(NAME, view, 7919 * seed)
        hand = tuple(card - 24 for card in cards_in(world.hand[1]) if card // FACES == 2)
        assert len(hand) == 2
        both[hand] += 1
        places["hand"].update(hand)
        places["down"].update(c - 24 for c in cards_in(world.down[1]) if c // FACES == 2)
        places["top"][int(world.top) - 24] += 1
    for counts in places.values():
        assert set(counts) == set(unseen)
        assert p_value([counts[n] for n in unseen], len(unseen) * [1.0]) > LIMIT
    pairs = list(itertools.combinations(unseen, 2))
    assert p_value([both[pair] for pair in pairs], len(pairs) * [1.0]) > LIMIT


def test_the_deal_is_even_chance() -> None:
    cards, tops, first = np.zeros(CARDS), np.zeros(CARDS), np.zeros(3)
    drawn = np.zeros(NUMBERS)
    for stream in range(3000):
        state = G.set_up(3, defaults(NAME))
        R.deal(state, key_from(5), stream)
        for seat in range(3):
            cards[cards_in(state.hand[seat])] += 1
        tops[state.top] += 1
        first[state.first] += 1
        number = int(state.top) // FACES
        R.play(state, G.words.parse("pass"))
        assert view_of(NAME, state, NOBODY).numbers[state.first, number] > 0
        drawn[int(state.top) // FACES] += 1
    assert p_value(list(cards), CARDS * [1.0]) > LIMIT
    assert p_value(list(tops), CARDS * [1.0]) > LIMIT
    assert p_value(list(drawn), NUMBERS * [1.0]) > LIMIT
    assert p_value(list(first), 3 * [1.0]) > LIMIT


def test_the_state_is_small() -> None:
    assert R.State.dtype.itemsize < 700


# The bot ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tokens: 20 | 12\nhand 1: 9-S 3-D 4-K\nhand 2: 1-S", "trip player 2"),
        ("tokens: 92 | 12\nhand 1: 9-S 8-L 4-K\nhand 2: 1-S", "skip with 8-L"),
        ("tokens: 20 | 0\nhand 1: 9-SL 2-L 4-K\nhand 2: 1-S", "skip with 9-SL"),
        ("tokens: 97 | 0\nhand 1: 9-S 8-L\nhand 2: 1-S", "pass"),
        (
            "options: variant=advanced\ntokens: 20 8 | 0 0\nhand 1: 9-S\nhand 2: 1-S",
            "skip with 9-S, token 2",
        ),
    ],
)
def test_the_greedy_bot_plays_sensibly(text: str, said: str) -> None:
    state = G.position.read(text)
    actions = np.array(legal(NAME, state), np.int16)
    action = seat_bot(NAME, "greedy", 1).choose(view_of(NAME, state, 0), actions)
    assert G.words.describe(action) == said
