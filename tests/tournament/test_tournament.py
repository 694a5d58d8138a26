"""Tournaments without a server: pairings, standings, late joiners, leavers, replay of the log."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import combinations

import pytest
from helpers.tournaments import KEY, Played
from hypothesis import given, settings
from hypothesis import strategies as st

from skipyard.options import Refused
from skipyard.table import fair_dice
from skipyard.tournament import deals, pairing
from skipyard.tournament.agreement import FORMS
from skipyard.tournament.rounds import Meeting, Round, byes_of, times_at_seat, times_met
from skipyard.tournament.standings import standings
from skipyard.tournament.tournament import Tournament

SHORT = settings(max_examples=40, deadline=None)


def ranks(played: Played) -> list[tuple[int, int]]:
    return [(line.rank, line.player) for line in played.t.standings]


# Round robin --------------------------------------------------------------------------------------
@pytest.mark.parametrize("people", [3, 4, 7, 8, 32])
@pytest.mark.parametrize("legs", [1, 2])
def test_in_a_round_robin_each_two_meet_once_in_every_leg(people: int, legs: int) -> None:
    played = Played(people, form="round_robin", legs=legs, fill=False)
    played.begin()
    played.play_out()
    for a, b in combinations(range(people), 2):
        assert times_met(played.t.rounds, a, b) == legs
    assert {byes_of(played.t.rounds, n) for n in range(people)} == {legs * (people % 2)}
    if legs == 2 and people % 2 == 0:
        first = [times_at_seat(played.t.rounds, n) for n in range(people)]
        assert set(first) == {people - 1}, "in two legs everybody begins as often"
    assert ranks(played)[0] == (1, 0)


def test_a_round_robin_may_end_after_fewer_rounds() -> None:
    played = Played(4, form="round_robin", rounds=2)
    played.begin()
    played.play_out()
    assert len(played.t.rounds) == 2


def test_a_bot_fills_an_odd_number_up() -> None:
    played = Played(3, form="round_robin")
    played.begin()
    assert len(played.t.players) == 4
    assert played.t.players[3].kind == "bot:level3"
    assert played.t.players[3].name
    played.play_out()
    assert not any(one.byes for one in played.t.rounds)


def test_a_late_joiner_takes_a_free_place_of_the_schedule() -> None:
    played = Played(5, form="round_robin", fill=False)
    played.begin()
    late = played.join("Late")
    with pytest.raises(Refused, match="no free place"):
        played.join("Later")
    played.play_out()
    assert len(played.t.rounds) == 5
    assert sum(times_met(played.t.rounds, late, n) for n in range(5)) == 4
    assert all(times_met(played.t.rounds, late, n) <= 1 for n in range(5))


def test_who_leaves_is_a_bye_for_the_others_and_keeps_what_was_played() -> None:
    played = Played(4, form="round_robin", fill=False)
    played.begin()
    played.end_round()
    played.do("leave", 0)
    played.play_out()
    assert sum(times_met(played.t.rounds, 0, n) for n in range(1, 4)) == 1
    line = next(line for line in played.t.standings if line.player == 0)
    assert line.half_points == 2


# Knock-out ----------------------------------------------------------------------------------------
def test_a_bracket_keeps_the_best_seeds_apart() -> None:
    assert pairing.bracket(range(8)) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert pairing.bracket([10, 11, 12]) == [10, -1, 11, 12]


@pytest.mark.parametrize("people", [3, 5, 8, 13, 32])
def test_in_a_knockout_one_is_left_and_nobody_plays_on_after_a_defeat(people: int) -> None:
    played = Played(people, form="knockout", fill=False)
    played.begin()
    played.play_out()
    assert sum(len(one.meetings) for one in played.t.rounds) == people - 1
    assert ranks(played)[0] == (1, 0)
    assert [rank for rank, _ in ranks(played)].count(1) == 1
    assert all(not one.byes for one in played.t.rounds[1:]), "byes are for the first round"


def test_a_drawn_knockout_game_is_won_by_the_better_seed() -> None:
    played = Played(4, form="knockout")
    played.begin()
    better = [min(m.players, key=played.t.order.index) for m in played.t.rounds[0].meetings]
    played.end(0, 1, 1)
    played.end(1, 1, 1)
    played.pair()
    assert set(played.t.rounds[1].meetings[0].players) == set(better)


def test_who_leaves_a_knockout_gives_the_next_rival_a_bye() -> None:
    played = Played(4, form="knockout")
    played.begin()
    played.end_round()
    played.do("leave", 0)
    assert played.t.phase == "break", "somebody is still to be declared the winner"
    played.pair()
    assert played.t.phase == "over"
    assert ranks(played)[0][1] in played.t.rounds[1].byes


def test_nobody_joins_a_knockout_late() -> None:
    played = Played(4, form="knockout")
    played.begin()
    with pytest.raises(Refused, match="no more players"):
        played.join("Late")


# Swiss --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("people", "rounds"), [(4, 3), (9, 5), (16, 7), (32, 9)])
def test_in_a_swiss_nobody_meets_twice(people: int, rounds: int) -> None:
    played = Played(people, form="swiss", rounds=rounds, fill=False)
    played.begin()
    played.play_out()
    assert len(played.t.rounds) == rounds
    for a, b in combinations(range(people), 2):
        assert times_met(played.t.rounds, a, b) <= 1
    assert max(byes_of(played.t.rounds, n) for n in range(people)) <= 1
    assert ranks(played)[0] == (1, 0)


def test_larger_tables_mix_those_who_have_not_met() -> None:
    played = Played(8, seats=4, form="swiss", rounds=2)
    played.begin()
    played.play_out()
    assert all(len(m.players) == 4 for one in played.t.rounds for m in one.meetings)
    again = [times_met(played.t.rounds, a, b) for a, b in combinations(range(8), 2)]
    assert max(again) <= 2


def test_a_late_joiner_of_a_swiss_has_no_points_yet() -> None:
    played = Played(6, form="swiss", rounds=4, fill=False)
    played.begin()
    late = played.join("Late")
    assert next(line for line in played.t.standings if line.player == late).half_points == 0
    played.end_round()
    played.pair()
    met = [m for m in played.t.rounds[1].meetings if late in m.players]
    assert met or late in played.t.rounds[1].byes
    played.end_round()
    played.pair()
    with pytest.raises(Refused, match="half of its rounds"):
        played.join("Later")


# Standings ----------------------------------------------------------------------------------------
def test_points_count_rivals_left_behind_and_equals_half() -> None:
    table = Meeting((4, 5, 6, 7), (1, 2, 2, 4))
    assert [table.half_points(player) for player in table.players] == [6, 3, 3, 0]


def test_equals_are_separated_by_their_own_game_if_they_met() -> None:
    won = [Round((Meeting((0, 1), (1, 2)), Meeting((2, 3), (1, 2))))]
    met = [*won, Round((Meeting((1, 2), (1, 2)), Meeting((3, 0), (2, 1))))]
    lines = standings("swiss", met, range(4))
    assert [line.player for line in lines] == [0, 1, 2, 3]
    assert [line.rank for line in standings("swiss", won, range(4))] == [1, 1, 3, 3]


def test_a_bye_is_a_win_in_a_swiss_and_nothing_in_a_round_robin() -> None:
    rounds = [Round((Meeting((0, 1), (1, 2)),), (2,))]
    points = {line.player: line.half_points for line in standings("swiss", rounds, range(3))}
    assert points == {0: 2, 1: 0, 2: 2}
    points = {line.player: line.half_points for line in standings("round_robin", rounds, range(3))}
    assert points == {0: 2, 1: 0, 2: 0}


# Dice ---------------------------------------------------------------------------------------------
def test_everybodys_nonces_and_the_committed_key_make_the_deals() -> None:
    nonces = [hashlib.sha256(bytes([n])).digest() for n in range(3)]
    played = Played()
    for n, nonce in enumerate(nonces):
        played.join(f"N{n}", fair_dice.nonce_commitment(nonce))
    played.do("begin")
    with pytest.raises(Refused, match="not the nonce"):
        played.do("reveal", 0, nonce=nonces[1].hex())
    for n, nonce in enumerate(nonces):
        with pytest.raises(Refused, match="cannot be paired yet"):
            played.do("pair", own=True)
        played.do("reveal", n, nonce=nonce.hex())
    played.pair()
    key = deals.tournament_key(KEY, [*nonces, fair_dice.NO_NONCE])  # the last is the bot's
    assert played.t.server_key(1, 0) == played.t.server_key(1, 1) == deals.deal_key(key, 1)
    assert played.t.server_key(2, 0) != played.t.server_key(1, 0)
    assert fair_dice.commitment(KEY) == played.t.commitment


def test_without_duplicate_deals_every_table_has_its_own() -> None:
    played = Played(4, duplicate=False)
    played.begin()
    assert played.t.server_key(1, 0) != played.t.server_key(1, 1)
    assert not played.t.is_sealed(played.t.table_id(1, 0))


def test_a_deal_is_sealed_until_its_last_table_has_ended() -> None:
    played = Played(4)
    played.begin()
    table = played.t.table_id(1, 0)
    played.end(0, 1, 2)
    assert played.t.is_sealed(table)
    played.end(1, 1, 2)
    assert not played.t.is_sealed(table)


# Any sequence -------------------------------------------------------------------------------------
@SHORT
@given(
    st.sampled_from(FORMS),
    st.integers(3, 9),
    st.booleans(),
    st.lists(st.tuples(st.sampled_from(["end", "leave", "join", "pair"]), st.integers(0, 40))),
)
def test_any_sequence_keeps_the_promises(
    form: str, people: int, fill: bool, steps: list[tuple[str, int]]
) -> None:
    played = Played(people, form=form, fill=fill, rounds=4 if form == "swiss" else 0)
    played.begin()
    for kind, number in steps:
        try:
            if kind == "end":
                table = number % max(1, len(played.t.rounds[-1].meetings))
                played.end(table, *[(1, 2), (2, 1), (1, 1)][number % 3])
            elif kind == "leave":
                played.do("leave", number % len(played.t.players))
            elif kind == "join":
                played.join(f"J{number}")
            else:
                played.pair()
        except Refused:
            continue
        check_promises(played)
    played.play_out()
    check_promises(played)


def check_promises(played: Played) -> None:
    t = played.t
    for one in t.rounds:
        placed = Counter([*(p for m in one.meetings for p in m.players), *one.byes])
        assert all(count == 1 for count in placed.values()), "once a round"
    again = Tournament(played.header, played.log)
    assert vars(again) | {"game": None} == vars(t) | {"game": None}, "the log is the tournament"
    lines = t.standings
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)
    assert len({line.player for line in lines}) == len(lines)
    if t.agreement.form == "round_robin":
        given_points = sum(2 for one in t.rounds for m in one.meetings if m.places)
        assert sum(line.half_points for line in lines) == given_points
        players = range(len(t.players))
        assert all(times_met(t.rounds, a, b) <= 1 for a, b in combinations(players, 2))


# Refusals -----------------------------------------------------------------------------------------
def test_two_people_of_one_name_get_numbers() -> None:
    played = Played()
    for _ in range(3):
        played.join("Ann")
    assert [player.name for player in played.t.players] == ["Ann", "Ann 2", "Ann 3"]


def test_two_are_too_few_and_33_too_many() -> None:
    played = Played(2)
    with pytest.raises(Refused, match="at least 3"):
        played.do("begin")
    played = Played(32)
    with pytest.raises(Refused, match="full"):
        played.join("One more")


@pytest.mark.parametrize(
    "agreed",
    [
        {"name": " "},
        {"name": "x" * 41},
        {"form": "ladder"},
        {"rounds": -1},
        {"legs": 3},
        {"fill": 1},
        {"level": "level9"},
        {"tables": {"casual": True}},
        {"tables": {"clock": "days", "time": 2}},
        {"colour": 1},
    ],
)
def test_what_cannot_be_agreed_on_is_refused_in_a_sentence(agreed: dict[str, object]) -> None:
    with pytest.raises(Refused, match=r"\w+ .*\."):
        Played(**agreed)  # type: ignore[arg-type]


def test_only_swiss_has_larger_tables() -> None:
    with pytest.raises(Refused, match="Swiss"):
        Played(seats=4, form="knockout")
