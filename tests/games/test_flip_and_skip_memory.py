"""Who knows which underside in Flip & Skip, derived independently from the moves."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from skipyard.core import NOBODY, NONE, key_from
from skipyard.games import game
from skipyard.games.flip_and_skip import rules
from skipyard.games.flip_and_skip.actions import Kind
from skipyard.games.flip_and_skip.coins import COINS, HANDS, SEEN_BY_ALL, SQUARES, AltAction
from skipyard.options import read_settings

G = game("flip_and_skip")
WATCHERS = (0, 1, NOBODY)
ACTIONS = len(rules.ACTIONS)
SHOWN_FOR = 2  # turns, with show_memory off: FS-A13


class Memory:
    """When each seat last saw each underside."""

    def __init__(self, state: Any) -> None:
        self.s, self.turns = state, 0
        self.seen: dict[int, dict[int, int]] = {seat: {} for seat in WATCHERS}

    def see(self, coin: int, *seats: int) -> None:
        for seat in seats:
            self.seen[seat][coin] = self.turns

    def before(self, action: int) -> None:
        """FS-A13 FS-A21 FS-A48  What a move lets people see."""
        move, me = rules.ACTIONS[action], int(self.s.turn)
        if move.kind in (Kind.FLIP, Kind.USE):
            self.see(int(move.coin), *WATCHERS)
        if move.kind == Kind.FLIP and self.s.alt_action == AltAction.ANY:
            for coin in range(COINS):
                if self.s.where[coin] == HANDS + me:
                    self.see(coin, me)
        if move.kind == Kind.LOOK:
            self.see(int(move.coin), me)

    def shows(self, seat: int, coin: int) -> bool:
        last = self.seen[seat].get(coin)
        if last is None or self.s.show_memory:
            return last is not None
        return self.turns - last < SHOWN_FOR


def view_of(state: Any, seat: int) -> Any:
    view = rules.View()
    rules.observe(state, seat, view)
    return view


def check(memory: Memory, seed: int, met: Counter[str]) -> None:
    """Check that a view has the true icons of what its seat remembers, and no others."""
    s = memory.s
    for seat in WATCHERS:
        view, world = view_of(s, seat), rules.State()
        rules.imagine(view, world, seed)
        shown = np.array([memory.shows(seat, coin) for coin in range(COINS)])
        ever = np.array([coin in memory.seen[seat] for coin in range(COINS)])
        assert (view.under == np.where(shown, s.under, NONE)).all()
        assert (world.under == s.under)[shown].all()
        if seat != NOBODY:  # FS-A50  what may be used hangs on what was ever seen
            assert (ever == (s.known >> seat & 1 != 0)).all()
        met["left to memory"] += bool((ever & ~shown).any())
        met["seen by one"] += bool((shown & (s.known < SEEN_BY_ALL)).any())
        met["back on the board"] += bool((shown & (s.where < SQUARES)).any())


@pytest.mark.parametrize("memory", ["true", "false"])
@pytest.mark.parametrize("other", ["revealed", "none", "any"])
def test_a_seat_is_shown_what_it_saw_and_only_that(memory: str, other: str) -> None:
    asked = [f"show_memory={memory}", f"alt_action={other}", "no_progress_limit=16"]
    chosen, met = read_settings(G.options.OPTIONS, asked, G.title), Counter[str]()
    for key in range(3):
        watch_a_game(chosen, key, met)
    assert met["seen by one"]
    assert met["back on the board"]
    assert bool(met["left to memory"]) == (memory == "false")


def watch_a_game(chosen: Any, key: int, met: Counter[str]) -> None:
    """Play at random with many skips and looks, as long as all turns are whole."""
    chance, state, out = random.Random(key), G.set_up(2, chosen), np.zeros(ACTIONS, np.int16)
    rules.deal(state, key_from(key), 0)
    memory = Memory(state)
    while not (state.over or state.flip_only):
        actions = [int(a) for a in out[: int(rules.moves(state, out))]]
        eager = [a for a in actions if rules.ACTIONS[a].kind in (Kind.SKIP, Kind.LOOK)]
        action, turn = chance.choice(eager or actions), int(state.turn)
        memory.before(action)
        rules.play(state, action)
        memory.turns += turn != state.turn
        check(memory, key, met)
