"""Tournaments for tests: a state machine with a clock and a log of its own."""

from __future__ import annotations

from typing import Any

from skipyard.games import game
from skipyard.seats import NOBODY
from skipyard.table.command import Command
from skipyard.table.database.store import Header, Row
from skipyard.tournament import agreement as agreements
from skipyard.tournament.tournament import Tournament

KEY = bytes(range(32))


def header(seats: int = 2, settings: str = "[]", **agreed: Any) -> Header:
    agreement = agreements.make({"name": "Sunday"} | agreed, seats)
    rules = game("skippity").rules.VERSION
    return Header("e", "skippity", rules, seats, settings, agreements.write(agreement), KEY, 1)


class Played:
    """A tournament and its log; every command is a second after the last one."""

    def __init__(self, people: int = 0, seats: int = 2, **agreed: Any) -> None:
        self.header = header(seats, **agreed)
        self.now, self.log = 1000, list[Row]()
        self.t = Tournament(self.header)
        for n in range(people):
            self.join(f"N{n}")

    def do(self, kind: str, player: int = NOBODY, own: bool = False, **data: Any) -> None:
        self.now += 1000
        name = f"{kind}:{self.t.seq}" if own else f"{kind}-{self.t.seq}"
        command = Command(kind, self.t.seq, name, data=data, own=own)
        row = self.t.check(player, command, self.now).row
        self.t.apply(row)
        self.log.append(row)

    def join(self, name: str, commitment: str = "") -> int:
        self.do("join", len(self.t.players), name=name, commitment=commitment)
        return len(self.t.players) - 1

    def begin(self) -> None:
        self.do("begin")
        self.pair()

    def pair(self) -> None:
        self.now = max(self.now, self.t.due())
        self.do("pair", own=True)

    def end(self, table: int, *places: int) -> None:
        facts: dict[str, Any] = {
            "round": len(self.t.rounds),
            "table": table,
            "places": list(places),
        }
        self.do("result", own=True, how="played", **facts)

    def end_round(self) -> None:
        """Let whoever has the lower number win every table that is still played."""
        for table, meeting in enumerate(self.t.rounds[-1].meetings):
            if not meeting.places:
                order = sorted(meeting.players)
                self.end(table, *[order.index(player) + 1 for player in meeting.players])

    def play_out(self) -> None:
        while self.t.phase != "over":
            if self.t.phase == "break":
                self.pair()
            self.end_round()
