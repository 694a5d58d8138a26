"""The laws of rules: legal moves, conservation, secrecy, imagination, replay, the end.

They are checked over whole random games, at a few tables for daily work or at many. Where a law
would mean nothing if something rare never happened, the run counts it and requires it.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np

from skipyard.catalogue import LANGUAGES
from skipyard.games import cases, game
from skipyard.games.law_data import law_data
from skipyard.games.move_words import speaker
from skipyard.games.random_play import (
    DICE,
    Played,
    Table,
    differing,
    imagined,
    legal,
    play_out,
    referee_actions,
    rows,
    view_of,
)
from skipyard.testing.worlds import (
    assert_met,
    every_game,
    every_size,
    for_all,
    hold,
    played,
    rare_event_tables,
    redealt,
    verdicts,
    watchers,
)


# Mask ---------------------------------------------------------------------------------------------
def check_mask(name: str, state: Any) -> list[int]:
    """Check that the moves are those that the verdict allows; the verdicts."""
    before = state.tobytes()
    answers, actions = verdicts(name, state), legal(name, state)
    assert state.tobytes() == before
    assert len(actions) == len(set(actions)), "an action twice"
    assert set(actions) == {a for a, no in enumerate(answers) if no == 0} - referee_actions(name)
    assert bool(actions) == (not state.over)
    return answers


@every_size
@every_game
def test_moves_are_what_verdict_allows(name: str, size: int) -> None:
    reasons: set[int] = set()

    def law(g: Played) -> None:
        for state in g.states(law_data(name).EVERY["mask"]):
            reasons.update(check_mask(name, state))

    assert_met(name, hold(name, size, law))
    for case in cases.load(game(name)):  # the rarest reasons
        if case.position:
            reasons.update(check_mask(name, game(name).position.read(case.position)))
    met = {game(name).rules.No(no) for no in reasons} | {*law_data(name).RARE_REASONS}
    assert met == {*game(name).rules.No} - {*law_data(name).unmet(name)}


@every_game
def test_moves_write_nothing_beyond_the_actions(name: str) -> None:
    """A buffer as long as ACTIONS is enough: nothing is written after it."""
    length, guard = len(rows(name)), 99
    for table in rare_event_tables(name):
        for state in played(table).states(5):
            out = np.full(length + 50, guard, np.int16)
            n = game(name).rules.moves(state, out[:length])
            assert (out[length:] == guard).all()
            assert (out[:n] < length).all()
            assert (out[:n] >= 0).all()


@every_game
def test_asking_changes_nothing(name: str) -> None:
    for table in rare_event_tables(name):
        for state in played(table).states(31):
            before = state.tobytes()
            for row in rows(name)[::5]:
                game(name).rules.verdict(state, row)
            view_of(name, state, 1)
            game(name).rules.sound(state)
            assert state.tobytes() == before


# Conservation -------------------------------------------------------------------------------------
@every_size
@every_game
def test_nothing_is_lost_or_made(name: str, size: int) -> None:
    def law(g: Played) -> None:
        for state in g.states(law_data(name).EVERY["sound"]):
            law_data(name).check(state)
            assert game(name).rules.sound(state)

    assert_met(name, hold(name, size, law))


@every_game
def test_a_table_with_one_thing_wrong_is_not_sound(name: str) -> None:
    """The rules' own `sound` notices a lost or doubled item."""
    met = Counter[str]()
    for table in rare_event_tables(name)[::4]:
        for state in played(table).states(31):
            for what, wrong in law_data(name).unsound(state):
                met[what] += 1
                assert not game(name).rules.sound(wrong), what
    assert len(met) == law_data(name).WRONG_THINGS


