"""The `rules` bots of the board games: legal moves, no hidden information, sensible play."""

from typing import Any

import numpy as np
import pytest
from test_bots import choice

from skipyard.bots import seat_bot
from skipyard.core import key_from
from skipyard.games import game
from skipyard.loops import for_game

TABLES = [
    ("skippity", 2, {}),
    ("skippity", 3, {"allow_pass": True}),
    ("skippity", 4, {"undo": True, "size": 6}),
    ("flip_and_skip", 2, {}),
    ("flip_and_skip", 2, {"move_any": True, "capture_own": True, "flip_optional": True}),
    ("skip_or_trip", 2, {}),
    ("skip_or_trip", 3, {"variant": "advanced"}),
    ("skip_or_trip", 4, {"variant": "team"}),
    ("skip_or_trip", 6, {"mercy": "on"}),
]


@pytest.mark.parametrize(("name", "seats", "chosen"), TABLES)
def test_a_whole_game_by_rules(name: str, seats: int, chosen: dict[str, Any]) -> None:
    """Moves are legal and the same after a re-deal, views stay unchanged, estimates are chances."""
    g, bots = game(name), [seat_bot(name, "rules", seat) for seat in range(seats)]
    twins = [seat_bot(name, "rules", seat) for seat in range(seats)]
    state = g.set_up(seats, {option.name: option.default for option in g.options.OPTIONS} | chosen)
    g.rules.deal(state, key_from(3), 0)
    out, moves = np.zeros(len(g.rules.ACTIONS), np.int16), 0
    while not state.over and moves < g.rules.LONGEST:
        view, seat = g.rules.View(), int(state.turn)
        g.rules.observe(state, seat, view)
        legal, before = out[: g.rules.moves(state, out)].copy(), view.tobytes()
        action = bots[seat].choose(view, legal)
        assert view.tobytes() == before
        assert action in legal
        other = g.rules.State()
        g.rules.imagine(view, other, 9 + moves)
        seen = g.rules.View()
        g.rules.observe(other, seat, seen)
        assert twins[seat].choose(seen, legal) == action
        check_estimate(g, state)
        g.rules.play(state, action)
        moves += 1
    assert state.over


def check_estimate(g: Any, state: Any) -> None:
    sides = int(g.rules.sides(state))
    estimate = for_game("tree_search", g).win_estimate
    chances = [float(estimate(state, side)) for side in range(sides)]
    assert min(chances) >= 0.0
    assert sum(chances) == pytest.approx(1.0, abs=0.01)


def test_who_is_ahead_has_the_better_estimate() -> None:
    ahead = {
        "skippity": "options: size=6\nrow 1: R O . Y . .\ncaptured 1: R2 O2 Y2 G2 B2",
        "flip_and_skip": "board: c3 L1.Sword, c5 L3.Stone, h6 D2.Scroll\n"
        "pile 1: D3.Stone D4.Sword D5.Scroll",
        "skip_or_trip": "tokens: 90 | 10",
    }
    for name, text in ahead.items():
        estimate, state = (
            for_game("tree_search", game(name)).win_estimate,
            game(name).position.read(text),
        )
        assert estimate(state, 0) > 0.6 > 0.4 > estimate(state, 1)


def test_flip_and_skip_moves_before_it_skips() -> None:
    """The Sword on b2 cannot skip at once; after one move it can."""
    text = "board: b2 L1.Sword, c4 D1.Scroll, h8 D2.Scroll, h1 L2.Stone"
    assert choice("flip_and_skip", text, "rules") in ("move b2 to b3", "move b2 to c3")
