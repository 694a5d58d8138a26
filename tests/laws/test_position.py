"""The laws of positions for our games, and sentences about what cannot be read."""

import pytest

from skipyard.games import cases, game
from skipyard.options import Refused
from skipyard.testing.laws.position import *  # noqa: F403
from skipyard.testing.worlds import every_game


@every_game
def test_our_cases_have_many_positions(name: str) -> None:
    assert len([case for case in cases.load(game(name)) if case.position]) > 50


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


WRONG = {
    "skip_or_trip": [
        *("hand 1: 3-X", "hand 1: 3-D 3-D", "tokens: 5 | 5", "tokens: 5", "deck: 200", "turn: 3"),
        *("seats: 9", "what is this", "deck: 3, top 3-D\nhand 1: 3-D", "trip: 3a", "colour: red"),
    ],
    "flip_and_skip": [
        "board: a1 L.Stone, a1 D.Sword",
        "board: z9 L.Stone",
        "board: a1 X.Stone",
        "board: a1 L.Stone?1",
        "board: a1 L1.Stone, b1 L1.Sword",
        "board: a1 L.Stone=AXES, b1 L.Stone=AXES",
        "board: a1 L.Stone, b1 L.Stone, c1 L.Stone, d1 L.Stone, e1 L.Stone",
        "row 2: a1 L.Stone",
        "turn: 3",
        "phase: sleep",
        "idle: many",
        "no such line: 1",
        "nonsense",
        "seats: 3",
        "options: move_any=perhaps",
    ],
    "skippity": [
        "nonsense",
        "turn: 3",
        "colour: red",
        "seats: 5",
        "options: size=7",
        "row 11: ..........",
        "row 1: RRR",
        "row 1: X.........",
        "captured 1: R1 X2",
        "captured 1: R81",
        "captured 1: R",
        "captured 1: .3",
        "jumper: e5",
        "jumper: z99 after 2",
        "row 1: RR........\njumper: b1 after 1",
        "row 1: R.........\ncaptured 1: R1\njumper: a1 after 1",
        "passes: 1",
        "options: allow_pass=true\npasses: 3",
    ],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name in WRONG for text in WRONG[name]])
def test_a_wrong_position_is_refused_in_a_sentence(name: str, text: str) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        game(name).position.read(text)