# Secrecy ------------------------------------------------------------------------------------------
def check_same_answers(name: str, real: Any, other: Any) -> None:
    """Check that legal moves and refusals of the player on turn are the same in both states."""
    assert legal(name, other) == legal(name, real)
    answers = verdicts(name, real)
    assert verdicts(name, other) == answers
    view, twin = (view_of(name, state, int(real.turn)) for state in (real, other))
    write_view = game(name).position.write_view
    assert write_view(twin) == write_view(view)
    words = speaker(game(name), view)
    refused = [action for action, no in enumerate(answers) if no]
    step = max(7, len(refused) // 30)
    for action in refused[int(real.reveals) % step :: step]:
        for language in LANGUAGES:
            said = words.refuse(view, action, answers[action], language)
            assert words.refuse(twin, action, answers[action], language) == said


@every_size
@every_game
def test_a_seat_is_told_nothing_it_cannot_see(name: str, size: int) -> None:
    hidden = Counter[str]()

    def law(g: Played) -> None:
        chance = random.Random(g.table.key)
        for state in g.states(law_data(name).EVERY["secrecy"]):
            for seat in watchers(state):
                other, view = redealt(name, state, seat, chance), view_of(name, state, seat)
                imagined_worlds = [imagined(name, view, seed) for seed in (1, 2**62 + g.table.key)]
                for world in (other, *imagined_worlds):
                    assert view_of(name, world, seat).tobytes() == view.tobytes()
                law_data(name).check(other)
                if seat == state.turn:
                    check_same_answers(name, state, chance.choice([other, *imagined_worlds]))
                for field in law_data(name).HIDES:
                    hidden[field] += other[field].tobytes() != state[field].tobytes()

    assert_met(name, hold(name, size, law))
    for field in law_data(name).HIDES:
        assert hidden[field] > 20, "the re-dealing was not a real one"


@every_game
def test_the_dice_are_in_no_view(name: str) -> None:
    fields = set(game(name).rules.View.dtype.names)
    assert fields.isdisjoint(DICE | set(law_data(name).SECRET))
    for table in rare_event_tables(name):
        state = table.deal()
        changed = state.copy()
        changed.key, changed.stream, changed.ready = 7, 9, 11
        for seat in watchers(state):
            before = view_of(name, state, seat).tobytes()
            assert view_of(name, changed, seat).tobytes() == before


# Imagination --------------------------------------------------------------------------------------


@every_size
@every_game
def test_an_imagined_world_looks_the_same_and_can_be_played(name: str, size: int) -> None:
    finished = Counter[bool]()

    def law(g: Played) -> None:
        for number, state in enumerate(g.states(law_data(name).EVERY["imagine"])):
            for seat in watchers(state):
                view = view_of(name, state, seat)
                world = imagined(name, view, 1000 * number + seat + 1)
                assert view_of(name, world, seat).tobytes() == view.tobytes()
                law_data(name).check(world)
                assert game(name).rules.sound(world)
                if not law_data(name).HIDES:
                    assert differing(world, state) == set()
            if number % 4 == 0:
                play_out(name, world, g.table.key, game(name).rules.LONGEST)
                law_data(name).check(world)
                finished[bool(world.over)] += 1

    assert_met(name, hold(name, size, law))
    assert finished[True] > 20
    assert not finished[False]


@every_game
def test_imagined_worlds_differ_by_their_seed_where_something_is_hidden(name: str) -> None:
    state = rare_event_tables(name)[0].deal()
    if law_data(name).HIDES:
        states = (law_data(name).blind(name, number) for number in range(9))
        state = max(states, key=lambda s: law_data(name).unseen(s).total())
    view = view_of(name, state, law_data(name).BLIND_SEAT)
    worlds = [imagined(name, view, seed) for seed in range(20)]
    assert imagined(name, view, 4).tobytes() == worlds[4].tobytes()
    for field in law_data(name).HIDES[:1]:
        assert len({world[field].tobytes() for world in worlds}) > 3


# Replay -------------------------------------------------------------------------------------------
@every_size
@every_game
def test_the_same_actions_give_the_same_bytes(name: str, size: int) -> None:
    def law(g: Played) -> None:
        state = g.table.deal()
        assert state.tobytes() == g.kept[0].tobytes()
        for action, mark in zip(g.actions, g.kept[1:], strict=True):
            game(name).rules.play(state, action)
            assert state.tobytes() == mark.tobytes()

    hold(name, size, law)


# End and scores -----------------------------------------------------------------------------------
@every_size
@every_game
def test_play_ends_and_is_scored(name: str, size: int) -> None:
    lengths = [0]

    def law(g: Played) -> None:
        lengths.append(len(g.actions))
        assert g.last.over
        assert legal(name, g.last) == []
        assert set(verdicts(name, g.last)) == {game(name).rules.No.OVER}
        law_data(name).check_end(g)

    assert_met(name, hold(name, size, law, times=2))
    assert law_data(name).SHORTEST < max(lengths) < game(name).rules.LONGEST


# Positions as text --------------------------------------------------------------------------------
@every_size
@every_game
def test_a_position_survives_writing_and_reading(name: str, size: int) -> None:
    position = game(name).position

    def law(g: Played) -> None:
        for state in g.states(law_data(name).EVERY["position"]):
            text = position.write(state)
            again = position.read(text)
            assert position.write(again) == text
            law_data(name).check(again)
            for seat in watchers(state):
                view = view_of(name, state, seat)
                assert view_of(name, again, seat).tobytes() == view.tobytes(), text
            assert legal(name, again) == legal(name, state)
            if law_data(name).IN_FULL:
                assert differing(again, state) <= {"reveals"}, text

    assert_met(name, hold(name, size, law))


# Tables -------------------------------------------------------------------------------------------
@every_game
def test_the_random_tables_are_of_every_kind(name: str) -> None:
    """The strategy draws every number of seats and every value of every switch and choice."""
    drawn: list[Table] = []
    for_all(name, 200, drawn.append)
    options = game(name).options
    assert {t.seats for t in drawn} == set(range(options.FEWEST_SEATS, options.MOST_SEATS + 1))
    for option in options.OPTIONS:
        values = {t.chosen[option.name] for t in drawn}
        if option.kind == "switch":
            assert values == {True, False}
        elif option.kind == "choice":
            assert values == set(option.names) - {"file"}  # a file has a test of its own
        else:
            assert len(values) > 3


@every_game
def test_before_the_deal_there_is_nothing_but_options(name: str) -> None:
    table = rare_event_tables(name)[0]
    state = game(name).set_up(table.seats, table.chosen)
    options = game(name).options
    fixed: dict[str, int] = getattr(options, "FIXED", {})
    chosen = {option.name for option in options.OPTIONS} | {*fixed, "seats"}
    fields = set(state.dtype.names) - chosen - set(law_data(name).SET_UP)
    assert all(not np.any(state[field]) for field in fields)
    for field, number in fixed.items():
        assert state[field] == number
