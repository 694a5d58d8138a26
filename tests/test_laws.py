"""The laws of DESIGN.md, held along whole random games of every game at every size.

Each law runs twice: on a few tables for `make check`, on many for `make test`. Where a law would
be empty if something rare never happened, the run counts it and asks for it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from worlds import (
    GAMES,
    Table,
    Walk,
    acts,
    check_cards,
    for_all,
    imagined,
    kinds,
    legal,
    played,
    redealt,
    rows,
    table,
    telling,
    view_of,
    watchers,
)

from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY, NONE, key_from
from skipyard.games import game
from skipyard.games.skipbo.actions import Kind, No
from skipyard.games.skipbo.cards import PILES, Ended
from skipyard.games.skipbo.match import TARGET, Match, next_dealer

QUICK, MANY = 8, 60
SIZES = [QUICK, pytest.param(MANY, marks=pytest.mark.slow)]
every_game = pytest.mark.parametrize("name", GAMES)
every_size = pytest.mark.parametrize("examples", SIZES)

# What random play must have met for the laws to mean anything.
RARE = (
    "recycled",
    "series done",
    "nothing to draw",
    "card under a stock",
    "card from under a stock",
    "sunk while fresh",
    "stock reopened",
    "penalty paid",
    "partner's card",
    "pass",
    "block 0",
    "block 1",
    "block 2",
    "block 2, play goes on",
    "block 3",
    "block 3, play goes on",
    "won",
    "won by a team",
    "drawn",
    *(f"kind {kind.name}" for kind in Kind if kind != Kind.OPPONENT_DRAWS),
)
RARE_IN = {
    "skipbo": ("block with cards to draw",),  # SB-A50  not met in MOD by these tables
    "skipbo_mod": ("stand-in", "die discard", "kind OPPONENT_DRAWS"),
}
DIE_REASONS = {no for no in No if no >= No.DIE_USED}


def assert_met(name: str, seen: Counter[str]) -> None:
    wanted = RARE + RARE_IN[name]
    assert [event for event in wanted if not seen[event]] == []


# Mask ---------------------------------------------------------------------------------------------
def verdicts(name: str, state: Any) -> list[int]:
    verdict = game(name).rules.verdict
    return [int(verdict(state, row)) for row in rows(name)]


@every_size
@every_game
def test_moves_are_what_verdict_allows(name: str, examples: int) -> None:
    reasons: set[int] = set()
    seen: Counter[str] = Counter()
    referee = set(acts(name))

    def law(drawn: Table) -> None:
        walk = Walk(drawn, seen)
        for state in walk.states(every=7):
            answers = verdicts(name, state)
            reasons.update(answers)
            actions = legal(name, state)
            assert len(actions) == len(set(actions)), "an action twice"
            allowed = {a for a, no in enumerate(answers) if no == No.OK and a not in referee}
            assert set(actions) == allowed
            assert bool(actions) == (not state.over)

    for_all(name, examples, law)
    assert_met(name, seen)
    expected = set(No) - (DIE_REASONS if name == "skipbo" else set())
    assert {No(no).name for no in reasons} == {no.name for no in expected}


@every_game
def test_moves_write_nothing_beyond_the_actions(name: str) -> None:
    """A buffer as long as ACTIONS is enough: what lies after it stays as it was."""
    length, guard = len(rows(name)), 99
    for told in telling(name):
        for state in Walk(told).states(every=5):
            out = np.full(length + 50, guard, np.int16)
            n = game(name).rules.moves(state, out[:length])
            assert (out[length:] == guard).all()
            assert (out[:n] < length).all()
            assert (out[:n] >= 0).all()


@every_game
def test_a_verdict_changes_nothing(name: str) -> None:
    for told in telling(name):
        for state in Walk(told).states(every=31):
            before = state.tobytes()
            verdicts(name, state)
            legal(name, state)
            view_of(name, state, 0)
            assert state.tobytes() == before


# Conservation -------------------------------------------------------------------------------------
@every_size
@every_game
def test_no_card_is_lost_or_made(name: str, examples: int) -> None:
    seen: Counter[str] = Counter()

    def law(drawn: Table) -> None:
        for state in Walk(drawn, seen).states(every=3):
            check_cards(state)
            assert game(name).rules.sound(state)

    for_all(name, examples, law)
    assert_met(name, seen)


def unsound(state: Any) -> Iterator[tuple[str, Any]]:
    """The table with one thing wrong at a time."""
    for field in ("hand_left", "stock_left", "spent", "unseen", "deck", "draw"):
        wrong = state.copy()
        wrong[field][0] += 1
        yield field, wrong
    for field in ("unseen_left", "draw_left", "spent_left"):
        wrong = state.copy()
        wrong[field] += 1
        yield field, wrong
    wrong = state.copy()
    wrong.stock_top[0] = (wrong.stock_top[0] + 1) % 13
    yield "stock_top", wrong
    wrong = state.copy()
    wrong.hand[wrong.turn, 0] = 12 if wrong.hand[wrong.turn, 0] != 12 else 0
    yield "hand", wrong
    for pile in range(PILES):
        if state.height[pile]:
            wrong = state.copy()
            wrong.height[pile] -= 1
            yield "height", wrong
            wrong = state.copy()
            wrong.wilds[pile] ^= 1
            yield "wilds", wrong


@every_game
def test_a_table_with_a_wrong_card_is_not_sound(name: str) -> None:
    """Neither the law above nor the rules' own `sound` lets a lost or doubled card pass."""
    met = Counter[str]()
    for state in Walk(table(name, 3, 4)).states(every=11):
        if state.over or not state.hand_left[state.turn]:
            continue
        for what, wrong in unsound(state):
            met[what] += 1
            assert not game(name).rules.sound(wrong), what
            with pytest.raises(AssertionError):
                check_cards(wrong)
    assert len(met) == 13


