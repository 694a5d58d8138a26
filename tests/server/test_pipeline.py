"""The pipeline of a command without a network: to the disk, to the asker, to everybody."""

from __future__ import annotations

import asyncio
import json
import pathlib
from typing import Any

import pytest
from helpers.cluster import Cluster, arrive, dealt_table, run_scenario, wait_until

from skipyard.core import NOBODY
from skipyard.options import Refused
from skipyard.server.access.seating import Seating
from skipyard.server.api import sockets
from skipyard.server.api.sockets import Conversation
from skipyard.server.live.open_table import OpenTable
from skipyard.server.live.pipeline import Result
from skipyard.server.live.tables import LiveTables
from skipyard.server.net import messages
from skipyard.server.net.listeners import Listener
from skipyard.server.settings import Settings
from skipyard.table.command import Command
from skipyard.table.database.store import Trouble


@pytest.fixture
def cluster(tmp_path: pathlib.Path) -> Cluster:
    return Cluster(tmp_path)


class Results(list[Result]):
    """The results of submitted commands."""

    def submit(
        self, tables: LiveTables, table: OpenTable, command: Command, asker: Listener
    ) -> None:
        tables.pipeline.submit(table, table.host.turn, command, self.append, asker=asker)


def first_move(table: OpenTable, name: str = "0-a") -> Command:
    assert table.host.table is not None
    return Command("move", table.host.seq, name, action=int(table.host.table.legal()[0]))


def told_to(listener: Listener) -> list[str]:
    """Take a listener's queued messages; their types."""
    kinds = [json.loads(frame)["type"] for frame in listener.waiting]
    listener.waiting.clear()
    return kinds


