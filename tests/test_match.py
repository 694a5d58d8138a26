"""Matches of the Skip-Bo family: rounds, dealers and totals."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from worlds import kinds, legal, table

from skipyard.core import NOBODY, key_from
from skipyard.games.skipbo.actions import Kind
from skipyard.games.skipbo.match import TARGET, Match, next_dealer


@pytest.mark.parametrize("name", ["skipbo", "skipbo_mod"])
def test_a_match_goes_to_500_or_to_its_last_round(name: str) -> None:
    ended = Counter[str]()
    for seats, max_rounds, teams in ((2, 0, False), (4, 3, True), (6, 0, True), (3, 2, False)):
        match, dealer, stream = Match(seats, max_rounds), NOBODY, 0
        while not match.over:
            told = table(name, seats, seats, stock_size=9, teams=teams, on_block="draw")
            state = told.game.set_up(seats, told.chosen)
            state.dealt_by = dealer
            told.game.rules.deal(state, key_from(seats), stream)
            if dealer != NOBODY:
                assert state.dealt_by == dealer
                assert state.turn == (dealer + 1) % seats
            stream, dealer = stream + 1, next_dealer(int(state.dealt_by), seats)
            chance = random.Random(stream)
            while not state.over:
                builds = [a for a in legal(name, state) if kinds(name)[a] <= Kind.PILE]
                told.game.rules.play(state, chance.choice(builds or legal(name, state)))
            points = np.zeros(seats, np.int64)
            told.game.rules.score(state, points)
            match.add(points.tolist())
            assert stream < 400
        assert match.totals == [sum(column) for column in zip(*match.rounds, strict=True)]
        best = max(match.totals)
        assert match.winners == [n for n in range(seats) if match.totals[n] == best]
        ended["500" if best >= TARGET else "rounds"] += 1
        assert best >= TARGET or len(match.rounds) == max_rounds
    assert ended["500"] >= 1
    assert ended["rounds"] >= 1
