"""Positions as text: what is written can be read back, and what cannot be read is said."""

import pytest

from skipyard.games import GAMES, cases, game
from skipyard.options import Refused


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_case_is_read_as_it_is_written(name: str) -> None:
    position = game(name).position
    texts = [case.position for case in cases.load(game(name)) if case.position]
    assert len(texts) > 50
    for text in texts:
        written = position.write(position.read(text))
        assert position.write(position.read(written)) == written


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("piles 4", "written in lines NAME: VALUE"),
        ("weather: fine", "no line “weather”"),
        ("hand 3: 5", "no line “hand 3”"),
        ("seats: many", "line “seats”"),
        ("seats: 9", "SB-02"),
        ("turn: 3", "line “turn”"),
        ("piles: 4 | 0 | 0", "line “piles”"),
        ("piles: 12 | 0 | 0 | 0", "line “piles”"),
        ("piles: 4 X2 | 0 | 0 | 0", "line “piles”"),
        ("piles: 4 W7 | 0 | 0 | 0", "line “piles”"),
        ("hand 1: 5 5 5 5 5 5", "line “hand 1”"),
        ("hand 1: 13", "line “hand 1”"),
        ("hand 1: x", "line “hand 1”"),
        ("stock 1: 5", "line “stock 1”"),
        ("stock 1: 5 of 0", "line “stock 1”"),
        ("stock 1: 5 of 200", "line “stock”"),
        ("discards 1: 1 | 2 | 3 | 4 | 5", "line “discards 1”"),
        ("spent: " + 13 * "7 ", "more cards of 7"),
        ("draw: 1\nunseen: 2", "line “unseen”"),
        ("options: weather=fine", "no option “weather”"),
        ("top: 20", "line “top”"),
        ("under 1: 4 4 4 4 4", "line “under 1”"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        game("skipbo").position.read(text)
    assert sentence in str(refusal.value)
