"""Bots see a view, choose a legal move, and the greedy one plays sensibly."""

import numpy as np
import pytest

from skipyard.bots import NAMES, seat_bot
from skipyard.games import GAMES, cases, game
from skipyard.options import Refused


def choice(name: str, text: str, bot: str = "greedy") -> str:
    """A bot's move in a position, or after the deal, in words."""
    g = game(name)
    fresh = {"seats": g.options.FEWEST_SEATS}
    state = g.position.read(text) if text else cases.deal(g, fresh)
    view = g.rules.View()
    g.rules.observe(state, state.turn, view)
    out = np.zeros(len(g.rules.ACTIONS), np.int16)
    legal = out[: g.rules.moves(state, out)]
    action = seat_bot(name, bot, 1).choose(view, legal)
    assert action in legal
    return str(g.words.describe(action))


STARTS = {"skippity": "options: size=6\nrow 1: R O . Y . .\nrow 3: B B . G . ."}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", NAMES)
def test_a_bot_chooses_a_legal_move(name: str, bot: str) -> None:
    assert choice(name, "", bot)


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


def test_a_coin_in_reach_is_skipped_and_one_in_danger_moved() -> None:
    text = "board: c3 L1.Sword, c4 D1.Scroll, h6 D2.Scroll, g1 L2.Stone"
    assert choice("flip_and_skip", text) == "skip c3 over c4 to c5"
    text = "board: c3 L1.Sword, c4 D1.Stone, h6 D2.Scroll, h1 L2.Stone"
    assert choice("flip_and_skip", text).startswith("move c3 to")


def test_a_complete_type_is_spoilt() -> None:
    text = (
        "board: c3 L1.Sword, h6 D2.Scroll\nhand 1: D1.Sword=MONSTER\nphase: act\nflipped: D1\n"
        "pile 2: L2.Stone L3.Stone L4.Stone L5.Stone L6.Scroll"
    )
    assert choice("flip_and_skip", text) == "pick coin L6"


def test_an_unknown_bot_is_refused_in_a_sentence() -> None:
    with pytest.raises(Refused, match="There is no bot “hal”"):
        seat_bot("skipbo", "hal", 1)


# Skippity -----------------------------------------------------------------------------------------
def board(*rows: str, **lines: str) -> str:
    """A small board with the rows from the top, and other lines."""
    told = ["options: size=6", *(f"row {n}: {row}" for n, row in enumerate(rows, 1))]
    return "\n".join([*told, *(f"{name.replace('_', ' ')}: {v}" for name, v in lines.items())])


def test_a_skippity_bot_completes_a_set() -> None:
    text = board("R O . . . .", ". . . . . .", "R B . . . .", captured_1="R3 O3 Y3 G3 B2")
    assert choice("skippity", text) == "jump a3 to c3"


def test_a_skippity_bot_takes_the_longer_chain() -> None:
    text = board("R O . Y . G", ". . . . . .", ". . . . . .", "R B . . . .")
    assert choice("skippity", text) == "jump a1 to c1"
    text = board(". . R Y . G", ". . . . . .", captured_1="O1", jumper="c1 after 1")
    assert choice("skippity", text) == "jump c1 to e1"


def test_a_skippity_bot_does_not_open_a_chain_for_the_next_player() -> None:
    """Blue is worth more than another green, unless taking it lets f1 jump twice."""
    rest = (". . . B . .", *3 * (". . . . . .",), "R G . . . .")
    alone = board(". . . R . .", *rest, captured_1="G1")
    assert choice("skippity", alone) == "jump d1 to d3"
    guarding = board(". . G R Y Y", *rest, captured_1="G1")
    assert choice("skippity", guarding) == "jump a6 to c6"


def test_a_skippity_bot_leaves_its_view_as_it_was() -> None:
    g = game("skippity")
    state, view = g.position.read(STARTS["skippity"]), g.rules.View()
    g.rules.observe(state, 0, view)
    before = view.tobytes()
    out = np.zeros(len(g.rules.ACTIONS), np.int16)
    seat_bot("skippity", "greedy", 1).choose(view, out[: g.rules.moves(state, out)])
    assert view.tobytes() == before
