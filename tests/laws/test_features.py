"""The laws of features for our games, and the page that lists them."""

from __future__ import annotations

import pathlib

import pytest

from skipyard.games import game
from skipyard.games.random_play import view_of
from skipyard.lab.observations import page
from skipyard.testing.laws.features import *  # noqa: F403
from skipyard.testing.worlds import features_of, played, rare_event_tables

DOCS = pathlib.Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["skipbo", "skippity"])
def test_places_on_the_page_are_places_in_the_vector(name: str) -> None:
    """Some values, checked by hand, are where the layout says."""
    state = played(rare_event_tables(name)[0]).kept[0]
    view = view_of(name, state, int(state.turn))
    values = features_of(name, view)
    at = {block.name: block.part for block in game(name).features.FEATURES}
    if name == "skipbo":
        hand = [int(face) for face in view.hand if face >= 0]
        assert values[at["hand"]].tolist() == [hand.count(face) for face in range(13)]
        assert values[at["stock_top"]].reshape(6, 13)[0].argmax() == view.stock_top[view.turn]
    else:
        size = int(view["size"])
        board = values[at["board"]][: 5 * size * size].reshape(size, size, 5)
        cells = [[int(view.cells[r]) >> 3 * c & 7 for c in range(size)] for r in range(size)]
        assert (board.any(axis=2) * (board.argmax(axis=2) + 1)).tolist() == cells


def test_the_page_is_the_layout() -> None:
    said = "docs/observations.md is out of date: python -m skipyard.lab.observations writes it"
    assert (DOCS / "observations.md").read_text("utf-8") == page() + "\n", said
