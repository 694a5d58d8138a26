"""Figures that tell a finished game: found in recorded games, with words in both languages."""

from __future__ import annotations

import pathlib

import pytest

from skipyard.catalogue import LANGUAGES
from skipyard.games import GAMES, figures, game
from skipyard.games.figures import Figure, Step
from skipyard.table.figures import of_table
from skipyard.table.files import verify
from skipyard.table.host import Host

RECORDS = pathlib.Path(__file__).parents[1] / "records"


def host_of(name: str) -> Host:
    record = verify.read((RECORDS / f"{name}.json").read_bytes())
    return Host(record.header(), record.rows())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("skipbo", [("longest", 1, 7), ("stock", 1, 2)]),
        ("skippity-undo", [("chain", 1, 3), ("taken", 1, 13)]),
        ("skip_or_trip-left-and-back", [("trip", 2, 14), ("way", 0, 25), ("trips", 0, 3)]),
        ("flip_and_skip", [("chain", 0, 2), ("skips", 0, 9), ("flips", 0, 11)]),
    ],
)
def test_a_recorded_game_is_told_by_its_figures(
    name: str, told: list[tuple[str, int, int]]
) -> None:
    host = host_of(name)
    assert host.table is not None
    found = of_table(host.table)
    assert found == [Figure(*one) for one in told]
    for language in LANGUAGES:
        assert all(figures.label(host.game, one, language) for one in found)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_ours_has_words_for_its_figures(name: str) -> None:
    assert game(name).has("figures")
    assert not figures.sentences(game(name).figures.FOLDER).missing()


def test_a_turn_is_what_one_seat_does_in_a_row() -> None:
    steps = [Step(seat, 0, None, None) for seat in (0, 0, 1, 0, 1, 1, 1)]
    assert figures.most_in_a_turn("x", steps, lambda step: 1) == Figure("x", 1, 3)
    assert figures.most_in_all("x", steps, lambda step: 1) == Figure("x", 1, 4)
    assert figures.most_in_a_turn("x", steps, lambda step: 1, least=4) is None
    assert figures.figures(steps) == [Figure("longest", 1, 3), Figure("moves", 1, 4)]
