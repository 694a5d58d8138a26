"""Local tables: the log decides, and a refusal changes nothing."""

from __future__ import annotations

import pytest
from helpers.local_tables import deal, find, play_on

from skipyard.bots import seat_bot
from skipyard.core import NOBODY
from skipyard.options import Refused
from skipyard.table import sentences
from skipyard.table.table import DEALER, REFEREE, LoggedAction, Table


# The log ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["skipbo", "skipbo_mod"])
def test_refolding_gives_the_same_bytes(name: str) -> None:
    table = deal(name, "stock=5", "match=on", "max_rounds=3", seats=3)
    play_on(table)
    before, totals = table.state.tobytes(), table.match.totals
    table.refold()
    assert table.state.tobytes() == before
    assert table.match.totals == totals


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 128, 150, 199, 200])
def test_keeping_a_part_of_the_log_is_folding_that_part(length: int) -> None:
    table = deal("skipbo", "stock=5", "match=on", seats=3)
    play_on(table, 200)
    assert len(table.log) == 200
    assert len({entry.seat == DEALER for entry in table.log}) == 2
    whole, kept = table.copy(), table.copy()
    kept.truncate(length)
    table.refold(table.log[:length])
    for one, other in ((kept, table), (whole, whole.copy())):
        assert one.state.tobytes() == other.state.tobytes()
        assert (one.log, one.match, one.round) == (other.log, other.match, other.round)
        assert one.before == other.before
    kept.fold(whole.log[length:])
    assert kept.state.tobytes() == whole.state.tobytes()
    assert [snapshot.length for snapshot in kept.snapshots] == [64, 128, 192]


def test_the_same_key_deals_the_same_table() -> None:
    assert deal().state.tobytes() == deal().state.tobytes()
    assert deal().state.tobytes() != deal(key=bytes(32)).state.tobytes()


def test_a_move_is_logged_with_its_seat() -> None:
    table = deal()
    seat, action = table.turn, int(table.legal()[0])
    table.play(seat, action)
    assert table.log == [LoggedAction(seat, action)]


