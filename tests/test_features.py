"""Observations as arrays: what a view tells, its features tell, within the bounds of the layout."""

from __future__ import annotations

import itertools
import pathlib

import numpy as np
import own
import pytest
from worlds import every_game, features_of, played, telling, view_of, watchers

from skipyard.core import NOBODY
from skipyard.games import game
from skipyard.games.feature_layout import highs
from skipyard.lab.observations import page

DOCS = pathlib.Path(__file__).parent.parent / "docs"
# Fields that change nothing by themselves: they follow from others, or are left to the history
SKIP_BO = {"discards", "top", "dealer", "pass_rounds", "winner", "discard_top", "spent_left"}
UNTOLD = {
    "skipbo": SKIP_BO | {"die", "die_left", "dies"},  # MOD's alone
    "skipbo_mod": SKIP_BO,
    "skip_or_trip": {
        *("quits", "target", "target_token", "own_token", "winner", "first_player"),
        *("squares", "symbol_mark"),  # of squares only those under tokens are told
    },
    "flip_and_skip": {"hand_left", "board", "on_board", "light_seat", "winner"},
    "skippity": {"taken", "jumps", "onward", "column", "winner", "first_player"},
}
RARE = 6  # blocks that these few games may leave empty
SKIP_BO_OPTIONS = {"redraw_after_discard", "may_reopen_stock", "short_game"}  # MOD's
SHAPE = {"seats", "size", "me"}  # by which other fields are read; told, but not to be mixed
MIXED = 40  # states of a game, spread over it


@every_game
def test_blocks_cover_the_vector_and_do_not_overlap(name: str) -> None:
    features, at = game(name).features, 0
    for block in features.FEATURES:
        assert (block.first, block.length > 0, block.high in range(1, 256)) == (at, True, True)
        at += block.length
    assert at == features.SIZE == len(highs(features.FEATURES))
    assert len({block.name for block in features.FEATURES}) == len(features.FEATURES)


@every_game
def test_features_stay_within_their_bounds_and_hang_on_the_view_alone(name: str) -> None:
    most, met = highs(game(name).features.FEATURES), np.zeros(game(name).features.SIZE, bool)

    for table in telling(name):
        for state in played(table).states(own.of(name).EVERY["imagine"]):
            for seat in watchers(state):
                view = view_of(name, state, seat)
                found = features_of(name, view)
                assert (found <= most).all(), (table, found > most)
                assert (found == features_of(name, view.copy())).all()
                met |= found > 0
    unmet = [b.name for b in game(name).features.FEATURES if not met[b.part].any()]
    assert len(unmet) <= RARE, unmet


@every_game
def test_every_field_of_a_view_is_told(name: str) -> None:
    """Change one field to what it is in another state: the features change with it."""
    told = set(game(name).rules.View.dtype.names) - UNTOLD[name] - SHAPE
    if name == "skipbo":
        told -= SKIP_BO_OPTIONS
    met = set()
    for table in telling(name):
        kept = played(table).kept
        some = kept[:: max(1, len(kept) // MIXED)]
        for state, other in itertools.pairwise(some):
            seat = int(state.turn)
            view, second = view_of(name, state, seat), view_of(name, other, seat)
            before = features_of(name, view)
            for field in told:
                if view[field].tobytes() != second[field].tobytes():
                    mixed = view.copy()
                    mixed[field] = second[field]
                    assert (features_of(name, mixed) != before).any(), (field, table)
                    met.add(field)
    assert len(met) >= 6


@every_game
def test_the_options_of_a_table_are_told(name: str) -> None:
    deals = [played(table).kept[0] for table in telling(name)]
    options = {option.name for option in game(name).options.OPTIONS}
    met = set()
    for state, other in itertools.combinations(deals, 2):
        view, second = view_of(name, state, 0), view_of(name, other, 0)
        for field in (options & set(view.dtype.names)) - UNTOLD[name] - SHAPE:
            if view[field].tobytes() != second[field].tobytes():
                mixed = view.copy()
                mixed[field] = second[field]
                assert (features_of(name, mixed) != features_of(name, view)).any(), field
                met.add(field)
    assert met


@every_game
def test_the_viewer_comes_first(name: str) -> None:
    at = {block.name: block.part for block in game(name).features.FEATURES}
    state = played(telling(name)[0]).kept[0]
    for seat in watchers(state):
        found = features_of(name, view_of(name, state, seat))
        assert found[at["me"]].sum() == (seat != NOBODY)
        if seat != NOBODY:
            assert found[at["me"]][seat] == 1
            assert found[at["turn"]][(int(state.turn) - seat) % int(state.seats)] == 1


@pytest.mark.parametrize("name", ["skipbo", "skippity"])
def test_places_on_the_page_are_places_in_the_vector(name: str) -> None:
    """By hand: what lies on the table is where the layout says."""
    state = played(telling(name)[0]).kept[0]
    view = view_of(name, state, int(state.turn))
    found = features_of(name, view)
    at = {block.name: block.part for block in game(name).features.FEATURES}
    if name == "skipbo":
        hand = [int(face) for face in view.hand if face >= 0]
        assert found[at["hand"]].tolist() == [hand.count(face) for face in range(13)]
        assert found[at["stock_top"]].reshape(6, 13)[0].argmax() == view.stock_top[view.turn]
    else:
        size = int(view["size"])
        board = found[at["board"]][: 5 * size * size].reshape(size, size, 5)
        cells = [[int(view.cells[r]) >> 3 * c & 7 for c in range(size)] for r in range(size)]
        assert (board.any(axis=2) * (board.argmax(axis=2) + 1)).tolist() == cells


def test_the_page_is_the_layout() -> None:
    said = "docs/observations.md is out of date: python -m skipyard.lab.observations writes it"
    assert (DOCS / "observations.md").read_text("utf-8") == page() + "\n", said
