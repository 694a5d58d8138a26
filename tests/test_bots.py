"""Bots: they see a view, choose a legal move, and the greedy one plays sensibly."""

import numpy as np
import pytest

from skipyard.bots import NAMES, seat_bot
from skipyard.games import game, rulebook
from skipyard.options import Refused


def choice(name: str, text: str, bot: str = "greedy") -> str:
    """What a bot does in a position, in words."""
    g = game(name)
    state, view = g.position.read(text), g.rules.View()
    g.rules.observe(state, state.turn, view)
    out = np.zeros(len(g.rules.ACTIONS), np.int16)
    legal = out[: g.rules.moves(state, out)]
    action = seat_bot(name, bot, 1).choose(view, legal)
    assert action in legal
    return str(g.words.describe(action))


@pytest.mark.parametrize("name", rulebook.FAMILIES[0])
@pytest.mark.parametrize("bot", NAMES)
def test_a_bot_chooses_a_legal_move(name: str, bot: str) -> None:
    assert choice(name, "hand 1: W 1 5 7 12", bot)


def test_the_stock_comes_first() -> None:
    text = "piles: 4 | 0 | 0 | 0\nhand 1: 1 5 7\nstock 1: 5 of 9"
    assert choice("skipbo", text) == "play the stock card on pile 1"


def test_the_way_to_the_stock_card_is_built() -> None:
    text = "piles: 4 | 6 | 0 | 0\nhand 1: 5 7 9\nstock 1: 6 of 9"
    assert choice("skipbo", text) == "play 5 from hand on pile 1"


def test_a_wild_bridges_a_gap_to_the_stock_card_and_nothing_else() -> None:
    text = "piles: 4 | 0 | 0 | 0\nhand 1: W 7 9\nstock 1: {} of 9"
    assert choice("skipbo", text.format(6)) == "play Skip-Bo from hand on pile 1"
    assert choice("skipbo", text.format(12)).startswith("discard")


def test_discards_are_kept_in_order() -> None:
    text = "hand 1: 5 11\nstock 1: 12 of 9\ndiscards 1: 9 | 6 | 2 | 8"
    assert choice("skipbo", text) == "discard 5 on discard 2"


def test_the_die_sends_a_card_to_the_smallest_stock() -> None:
    text = (
        "seats: 3\nhand 1: 8 9\nstock 1: 12 of 5\nstock 2: 12 of 4\nstock 3: 11 of 2\n"
        "die: Opponent draws 1"
    )
    assert choice("skipbo_mod", text) == "use the die: player 3 draws 1"


def test_an_unknown_bot_is_refused_in_a_sentence() -> None:
    with pytest.raises(Refused, match="There is no bot “hal”"):
        seat_bot("skipbo", "hal", 1)