def test_a_move_is_acknowledged_when_it_is_on_disk_and_then_shown(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        asker, other = await arrive(tables, table.host.turn), await arrive(tables, NOBODY)
        told_to(asker), told_to(other)
        results, move, before = Results(), first_move(table), table.host.seq
        results.submit(tables, table, move, asker)
        assert table.lock.taken
        assert not told_to(asker)  # not before it is on disk
        await wait_until(lambda: results)
        assert results == [before + 1]
        assert told_to(asker) == ["done", "shown"]
        assert told_to(other) == ["shown"]
        assert table.host.seq == before + 1
        assert not table.lock.taken
        rows = await tables.writer.ask(lambda store: store.rows("t", before))
        assert [row.command for row in rows] == [move.id]

    run_scenario(cluster, scenario)


def test_a_command_that_is_sent_again_is_acknowledged_and_done_once(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        asker, results, before = await arrive(tables, table.host.turn), Results(), table.host.seq
        told_to(asker)
        move = first_move(table)
        results.submit(tables, table, move, asker)
        results.submit(tables, table, move, asker)  # it waits for the lock
        await wait_until(lambda: len(results) == 2)
        assert results == [before + 1, before + 1]
        assert table.host.seq == before + 1
        assert told_to(asker) == ["done", "shown", "done"]
        assert await tables.pipeline.perform(table, 0, move, asker=asker) == before + 1

    run_scenario(cluster, scenario)


def test_a_refusal_releases_the_table(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        asker, results = await arrive(tables, table.host.turn), Results()
        told_to(asker)
        assert table.host.table is not None
        legal = set(table.host.table.legal().tolist())
        illegal = next(n for n in range(1000) if n not in legal)
        results.submit(tables, table, first_move(table)._replace(action=illegal), asker)
        assert isinstance(results[0], Refused)
        assert not table.lock.taken
        assert told_to(asker) == []  # whoever submitted it says why
        results.submit(tables, table, first_move(table), asker)
        await wait_until(lambda: len(results) == 2)
        assert told_to(asker) == ["done", "shown"]

    run_scenario(cluster, scenario)


def test_after_a_race_the_rows_of_others_are_read_and_the_command_is_checked_again(
    cluster: Cluster,
) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables, another = await cluster.tables(), await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        move, seat, results = first_move(table), table.host.turn, Results()
        before, there = table.host.seq, await another.table("t")
        await another.pipeline.perform(there, seat, move._replace(id="0-quicker"))
        asker = await arrive(tables, seat)
        told_to(asker)
        results.submit(tables, table, move, asker)
        await wait_until(lambda: results)
        assert isinstance(results[0], Refused)  # the position is another one by now
        assert not table.lock.taken
        assert table.host.seq == before + 1
        assert told_to(asker) == ["shown"]

    run_scenario(cluster, scenario)


def test_a_command_that_another_process_has_done_is_acknowledged(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables, another = await cluster.tables(), await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        move, seat, results = first_move(table), table.host.turn, Results()
        before, there = table.host.seq, await another.table("t")
        await another.pipeline.perform(there, seat, move)
        asker = await arrive(tables, seat)
        told_to(asker)
        results.submit(tables, table, move, asker)
        await wait_until(lambda: results)
        assert results == [before + 1]
        assert told_to(asker) == ["shown", "done"]

    run_scenario(cluster, scenario)


def test_a_command_ahead_of_us_makes_us_read_what_others_wrote(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables, another = await cluster.tables(), await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        there = await another.table("t")
        await another.pipeline.perform(there, there.host.turn, first_move(there))
        asker, results = await arrive(tables, NOBODY), Results()
        told_to(asker)
        tables.pipeline.submit(table, there.host.turn, first_move(there, "1-b"), results.append)
        await wait_until(lambda: results)
        assert results == [there.host.seq + 1]
        assert told_to(asker) == ["shown", "shown"]

    run_scenario(cluster, scenario)


def test_trouble_with_the_disk_is_told_and_costs_nothing(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        asker, results, before = await arrive(tables, table.host.turn), Results(), table.host.seq
        told_to(asker)

        def refuse(entries: Any) -> Any:
            raise Trouble("the disk is full")

        with monkeypatch.context() as trouble:
            trouble.setattr(tables.writer.store, "append", refuse)
            results.submit(tables, table, first_move(table), asker)
            await wait_until(lambda: results)
        assert isinstance(results[0], Trouble)
        assert told_to(asker) == []
        assert table.host.seq == before
        assert not table.lock.taken
        results.submit(tables, table, first_move(table), asker)
        await wait_until(lambda: len(results) == 2)
        assert told_to(asker) == ["done", "shown"]

    run_scenario(cluster, scenario)


def test_after_a_move_the_next_clock_has_its_timer(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"], clock="game", time=60)
        asker, results = await arrive(tables, table.host.turn), Results()
        before = table.timer
        assert before is not None
        cluster.time += 1000
        results.submit(tables, table, first_move(table), asker)
        await wait_until(lambda: results)
        assert before.cancelled()
        assert table.timer is not None

    run_scenario(cluster, scenario)


# Failures -----------------------------------------------------------------------------------------
def test_a_callback_that_fails_is_called_once_and_the_lock_is_released_once(
    cluster: Cluster,
) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        seat, move, calls = table.host.turn, first_move(table), list[Result]()
        await tables.pipeline.perform(table, seat, move)

        def fail(result: Result) -> None:
            calls.append(result)
            raise LookupError

        with pytest.raises(LookupError):
            tables.pipeline.submit(table, seat, move, fail)
        assert calls == [table.host.seq]
        assert not table.lock.taken

    run_scenario(cluster, scenario)


def test_a_full_queue_after_a_race_releases_the_table(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables, another = await cluster.tables(), await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        move, seat, results = first_move(table), table.host.turn, Results()
        asker, there = await arrive(tables, seat), await another.table("t")
        await another.pipeline.perform(there, seat, move._replace(id="0-quicker"))

        def full(function: Any) -> Any:
            raise Trouble("the queue is full")

        with monkeypatch.context() as trouble:
            trouble.setattr(tables.writer, "ask", full)
            results.submit(tables, table, move, asker)
            await wait_until(lambda: results)
        assert isinstance(results[0], Trouble)
        assert not table.lock.taken

    run_scenario(cluster, scenario)


def test_a_table_that_cannot_apply_a_row_is_reopened_from_its_log(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        asker, results, before = await arrive(tables, table.host.turn), Results(), table.host.seq

        def fail(*args: Any) -> None:
            raise LookupError

        monkeypatch.setattr(table.presenter, "sentence", fail)
        results.submit(tables, table, first_move(table), asker)
        await wait_until(lambda: results)
        assert results == [before + 1]  # it is on disk
        assert asker.close_reason == "goodbye.stop"
        again = await tables.table("t")
        assert again is not table
        assert again.host.seq == before + 1
        tables.let_go(table)  # once more changes nothing
        tables.schedule(table)
        assert tables.open["t"] is again
        assert table.timer is None

    run_scenario(cluster, scenario)


def test_two_who_ask_for_the_next_table_at_once_get_the_same(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables, another = await cluster.tables(), await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        there = await another.table("t")
        opened = await asyncio.gather(
            tables.rematches.open_next(table),
            tables.rematches.open_next(table),
            another.rematches.open_next(there),
        )
        assert len({each.id for each in opened}) == 1
        assert opened[0] is opened[1]

    run_scenario(cluster, scenario)


# Frames -------------------------------------------------------------------------------------------
def encoded(command: Command, name: str) -> bytes:
    return messages.encoder.encode(messages.Move(command.seq, name, command.action))


def test_a_frame_waits_until_the_one_before_it_is_answered(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        asker = await arrive(tables, table.host.turn)
        told_to(asker)
        ws: Any = None  # asked for nothing where somebody sits
        conversation = Conversation(ws, Seating(Settings(), tables), table, asker)
        conversation.on_frame(encoded(first_move(table), "a"))
        conversation.on_frame(b'{"type":"ping"}')
        conversation.on_frame(b"{")
        assert told_to(asker) == []
        await wait_until(lambda: not conversation.busy)
        assert told_to(asker) == ["done", "shown", "pong", "refused"]
        conversation.stop()

    run_scenario(cluster, scenario)


def test_frames_go_on_being_answered_after_a_refusal(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        asker = await arrive(tables, table.host.turn)
        told_to(asker)
        ws: Any = None
        conversation = Conversation(ws, Seating(Settings(), tables), table, asker)
        for name in ("a", "b"):  # the second answers a position that is gone
            conversation.on_frame(encoded(first_move(table), name))
        conversation.on_frame(b'{"type":"ping"}')
        await wait_until(lambda: not conversation.busy)
        assert told_to(asker) == ["done", "shown", "refused", "pong"]
        conversation.stop()

    run_scenario(cluster, scenario)


def test_many_frames_that_are_refused_at_once_are_answered_in_a_loop(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        asker = await arrive(tables, table.host.turn)
        ws: Any = None
        monkeypatch.setattr(sockets, "MOST_FRAMES", 500)  # more than Python's stack has room for
        conversation = Conversation(ws, Seating(Settings(rate=1000.0), tables), table, asker)
        kinds: list[str] = []
        monkeypatch.setattr(asker, "put", lambda frame: kinds.append(json.loads(frame)["type"]))
        conversation.on_frame(encoded(first_move(table), "a"))
        stale = encoded(first_move(table), "b")
        for _ in range(sockets.MOST_FRAMES):
            conversation.on_frame(stale.replace(b'"b"', b'"c"'))
        await wait_until(lambda: not conversation.busy and not conversation.waiting)
        assert kinds.count("refused") == sockets.MOST_FRAMES
        conversation.stop()

    run_scenario(cluster, scenario)
