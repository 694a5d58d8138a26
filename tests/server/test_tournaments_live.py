"""Tournaments on one database: rounds open by themselves, survive a restart, and race once."""

from __future__ import annotations

import asyncio
import pathlib
from functools import partial
from typing import Any

import pytest
from helpers.cluster import START, Cluster, run_scenario, wait_until
from helpers.tournaments import header

from skipyard.seats import NOBODY
from skipyard.server.live.open_table import OpenTable
from skipyard.server.live.pipeline import ignore
from skipyard.server.live.tables import LiveTables
from skipyard.table.command import Command
from skipyard.tournament.tournament import Tournament

HEADER = header(settings='["size=6"]', pause=0, tables={"pace": 0})._replace(opened=START)


@pytest.fixture
def cluster(tmp_path: pathlib.Path) -> Cluster:
    return Cluster(tmp_path)


async def gathered(tables: LiveTables, people: int = 4) -> Tournament:
    """A tournament that has begun; results are taken by sweeps only, as after a crash."""
    tables.pipeline.ended = ignore
    tournament = await tables.tournaments.create(HEADER, b"organiser")
    for n in range(people):
        command = Command("join", 0, f"join-{n}", data={"name": f"N{n}"})
        await tables.tournaments.perform(tournament, 0, command, holder=bytes([n]))
    await tables.tournaments.perform(tournament, NOBODY, Command("begin", 0, "begin"))
    return tournament


async def resign_everywhere(tables: LiveTables, tournament: Tournament) -> None:
    """End the running round: whoever has the higher number resigns."""
    number = len(tournament.rounds)
    for n, meeting in enumerate(tournament.rounds[-1].meetings):
        table = await tables.table(tournament.table_id(number, n))
        await wait_until(partial(is_playing, table))
        seat = meeting.players.index(max(meeting.players))
        await tables.pipeline.perform(table, seat, Command("resign", table.host.seq, "r"))


def is_playing(table: OpenTable) -> bool:
    return table.host.phase == "playing"


def test_rounds_follow_each_other_and_survive_a_restart(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        first = await cluster.tables()
        tournament = await gathered(first)
        await first.tournaments.sweep()
        assert len(tournament.rounds) == 1
        table = await first.table(tournament.table_id(1, 0))
        player = tournament.rounds[0].meetings[0].players[0]
        held = await first.writer.ask(lambda store: store.held(bytes([player]), table.id))
        assert held == [0]
        await resign_everywhere(first, tournament)  # and nobody has taken the results yet
        await first.stop()
        await asyncio.to_thread(first.writer.stop)
        cluster.processes.remove(first)

        second = await cluster.tables()
        second.pipeline.ended = ignore
        await second.tournaments.sweep()
        again = await second.tournaments.find("e")
        assert len(again.rounds) == 2
        assert all(meeting.places for meeting in again.rounds[0].meetings)
        while again.phase != "over":
            await resign_everywhere(second, again)
            await second.tournaments.sweep()
        assert [(line.rank, line.player) for line in again.standings] == [
            (1, 0),
            (2, 1),
            (3, 2),
            (4, 3),
        ]

    run_scenario(cluster, scenario)


def test_two_processes_open_every_table_once(cluster: Cluster, url: str) -> None:
    cluster.db = url

    async def scenario(cluster: Cluster) -> None:
        one, other = await cluster.tables(), await cluster.tables()
        await gathered(one)
        other.pipeline.ended = ignore
        both: list[Any] = [one, other]
        for number in (1, 2, 3):
            await asyncio.gather(*(each.tournaments.sweep() for each in both))
            a, b = await one.tournaments.find("e"), await other.tournaments.find("e")
            assert a.seq == b.seq
            assert a.rounds == b.rounds
            assert len(a.rounds) == number
            await resign_everywhere(other, b)
        await asyncio.gather(*(each.tournaments.sweep() for each in both))
        a = await one.tournaments.find("e")
        assert a.phase == "over"
        rows = await one.writer.ask(lambda store: store.tournament_rows("e"))
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert sum(row.kind == "result" for row in rows) == 6
        assert sum(row.kind == "pair" for row in rows) == 3

    run_scenario(cluster, scenario)


def test_a_leaver_gives_up_the_running_game(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        tournament = await gathered(tables)
        await tables.tournaments.sweep()
        table = await tables.table(tournament.table_id(1, 0))
        await wait_until(lambda: table.host.phase == "playing")
        player = tournament.rounds[0].meetings[0].players[0]
        await tables.tournaments.perform(tournament, player, Command("leave", 0, "leave-1"))
        await tables.tournaments.leave_table(tournament, player)
        assert table.host.result is not None
        assert table.host.result.winners == (1,)
        await tables.tournaments.sweep()
        assert tournament.rounds[0].meetings[0].places == (2, 1)

    run_scenario(cluster, scenario)