@pytest.mark.parametrize(
    ("seat", "action", "says"),
    [
        (2, 0, "no player 3"),
        (NOBODY, 0, "no player 0"),
        (0, 96, "player 2's turn, not player 1's (SB-51)"),
        (1, -1, "moves 0 to 192"),
        (1, 10_000, "no move number 10000"),
        (1, 145, "Only the referee"),
        (REFEREE, 0, "plays no cards"),
        (REFEREE, 151, "no referee. (SB-A30)"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(seat: int, action: int, says: str) -> None:
    table = deal()
    before = table.state.tobytes()
    with pytest.raises(Refused, match=r"\S") as refusal:
        table.play(seat, action)
    assert says in str(refusal.value), refusal.value
    assert table.state.tobytes() == before
    assert table.log == []


def test_every_illegal_move_is_refused_with_a_rule() -> None:
    table = deal("skipbo_mod", "stock=5", seats=3)
    play_on(table, 20)
    legal, before = set(table.legal().tolist()), table.state.tobytes()
    for action in range(len(table.rules.ACTIONS)):
        if action not in legal:
            for language in ("en", "fr"):
                with pytest.raises(Refused, match=r"\((SB|MOD)-A?\d+\)"):
                    table.play(table.turn, action, language)
    assert table.state.tobytes() == before


# Undo ---------------------------------------------------------------------------------------------
def first_plain_build(table: Table) -> int:
    """A move from a hand of several cards, so that nothing is drawn."""
    for action in table.legal():
        if table.words.describe(action).startswith("play") and "hand" in table.words.describe(
            action
        ):
            return int(action)
    raise AssertionError("no build")


def test_undo_takes_back_a_move_that_turned_nothing_up() -> None:
    table = deal()
    before = table.state.tobytes()
    seat = table.turn
    table.play(seat, first_plain_build(table))
    table.undo(seat)
    assert table.state.tobytes() == before
    assert table.log == []


def test_undo_needs_a_move() -> None:
    with pytest.raises(Refused, match="nothing to undo"):
        deal().undo(0)


def test_undo_never_crosses_another_players_move() -> None:
    table = deal()
    seat = table.turn
    table.play(seat, first_plain_build(table))
    with pytest.raises(Refused, match="not yours"):
        table.undo(1 - seat)


def test_undo_never_goes_past_a_turn_or_a_card_turned_up() -> None:
    """Over all moves of a game, an undo leaves no trace or is refused."""
    table = deal("skipbo_mod", "stock=4", seats=3)
    bots = [seat_bot("skipbo_mod", "greedy", seat) for seat in range(3)]
    undone = refused = 0
    while True:
        seat, before = table.turn, table.state.tobytes()
        reveals = int(table.state.reveals)
        action = bots[seat].choose(table.view(seat), table.legal())
        table.play(seat, action)
        if table.over:
            break
        after = table.state.tobytes()
        hidden = table.state.reveals == reveals and table.turn == seat
        if hidden:
            table.undo(seat)
            assert table.state.tobytes() == before
            table.play(seat, action)
            undone += 1
        else:
            with pytest.raises(Refused, match="cannot be undone"):
                table.undo(seat)
            refused += 1
        assert table.state.tobytes() == after
    with pytest.raises(Refused, match="over"):
        table.undo(seat)
    assert undone > 5
    assert refused > 5


def test_the_referee_acts_and_takes_back() -> None:
    table = deal("skipbo", "referee=on")
    before = table.state.tobytes()
    act = find(table, f"referee: player {2 - table.turn} played out of turn and was noticed")
    table.play(REFEREE, act)
    assert table.log == [LoggedAction(REFEREE, act)]
    with pytest.raises(Refused, match="not yours"):
        table.undo(table.turn)
    table.undo(REFEREE)
    assert table.state.tobytes() == before


def at_position(text: str) -> Table:
    """A table in any position, even one that play cannot reach."""
    table = deal("skipbo", "referee=on", "penalty_place=shuffle", "on_block=recycle_discards")
    table.state = table.game.position.read(text)
    return table


def test_a_penalty_without_a_card_shuffles_nothing_and_can_be_taken_back() -> None:
    """SB-A57"""
    table = at_position(
        "options: referee=true, penalty_place=shuffle\nhand 1: 9\n"
        "stock 2: 7 of 8\nunder 2: 1 2 3 4 5 6 8\ndraw: none\n"
    )
    before = table.state.tobytes()
    table.play(REFEREE, find(table, "referee: player 2 drew 3 too many"))
    assert table.state.tobytes() == before
    table.check_undo(REFEREE)


def test_a_penalty_that_was_shuffled_in_cannot_be_taken_back() -> None:
    table = at_position(
        "options: referee=true, penalty_place=shuffle\nhand 1: 9\n"
        "stock 2: 7 of 8\nunder 2: 1 2 3 4 5 6 8\ndraw: 10\n"
    )
    table.play(REFEREE, find(table, "referee: player 2 drew 3 too many"))
    with pytest.raises(Refused, match="turned up"):
        table.check_undo(REFEREE)


def test_a_block_without_a_discard_on_the_table_turns_nothing_up() -> None:
    """SB-A56"""
    table = at_position(
        "options: on_block=recycle_discards, discard_wild=false, wild_on_wild=false\n"
        "piles: 1 W1 | 1 W1 | 1 W1 | 1 W1\nhand 1: W W W W W\nhand 2: W W W W W\npasses: 1\n"
    )
    assert table.state.fresh
    reveals = int(table.state.reveals)
    table.play(0, find(table, "end the turn"))
    assert (int(table.state.revived), int(table.state.reveals)) == (1, reveals)
    assert table.state.fresh


def test_the_referee_cannot_take_back_a_turn_that_passed() -> None:
    table = deal("skipbo", "referee=on", seats=3)
    other = (table.turn + 1) % 3
    table.play(
        REFEREE, find(table, f"referee: player {other + 1} played out of turn and it stands")
    )
    with pytest.raises(Refused, match="passed on"):
        table.undo(REFEREE)


# Matches ------------------------------------------------------------------------------------------
def test_a_finished_round_waits_for_the_next_deal() -> None:
    table = deal("skipbo", "stock=2", "match=on", "max_rounds=2")
    with pytest.raises(Refused, match="No round is waiting"):
        table.next_round()
    while not table.round_over:
        play_on(table, 1)
    assert table.waiting
    assert not table.over
    assert len(table.legal()) == 0
    with pytest.raises(Refused, match="round is over"):
        table.play(table.turn, 0)
    dealt_by = int(table.state.dealt_by)
    table.next_round()
    assert table.log[-1] == LoggedAction(DEALER, 2)
    assert table.state.dealt_by == (dealt_by + 1) % 2
    assert table.round == 2
    play_on(table)
    assert table.over
    assert not table.waiting
    assert len(table.match.rounds) == 2
    with pytest.raises(Refused, match="No round is waiting"):
        table.next_round()


def test_rounds_of_a_match_are_dealt_differently() -> None:
    table = deal("skipbo", "stock=2", "match=on")
    first = table.view(NOBODY).stock_top.tolist()
    while not table.round_over:
        play_on(table, 1)
    table.next_round()
    assert (table.state.stream, table.state.stock_left[0]) == (1, 2)
    assert table.state.tobytes() != deal("skipbo", "stock=2", "match=on").state.tobytes()
    assert len(first) == 6


def test_a_single_round_has_points_and_no_match() -> None:
    table = deal("skipbo", "stock=2")
    play_on(table)
    assert table.over
    assert table.match is None
    assert max(table.points) >= 25


def test_every_sentence_is_there_in_both_languages() -> None:
    assert sentences.sentences().missing() == []
