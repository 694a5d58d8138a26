"""A position written as text can be read back."""

from __future__ import annotations

import pytest

from skipyard.games import cases, game
from skipyard.options import Refused
from skipyard.testing.worlds import every_game

NO_POSITIONS = ("nonsense", "colour: red", "seats: 99", "seats: many", "turn: 99", "turn: x")


@every_game
def test_every_position_of_a_case_is_read_as_it_is_written(name: str) -> None:
    position = game(name).position
    texts = [case.position for case in cases.load(game(name)) if case.position]
    assert texts
    for text in texts:
        written = position.write(position.read(text))
        assert position.write(position.read(written)) == written


@every_game
@pytest.mark.parametrize("text", NO_POSITIONS)
def test_what_is_no_position_is_refused_in_a_sentence(name: str, text: str) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        game(name).position.read(text)
