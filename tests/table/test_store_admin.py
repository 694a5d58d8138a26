"""The part of table/database/store.py that operators use, on both databases."""

from __future__ import annotations

import pytest
from helpers.databases import numbers
from helpers.sample_rows import header, row

from skipyard.proofs.shared.postgres import Postgres
from skipyard.table.database import schema
from skipyard.table.database.sql import SqlStore
from skipyard.table.database.store import (
    ADDRESS,
    JOIN,
    NEVER,
    TOKEN,
    Act,
    Ban,
    Invitation,
    NewRow,
    Outcome,
    Row,
    SeatResult,
    Store,
    TableFacts,
    TournamentFacts,
    Trouble,
)
from skipyard.table.database.stores import open_store


def dealt(table: str) -> NewRow:
    return NewRow(Row(table, 2, "deal", -1, 0, "", "d", 9), due=3, free=1)


def sat(table: str, holder: bytes = b"ann") -> NewRow:
    return NewRow(Row(table, 1, "sit", 0, 0, '{"name":"Ann"}', "s", 8), holder=holder)


def test_facts_of_tables_in_pages(store: Store) -> None:
    for table in "bac":
        store.create(header(table, opened=4), [])
    store.append([sat("a"), dealt("a"), NewRow(row(1, table="b", at=6))])
    store.beat("p", 8)
    store.arrive("p", "a", 0)
    policy = header().policy
    a = TableFacts("a", "skipbo", 4, policy, 2, 9, False, True, 1, 1)
    b = TableFacts("b", "skipbo", 4, policy, 1, 6, False, False, 0, 0)
    c = TableFacts("c", "skipbo", 4, policy, 0, 4, False, False, 0, 0)
    assert store.table_facts("", 2) == [a, b]
    assert store.table_facts("b", 2) == [c]
    assert store.facts_of("a") == a
    assert store.facts_of("x") is None


def test_a_removed_table_is_gone_at_once_and_its_log_in_small_bites(store: Store) -> None:
    store.create(header("a"), [(b"code", Invitation("a", 1, JOIN, 99))], free=1)
    store.create(header("b"), [])
    result = SeatResult(0, "person", "people", "won", 1, "played", 9, 7)
    store.append([sat("a"), dealt("a"), sat("b")])
    store.append([NewRow(row(seq, table="a")) for seq in range(3, 26)])
    store.append([NewRow(row(26, table="a"), due=1, free=1, results=(result,))])
    store.add_figures("a", [("longest", 0, 12)])
    store.beat("p", 8)
    store.arrive("p", "a", 0)
    assert not store.remove_table("a", 25)  # something has happened in between
    assert store.header("a") is not None
    assert store.remove_table("a", 26)
    assert not store.remove_table("a", -1)
    assert store.header("a") is None
    assert store.facts_of("a") is None
    assert [each.table for each in store.table_facts("", 9)] == ["b"]
    assert store.append([NewRow(row(27, table="a"))]) == [Outcome.AHEAD]
    assert store.append([NewRow(row(1, "x", table="a"))]) == [Outcome.AHEAD]
    assert store.due(99, 9) == store.open_tables(9) == []
    assert store.seats_of(b"ann") == [("b", 0)]
    assert not store.finished_of(b"ann", 9)
    assert store.invitation(b"code", 1) is None
    bites = []
    while bite := store.delete_removed(10):
        bites.append(bite)
    assert bites == [11, 11, 7]
    assert store.rows("a") == []
    assert len(store.rows("b")) == 1
    store.create(header("a"), [])  # the id is free again


def test_a_watcher_who_comes_while_a_table_is_deleted_is_no_obstacle(store: Store) -> None:
    store.create(header("a"), [])
    store.append([sat("a")])
    assert store.remove_table("a", 1)
    store.arrive("p", "a", -7)
    store.hold(b"late", "a", 1, 9)
    assert store.delete_removed(10)
    assert store.delete_removed(10) == 0
    store.create(header("a"), [])
    assert store.seats_of(b"late") == []


def test_tournaments_are_listed_and_removed(store: Store) -> None:
    store.create_tournament(header("cup", opened=4), b"ann")
    store.create_tournament(header("other", opened=4), b"ann")
    joined = NewRow(Row("cup", 1, "join", 0, 0, "{}", "j", 5), over=True, holder=b"bob")
    assert store.append_to_tournament(joined) is Outcome.STORED
    cup, other = (
        TournamentFacts("cup", "skipbo", 4, 5, True),
        TournamentFacts("other", "skipbo", 4, 4, False),
    )
    assert store.tournament_facts("", 1) == [cup]
    assert store.tournament_facts("cup", 9) == [other]
    store.remove_tournament("cup")
    assert store.tournament("cup") is None
    assert store.tournaments_of(b"bob", 9) == []
    assert store.tournament_facts("", 9) == [other]


def test_bans_end_are_replaced_and_lifted(store: Store) -> None:
    store.add_ban(Ban(ADDRESS, "192.0.2.7", 5, 10, "spam"))
    store.add_ban(Ban(TOKEN, "ab" * 32, 6))
    assert [ban.value for ban in store.bans(9)] == ["ab" * 32, "192.0.2.7"]
    assert [ban.value for ban in store.bans(10)] == ["ab" * 32]
    store.forget_bans(9)
    assert len(store.bans(9)) == 2
    store.forget_bans(10)
    assert [ban.value for ban in store.bans(9)] == ["ab" * 32]
    longer = Ban(ADDRESS, "192.0.2.7", 7, NEVER, "again")
    store.add_ban(longer)
    assert store.bans(99)[0] == longer
    assert store.lift_ban(ADDRESS, "192.0.2.7")
    assert not store.lift_ban(ADDRESS, "192.0.2.7")
    assert [ban.kind for ban in store.bans(9)] == [TOKEN]


def test_acts_are_listed_the_latest_first(store: Store) -> None:
    acts = [Act(at, f"i{at}", "ban", "x", "root", "done") for at in (1, 2, 3)]
    for act in acts:
        store.add_act(act)
    assert store.acts(2) == [acts[2], acts[1]]


@pytest.mark.full
def test_an_older_server_goes_on_with_newer_tables_that_allow_it(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.create(f"newer{next(numbers)}")
    newer = schema.VERSION + 1
    extra = ["ALTER TABLE tables ADD COLUMN extra INTEGER NOT NULL DEFAULT 7"]
    old = open_store(url)
    old.create(header("a"), [])

    def upgrade(version: int, oldest: int) -> None:
        with monkeypatch.context() as later:
            later.setattr(schema, "STEPS", (*schema.STEPS, lambda blob, keyed: extra))
            later.setattr("skipyard.table.database.postgres.VERSION", version)
            later.setattr("skipyard.table.database.postgres.OLDEST", oldest)
            open_store(url).close()

    upgrade(newer, schema.VERSION)
    assert old.append([sat("a")]) == [Outcome.STORED]  # on the connection that it has
    old.close()
    again = open_store(url)  # and on a new one
    assert isinstance(again, SqlStore)
    again.create(header("b"), [])
    assert again.rows("a")
    again.ask("UPDATE version SET oldest = ?", (newer,))
    again.close()
    with pytest.raises(Trouble, match="newer Skipyard"):
        open_store(url)
