"""Features hold what a view holds, within the bounds of their layout."""

from __future__ import annotations

import itertools

import numpy as np

from skipyard.core import NOBODY
from skipyard.games import game
from skipyard.games.feature_layout import highs
from skipyard.games.law_data import law_data
from skipyard.games.random_play import view_of
from skipyard.testing.worlds import every_game, features_of, played, rare_event_tables, watchers

RARE = 6  # blocks that may stay empty in these few games
SHAPE = {"seats", "size", "me"}  # other fields depend on these, so they are not exchanged
WITH_THE_END = {"winner"}  # shown once the game is over
MIXED = 40  # states of a game, evenly spread


def untold(name: str) -> set[str]:
    """Fields of a view that change no feature alone, or must not be changed alone."""
    return {*law_data(name).UNTOLD.get(name, ())} | SHAPE | WITH_THE_END


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

    for table in rare_event_tables(name):
        for state in played(table).states(law_data(name).EVERY["imagine"]):
            for seat in watchers(state):
                view = view_of(name, state, seat)
                values = features_of(name, view)
                assert (values <= most).all(), (table, values > most)
                assert (values == features_of(name, view.copy())).all()
                met |= values > 0
    unmet = [b.name for b in game(name).features.FEATURES if not met[b.part].any()]
    assert len(unmet) <= RARE, unmet


@every_game
def test_every_field_of_a_view_is_told(name: str) -> None:
    """Replace one field by its value in another state: the features must change."""
    told = set(game(name).rules.View.dtype.names) - untold(name)
    met = set()
    for table in rare_event_tables(name):
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
    assert len(met) >= min(6, len(told) // 2)


@every_game
def test_the_options_of_a_table_are_told(name: str) -> None:
    deals = [played(table).kept[0] for table in rare_event_tables(name)]
    options = {option.name for option in game(name).options.OPTIONS}
    met = set()
    for state, other in itertools.combinations(deals, 2):
        view, second = view_of(name, state, 0), view_of(name, other, 0)
        for field in (options & set(view.dtype.names)) - untold(name):
            if view[field].tobytes() != second[field].tobytes():
                mixed = view.copy()
                mixed[field] = second[field]
                assert (features_of(name, mixed) != features_of(name, view)).any(), field
                met.add(field)
    assert met


@every_game
def test_the_viewer_comes_first(name: str) -> None:
    at = {block.name: block.part for block in game(name).features.FEATURES}
    state = played(rare_event_tables(name)[0]).kept[0]
    for seat in watchers(state):
        values = features_of(name, view_of(name, state, seat))
        assert values[at["me"]].sum() == (seat != NOBODY)
        if seat != NOBODY:
            assert values[at["me"]][seat] == 1
            assert values[at["turn"]][(int(state.turn) - seat) % int(state.seats)] == 1