# Secrecy ------------------------------------------------------------------------------------------
def check_same_to(name: str, seat: int, real: Any, other: Any) -> None:
    """Two tables that `seat` must not tell apart: not one byte differs."""
    view, twin = view_of(name, real, seat), view_of(name, other, seat)
    assert twin.tobytes() == view.tobytes()


def check_same_answers(name: str, real: Any, other: Any) -> None:
    """What the player on turn may do, and why not the rest, is the same on both tables."""
    assert legal(name, other) == legal(name, real)
    answers = verdicts(name, real)
    assert verdicts(name, other) == answers
    view, twin = (view_of(name, state, int(real.turn)) for state in (real, other))
    write_view = game(name).position.write_view
    assert write_view(twin) == write_view(view)
    refuse = game(name).words.refuse
    refused = [action for action, no in enumerate(answers) if no != No.OK]
    for action in refused[int(real.reveals) % 7 :: 7]:
        for language in LANGUAGES:
            said = refuse(view, action, answers[action], language)
            assert refuse(twin, action, answers[action], language) == said


@every_size
@every_game
def test_a_seat_is_told_nothing_it_cannot_see(name: str, examples: int) -> None:
    seen: Counter[str] = Counter()
    hidden = Counter[str]()

    def law(drawn: Table) -> None:
        chance = random.Random(drawn.key)
        for state in Walk(drawn, seen).states(every=61):
            for seat in watchers(state):
                other = redealt(state, seat, chance)
                view = view_of(name, state, seat)
                worlds = [other, *(imagined(name, view, seed) for seed in (1, 2**62 + drawn.key))]
                for world in worlds:
                    check_same_to(name, seat, state, world)
                if seat == state.turn:
                    check_cards(other)
                    check_same_answers(name, state, chance.choice(worlds))
                hidden["hands"] += other.hand.tobytes() != state.hand.tobytes()
                hidden["bags"] += other.unseen.tobytes() != state.unseen.tobytes()
                hidden["draw piles"] += other.draw.tobytes() != state.draw.tobytes()
                hidden["links"] += other.below.tobytes() != state.below.tobytes()

    for_all(name, examples, law)
    assert_met(name, seen)
    assert min(hidden.values()) > 20  # the re-dealing was a real one


@every_game
def test_the_dice_are_in_no_view(name: str) -> None:
    rules = game(name).rules
    fields = set(rules.View.dtype.names)
    assert fields.isdisjoint({"key", "stream", "block", "ready", "ready_left", "unseen", "draw"})
    assert fields.isdisjoint({"under", "under_left", "below", "reveals"})
    other_key = table(name, 3, 5).deal()
    for seat in watchers(other_key):
        before = view_of(name, other_key, seat).tobytes()
        changed = other_key.copy()
        changed.key, changed.stream, changed.ready = 7, 9, 11
        assert view_of(name, changed, seat).tobytes() == before


# Imagination --------------------------------------------------------------------------------------
@every_size
@every_game
def test_an_imagined_world_looks_the_same_and_can_be_played(name: str, examples: int) -> None:
    seen: Counter[str] = Counter()
    finished = Counter[bool]()

    def law(drawn: Table) -> None:
        for number, state in enumerate(Walk(drawn, seen).states(every=23)):
            for seat in watchers(state):
                view = view_of(name, state, seat)
                world = imagined(name, view, 1000 * number + seat + 1)
                assert view_of(name, world, seat).tobytes() == view.tobytes()
                check_cards(world)
            if number % 4 == 0:
                play_out(drawn, world)
                check_cards(world)
                finished[bool(world.over)] += 1

    for_all(name, examples, law)
    assert_met(name, seen)
    assert finished[True] > 20
    assert not finished[False]


