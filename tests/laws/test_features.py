"""The laws of features for our games, and the page that lists them."""

from __future__ import annotations

import pathlib

import pytest

import skipyard
from skipyard.games import game
from skipyard.games.feature_layout import observation_digest
from skipyard.games.random_play import view_of
from skipyard.lab.observations import page
from skipyard.options import Refused
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


def test_the_digest_changes_with_what_a_network_relies_on(monkeypatch: pytest.MonkeyPatch) -> None:
    g = game("skippity")
    before = observation_digest("skippity")
    assert before == observation_digest("Skippity") != observation_digest("skipbo")
    first, *rest = g.features.FEATURES
    reworded = (first._replace(meaning="in other words"), *rest)
    monkeypatch.setattr(g.features, "FEATURES", reworded)
    assert observation_digest("skippity") == before
    for owner, name, value in [
        (g.features, "FEATURES", (first._replace(high=first.high + 1), *rest)),
        (g.rules, "ACTIONS", g.rules.ACTIONS[::-1]),
        (g.rules, "VERSION", g.rules.VERSION + 1),
        (skipyard, "OBSERVATIONS", skipyard.OBSERVATIONS + 1),
    ]:
        with monkeypatch.context() as changed:
            changed.setattr(owner, name, value)
            assert observation_digest("skippity") != before, name


def test_the_digest_of_no_game_is_refused() -> None:
    with pytest.raises(Refused, match="game is a text"):
        observation_digest(7)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="ludo"):
        observation_digest("ludo")
