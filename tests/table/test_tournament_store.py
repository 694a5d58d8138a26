"""The part of a Store that is about tournaments, on both databases."""

from __future__ import annotations

import pytest
from helpers.sample_rows import entry, header

from skipyard.table.database.store import NEVER, Outcome, Store, Trouble


def test_a_tournament_is_opened_once_and_is_no_table(store: Store) -> None:
    store.create_tournament(header("e"), b"organiser")
    assert store.tournament("e") == header("e")
    assert store.header("e") is None
    with pytest.raises(Trouble, match="already"):
        store.create_tournament(header("e", opened=2), b"other")
    assert store.players_held(b"organiser", "e") == [-1]
    assert store.players_held(b"other", "e") == []


def test_its_log_has_no_gap_and_no_command_twice(store: Store) -> None:
    store.create_tournament(header("t"), b"organiser")
    first = entry(1, "a", due=5)
    assert store.append_to_tournament(first) is Outcome.STORED
    assert store.append_to_tournament(first) is Outcome.REPEATED
    assert store.append_to_tournament(entry(1, "b")) is Outcome.TAKEN
    assert store.append_to_tournament(entry(3, "c")) is Outcome.AHEAD
    assert store.append_to_tournament(entry(2, "a")) is Outcome.REPEATED
    assert store.tournament_rows("t") == [first.row]
    assert store.tournament_rows("t", after=1) == []
    assert (
        store.append_to_tournament(entry(1, "a")._replace(row=entry(1, "z").row)) is Outcome.TAKEN
    )


def test_a_tournament_is_due_until_it_is_over(store: Store) -> None:
    store.create_tournament(header("t"), b"organiser")
    assert store.due_tournaments(9, 9) == []
    store.append_to_tournament(entry(1, due=5))
    assert store.due_tournaments(4, 9) == []
    assert store.due_tournaments(5, 9) == ["t"]
    store.append_to_tournament(entry(2, due=6, over=True))
    assert store.due_tournaments(9, 9) == []
    assert NEVER == 0


def test_a_row_may_bring_a_holder(store: Store) -> None:
    store.create_tournament(header("t"), b"organiser")
    store.append_to_tournament(entry(1, holder=b"ann"))
    store.append_to_tournament(entry(2))
    assert store.players_held(b"ann", "t") == [0]
    assert store.player_holders("t", 0) == [b"ann"]
    assert store.tournaments_of(b"ann", 9) == ["t"]
    assert store.tables_of(b"ann", 9) == [], "holding a tournament is not holding a table"


def test_which_tables_have_ended(store: Store) -> None:
    for name in ("t", "u"):
        store.create(header(name), [])
    store.append([entry(1, over=True)])
    assert store.ended(["t", "u", "v"]) == ["t"]
    assert store.ended([]) == []
