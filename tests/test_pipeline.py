"""The short way of a move, without a network: to the disk, to the asker, to everybody."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest
from house import House, played, sit, table_of, until

from skipyard.core import NOBODY
from skipyard.options import Refused
from skipyard.server.api.sockets import Conversation
from skipyard.server.live import pipeline
from skipyard.server.live.open_table import Hosted
from skipyard.server.live.seating import Office
from skipyard.server.live.tables import Keeper
from skipyard.server.net import messages
from skipyard.server.net.listeners import Listener
from skipyard.table.command import Wish
from skipyard.table.store import Trouble


@pytest.fixture
def house(tmp_path: pathlib.Path) -> House:
    return House(tmp_path)


class Ends(list[bool]):
    """What somebody who sent a command the short way was told at its end."""

    def begin(self, keeper: Keeper, hosted: Hosted, wish: Wish, asker: Listener) -> bool:
        seat = hosted.host.turn
        return pipeline.begin(keeper, hosted, seat, wish, "en", asker, self.append)


def first_move(hosted: Hosted, command: str = "0-a") -> Wish:
    assert hosted.host.table is not None
    return Wish("move", hosted.host.seq, command, action=int(hosted.host.table.legal()[0]))


def told_to(listener: Listener) -> list[str]:
    """The kinds of messages that wait for somebody, who has them then."""
    kinds = [json.loads(frame)["type"] for frame in listener.waiting]
    listener.waiting.clear()
    return kinds


def test_a_move_goes_the_short_way_to_the_disk_and_everybody_is_shown_it(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        hosted = await table_of(keeper, ["open", "open"])
        asker, other = await sit(keeper, hosted.host.turn), await sit(keeper, NOBODY)
        told_to(asker), told_to(other)
        ends, wish, before = Ends(), first_move(hosted), hosted.host.seq
        assert ends.begin(keeper, hosted, wish, asker)
        assert not told_to(asker)  # not before it is on disk
        assert not ends.begin(keeper, hosted, first_move(hosted, "0-b"), asker)  # one at a time
        await until(lambda: ends)
        assert ends == [True]
        assert told_to(asker) == ["done", "shown"]
        assert told_to(other) == ["shown"]
        assert hosted.host.seq == before + 1
        rows = await keeper.writer.ask(lambda store: store.rows("t", before))
        assert [row.command for row in rows] == [wish.command]
        assert not ends.begin(keeper, hosted, wish, asker)  # it is known: the long way says so
        assert await keeper.do(hosted, hosted.host.turn, wish, asker=asker) == before + 1
        assert told_to(asker) == ["done"]

    played(house, scenario)


def test_a_refusal_on_the_short_way_leaves_the_table_free(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        hosted = await table_of(keeper, ["open", "open"])
        asker, ends = await sit(keeper, hosted.host.turn), Ends()
        assert hosted.host.table is not None
        legal = set(hosted.host.table.legal().tolist())
        illegal = next(n for n in range(1000) if n not in legal)
        with pytest.raises(Refused):
            ends.begin(keeper, hosted, first_move(hosted)._replace(action=illegal), asker)
        assert not hosted.door.shut
        assert ends.begin(keeper, hosted, first_move(hosted), asker)
        await until(lambda: ends)

    played(house, scenario)


def test_a_race_ends_the_short_way_and_the_long_one_finds_the_truth(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper, another = await house.keeper(), await house.keeper()
        hosted = await table_of(keeper, ["open", "open"])
        wish, seat, ends = first_move(hosted), hosted.host.turn, Ends()
        before = hosted.host.seq
        there = await another.table("t")
        await another.do(there, seat, wish._replace(command="0-quicker"))
        asker = await sit(keeper, seat)
        told_to(asker)
        assert ends.begin(keeper, hosted, wish, asker)
        await until(lambda: ends)
        assert ends == [False]
        assert not hosted.door.shut
        assert told_to(asker) == []
        with pytest.raises(Refused):  # the position is another one by now
            await keeper.do(hosted, seat, wish, asker=asker)
        assert hosted.host.seq == before + 1
        assert told_to(asker) == ["shown"]

    played(house, scenario)


def test_trouble_of_the_disk_ends_the_short_way(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        hosted = await table_of(keeper, ["open", "open"])
        asker, ends, before = await sit(keeper, hosted.host.turn), Ends(), hosted.host.seq
        told_to(asker)

        def refuse(entries: Any) -> Any:
            raise Trouble("the disk is full")

        with monkeypatch.context() as trouble:
            trouble.setattr(keeper.writer.store, "append", refuse)
            assert ends.begin(keeper, hosted, first_move(hosted), asker)
            await until(lambda: ends)
        assert ends == [False]
        assert told_to(asker) == []
        assert hosted.host.seq == before
        assert ends.begin(keeper, hosted, first_move(hosted), asker)
        await until(lambda: len(ends) == 2)
        assert told_to(asker) == ["done", "shown"]

    played(house, scenario)


def test_after_a_move_the_next_clock_has_its_alarm(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        hosted = await table_of(keeper, ["open", "open"], clock="game", time=60)
        asker, ends = await sit(keeper, hosted.host.turn), Ends()
        before = hosted.timer
        assert before is not None
        house.time += 1000
        assert ends.begin(keeper, hosted, first_move(hosted), asker)
        await until(lambda: ends)
        assert before.cancelled()
        assert hosted.timer is not None

    played(house, scenario)


def test_a_text_waits_until_the_one_before_it_is_answered(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        hosted = await table_of(keeper, ["open", "open"])
        asker = await sit(keeper, hosted.host.turn)
        told_to(asker)
        ws: Any = None  # asked for nothing where somebody sits
        conversation = Conversation(ws, Office(keeper.settings, keeper), hosted, asker)
        wish, ping = first_move(hosted), b'{"type":"ping"}'
        move = messages.Move(seq=wish.seq, command="a", action=wish.action)
        assert conversation.take(messages.encoder.encode(move))
        assert not conversation.take(ping)
        await conversation.finish()
        assert told_to(asker) == ["done", "shown"]
        assert conversation.take(ping)
        await conversation.finish()
        assert conversation.take(b"{")
        assert told_to(asker) == ["pong", "refused"]
        conversation.stop()

    played(house, scenario)