def play_out(drawn: Table, state: Any) -> None:
    chance = random.Random(drawn.key)
    rules = drawn.game.rules
    for _ in range(rules.LONGEST):
        if state.over:
            return
        rules.play(state, chance.choice(legal(drawn.name, state)))


@every_game
def test_imagined_worlds_differ_by_their_seed(name: str) -> None:
    state = table(name, 4, 3).deal()
    view = view_of(name, state, 0)
    worlds = {imagined(name, view, seed).hand.tobytes() for seed in range(20)}
    assert len(worlds) > 10
    assert imagined(name, view, 4).tobytes() == imagined(name, view, 4).tobytes()


# Replay -------------------------------------------------------------------------------------------
@every_size
@every_game
def test_the_same_actions_give_the_same_bytes(name: str, examples: int) -> None:
    def law(drawn: Table) -> None:
        walk = Walk(drawn)
        marks = [state.tobytes() for state in walk.states(every=1)]
        for _ in range(2):
            state = drawn.deal()
            assert state.tobytes() == marks[0]
            for action, mark in zip(walk.actions, marks[1:], strict=True):
                game(name).rules.play(state, action)
                assert state.tobytes() == mark

    for_all(name, examples // 2, law)


# End and scores -----------------------------------------------------------------------------------
@every_size
@every_game
def test_play_ends_and_is_scored(name: str, examples: int) -> None:
    seen: Counter[str] = Counter()
    longest = 0

    def law(drawn: Table) -> None:
        nonlocal longest
        state, walk = played(drawn)
        seen.update(walk.seen)
        longest = max(longest, len(walk.actions))
        assert state.over == (Ended.BLOCKED if walk.blocked else Ended.STOCK_GONE)
        assert legal(name, state) == []
        assert set(verdicts(name, state)) == {No.OVER}
        check_score(name, state)

    for_all(name, 2 * examples, law)
    assert_met(name, seen)
    assert 100 < longest < game(name).rules.LONGEST


def sides_of(state: Any) -> dict[int, set[int]]:
    """The seats of each side: partners sit opposite."""
    half = int(state.seats) // 2
    if not state.teams:
        return {seat: {seat} for seat in range(int(state.seats))}
    return {side: {side, side + half} for side in range(half)}


def check_score(name: str, state: Any) -> None:
    points = np.full(int(state.seats), -1, np.int64)
    game(name).rules.score(state, points)
    sides = sides_of(state)
    assert state.winner == NOBODY or int(state.winner) in sides
    winners = sides.get(int(state.winner), set())
    left = sum(int(state.stock_left[n]) for n in range(int(state.seats)) if n not in winners)
    assert points.tolist() == [
        25 + 5 * left if seat in winners else 0 for seat in range(int(state.seats))
    ]


@every_game
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


# Positions as text --------------------------------------------------------------------------------
@every_size
@every_game
def test_a_position_survives_writing_and_reading(name: str, examples: int) -> None:
    seen: Counter[str] = Counter()
    position = game(name).position

    def law(drawn: Table) -> None:
        for state in Walk(drawn, seen).states(every=17):
            text = position.write(state)
            again = position.read(text)
            assert position.write(again) == text
            check_cards(again)
            for seat in watchers(state):
                assert (
                    view_of(name, again, seat).tobytes() == view_of(name, state, seat).tobytes()
                ), text
            if not state.over:
                assert legal(name, again) == legal(name, state)

    for_all(name, examples, law)
    assert_met(name, seen)


# Option sets --------------------------------------------------------------------------------------
@every_game
def test_the_random_tables_are_of_every_kind(name: str) -> None:
    """The strategy draws every seat count and every value of every switch and choice."""
    drawn: list[Table] = []
    for_all(name, 200, drawn.append)
    options = game(name).options
    assert {t.seats for t in drawn} == set(range(options.FEWEST_SEATS, options.MOST_SEATS + 1))
    for option in options.OPTIONS:
        values = {t.chosen[option.name] for t in drawn}
        if option.kind == "switch":
            assert values == {True, False}
        elif option.kind == "choice":
            assert values == set(option.names)
        else:
            assert len(values) > 5


@every_game
def test_before_the_deal_there_is_nothing_but_options(name: str) -> None:
    state = game(name).set_up(2, table(name, 2, 1).chosen)
    assert state.dealt_by == NONE
    fields = set(state.dtype.names) - set(game(name).options.FIXED) - {"seats", "deck"}
    chosen = {option.name for option in game(name).options.OPTIONS}
    assert all(not np.any(state[field]) for field in fields - chosen)
