"""What a table tells about the bots' pace and undo, and skipping to one's turn."""

from __future__ import annotations

import asyncio
import itertools
import json
import pathlib
import time
from typing import Any

import pytest
from helpers.cluster import Cluster, arrive, dealt_table, run_scenario, wait_until
from helpers.guest_tables import table_for_two, wait_for_deal
from helpers.host_log import HostLog
from helpers.server_thread import Guest, ServerThread, running_server

from skipyard.core import NOBODY
from skipyard.options import Refused
from skipyard.server.live.presenter import Presenter
from skipyard.server.net.listeners import Listener
from skipyard.server.settings import Settings
from skipyard.table.command import Command
from skipyard.table.pace import LEAST_ALONE

PACE = 250  # milliseconds


@pytest.fixture
def cluster(tmp_path: pathlib.Path) -> Cluster:
    return Cluster(tmp_path)


def table_facts(presenter: Presenter, viewer: int, language: str = "en") -> Any:
    return json.loads(presenter.shown(viewer, language, (), 0))["table"]


# Pace ---------------------------------------------------------------------------------------------
@pytest.mark.full
def test_bots_alone_take_their_time_however_quick_their_table_is(tmp_path: pathlib.Path) -> None:
    with running_server(tmp_path, pace=Settings().pace) as server:
        chairs, policy = ["bot:random", "bot:random"], {"pace": 0}
        name = Guest(server.url).open_table("skippity", chairs, policy=policy)["table"]
        tables = server.app.state.seating.tables
        while tables.open[name].host.moves < 4:
            time.sleep(0.01)
        rows = tables.writer.call(lambda store: store.rows(name)).result()
        moves = [row.at for row in rows if row.kind == "move"]
        assert all(then - at >= LEAST_ALONE for at, then in itertools.pairwise(moves))
    assert LEAST_ALONE >= 300


# Skipping -----------------------------------------------------------------------------------------
def test_who_plays_bots_alone_can_skip_to_their_turn(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "bot:random", "bot:random"], pace=PACE)
        workers: Any = tables.bots
        workers.may.set()
        await arrive(tables, 0)
        host = table.host
        while host.chairs[host.turn].bot:  # so that it is the person's turn
            cluster.time += PACE
            tables.schedule(table)
            await wait_until(lambda: host.turn == 0 or table.due() > cluster.time)
        with pytest.raises(Refused, match="No bot is to move"):
            tables.skip_to_turn(table, 0, "en")
        await move_on(table, tables, 0)
        run = host.moves
        tables.skip_to_turn(table, 0, "en")
        await wait_until(lambda: host.turn == 0 or host.phase != "playing")
        assert host.moves > run
        await move_on(table, tables, 0)
        assert not table.skipping  # it ended with the person's turn
        assert table.due() > cluster.time

    run_scenario(cluster, scenario)


async def move_on(table: Any, tables: Any, seat: int) -> None:
    """Move for a person until it is a bot's turn."""
    host = table.host
    while host.turn == seat:
        command = Command("move", host.seq, f"m{host.seq}", action=host.legal(seat)[-1])
        await tables.pipeline.perform(table, seat, command)


def test_skipping_is_refused_among_people_and_to_watchers(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open", "bot:random"], pace=PACE)
        for seat in (0, 1):
            with pytest.raises(Refused, match="against bots alone"):
                tables.skip_to_turn(table, seat, "en")
        with pytest.raises(Refused):
            tables.skip_to_turn(table, NOBODY, "en")

    run_scenario(cluster, scenario)


# Over the network ---------------------------------------------------------------------------------
def test_the_host_sets_the_pace_for_everybody(server: ServerThread) -> None:
    ann, bob = Guest(server.url), Guest(server.url)
    table = table_for_two(ann, bob)

    async def play() -> None:
        async with ann.connect(table) as first, bob.connect(table) as second:
            await wait_for_deal(first, second)
            assert first.shown["table"]["host"] == 0
            done = await first.command("pace", pace="calm")
            assert done["type"] == "done", done
            await second.until(lambda m: m["type"] == "shown" and m["seq"] >= done["seq"])
            assert second.shown["table"]["pace"] == "calm"
            assert (await second.command("pace", pace="brisk"))["type"] == "refused"
            refused = await first.command("skip_to_turn")
            assert "against bots alone" in refused["sentence"]

    asyncio.run(play())
    body = {"type": "skip_to_turn", "seq": 0, "command": "x"}
    answered = ann.post(f"/api/tables/{table}/commands", body)
    assert answered.status_code == 409
    assert "against bots alone" in answered.json()["sentence"]


# Undo ---------------------------------------------------------------------------------------------
def answer_to_undo(log: HostLog, seat: int) -> str:
    try:
        log.host.check(seat, log.command("undo"), log.now, "fr")
    except Refused as refusal:
        return str(refusal)
    return ""


def test_undo_is_told_as_the_table_would_answer_it() -> None:
    for casual in (False, True):
        log = HostLog("skip_or_trip", casual=casual).deal()
        presenter, host = Presenter(log.host), log.host
        for _ in range(30):
            for seat in range(2):
                told = table_facts(presenter, seat, "fr")["undo"]
                why = answer_to_undo(log, seat)
                assert told == {"allowed": not why, "why": why}
            assert table_facts(presenter, NOBODY)["undo"] == {"allowed": False, "why": ""}
            row = host.check(host.turn, log.command("move", host.legal(host.turn)[0]), log.now).row
            presenter.apply(row)


def test_a_change_tells_undo_only_where_it_differs() -> None:
    log = HostLog("skipbo", casual=True).deal()
    presenter, host, told = Presenter(log.host), log.host, []
    listener = Listener(host.turn, "en", changes=True)
    for _ in range(6):
        row = host.check(host.turn, log.command("move", host.legal(host.turn)[0]), log.now).row
        presenter.play(row, [listener], (), log.now)
        message = json.loads(listener.waiting.pop())
        told.append(message["undo"] if message["type"] == "changed" else message["table"]["undo"])
    assert told[0] == {"allowed": True, "why": ""}
    assert None in told
