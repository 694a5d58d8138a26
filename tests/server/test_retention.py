"""Tables are kept as long as the settings say, and deleted without delaying a move."""

from __future__ import annotations

import asyncio
import pathlib
from typing import Any

import pytest
from helpers.cluster import Cluster, dealt_table, header, run_scenario

from skipyard.server.live.open_table import NoTable, OpenTable
from skipyard.server.live.retention import DAY, ROWS_DELETED, Keep, Retention
from skipyard.server.live.tables import LiveTables
from skipyard.table.command import Command
from skipyard.table.database.store import Header, NewRow, Row

KEEP = Keep(waiting=1, running=2, finished=3, bots=4)


@pytest.fixture
def cluster(tmp_path: pathlib.Path) -> Cluster:
    return Cluster(tmp_path)


def row(table: str, seq: int, kind: str, at: int) -> Row:
    return Row(table, seq, kind, 0, 0, "", f"{kind}{seq}", at)


async def stored(tables: LiveTables, content: Header, *rows: NewRow) -> str:
    """A table that is in the database alone."""
    await tables.writer.ask(lambda store: store.create(content, []))
    await tables.writer.ask(lambda store: store.append(rows))
    return content.table


async def one_of_each(tables: LiveTables) -> dict[str, str]:
    people, bots = ["open", "open"], ["bot:greedy", "bot:random"]
    at = tables.now()
    deal = [NewRow(row(name, 1, "deal", at)) for name in ("running", "finished", "bots")]
    end = NewRow(row("finished", 2, "move", at), over=True)
    return {
        "waiting": await stored(tables, header("waiting", people)),
        "running": await stored(tables, header("running", people), deal[0]),
        "finished": await stored(tables, header("finished", people), deal[1], end),
        "bots": await stored(tables, header("bots", bots), deal[2]),
    }


async def kept(tables: LiveTables) -> set[str]:
    facts = await tables.writer.ask(lambda store: store.table_facts("", 100))
    return {each.table for each in facts}


def test_each_kind_is_kept_for_its_own_time(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        await one_of_each(tables)
        retention = Retention(tables, KEEP)
        begun, left = cluster.time, {"waiting", "running", "finished", "bots"}
        for day, kind in enumerate(("waiting", "running", "finished", "bots"), 1):
            cluster.time = begun + day * DAY
            assert not await retention.prune()
            cluster.time += 1
            assert await retention.prune(dry=True) == {kind: 1}
            assert await kept(tables) == left
            assert await retention.prune() == {kind: 1}
            left -= {kind}
            assert await kept(tables) == left

    run_scenario(cluster, scenario)


def test_nothing_is_deleted_unless_a_time_is_set(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        await one_of_each(tables)
        cluster.time += 10_000 * DAY
        await Retention(tables, Keep()).sweep()
        assert not await Retention(tables, Keep()).prune()
        assert len(await kept(tables)) == 4

    run_scenario(cluster, scenario)


def test_a_table_with_somebody_there_or_in_a_tournament_is_kept(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        visited = await stored(tables, header("visited", ["open", "open"]))
        await tables.writer.ask(lambda store: store.beat("p", 1))
        await tables.writer.ask(lambda store: store.arrive("p", visited, -7))
        cup = header("cup", ["open", "open"])
        await tables.writer.ask(lambda store: store.create_tournament(cup, b"ann"))
        for name, tournament in (("meeting", "cup"), ("orphan", "gone")):
            content = header(name, ["invited", "invited"], tournament=tournament)
            await stored(tables, content)
        cluster.time += 9 * DAY
        assert await Retention(tables, Keep(waiting=1)).prune() == {"waiting": 1}
        assert await kept(tables) == {"visited", "meeting"}

    run_scenario(cluster, scenario)


@pytest.mark.full
def test_an_open_table_is_let_go_when_it_is_deleted(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await tables.create(header("t", ["open", "open"]), [])
        cluster.time += 2 * DAY
        retention = Retention(tables, KEEP)
        await retention.sweep()
        assert table.id not in tables.open
        with pytest.raises(NoTable):
            await tables.table("t")
        assert await tables.writer.ask(lambda store: store.delete_removed(9)) == 0

    run_scenario(cluster, scenario)


class Watched:
    """A store that notes how many rows each bite has deleted."""

    def __init__(self, store: Any) -> None:
        self.store, self.bites = store, list[int]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def delete_removed(self, rows: int) -> int:
        self.bites.append(int(self.store.delete_removed(rows)))
        return self.bites[-1]


@pytest.mark.full
def test_a_move_waits_for_one_bite_at_most(cluster: Cluster) -> None:
    """A log of 5,000 rows is deleted; moves that come meanwhile are done in between."""

    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        watched: Any = Watched(tables.writer.store)
        tables.writer.store = watched
        rows = [NewRow(row("long", seq, "deal", 1)) for seq in range(1, 5001)]
        await stored(tables, header("long", ["open", "open"]), *rows)
        playing = await dealt_table(tables, ["open", "open"])
        retention = Retention(tables, KEEP)
        facts = await tables.writer.ask(lambda store: store.facts_of("long"))
        assert facts is not None
        assert await retention.delete_table(facts)
        deleting = asyncio.create_task(retention.delete_logs())
        during = set[int]()  # how many bites there had been when a move was acknowledged
        while not deleting.done():
            if len(watched.bites) not in during and playing.host.phase == "playing":
                await move(tables, playing)
                during.add(len(watched.bites))
            await asyncio.sleep(0)
        assert len(watched.bites) == 5000 // ROWS_DELETED + 2  # the last one finds nothing
        assert max(watched.bites) <= ROWS_DELETED + 1
        assert len(during) > 9

    run_scenario(cluster, scenario)


async def move(tables: LiveTables, table: OpenTable) -> None:
    host = table.host
    action = host.legal(host.turn)[0]
    command = Command("move", host.seq, f"m{host.seq}", action=action)
    await tables.pipeline.perform(table, host.turn, command)
