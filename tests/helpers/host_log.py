"""A host with its log in memory, for tests of hosts and records."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from typing import Any

from skipyard.bots import seat_bot
from skipyard.core import NOBODY
from skipyard.games import game
from skipyard.table import fair_dice, policy
from skipyard.table.chair import FREE
from skipyard.table.command import Command
from skipyard.table.database.store import NEVER, Header, NewRow, Row
from skipyard.table.host import Host

OPENED = 1_700_000_000_000


def nonce_of(seat: int) -> bytes:
    """A nonce that a test's client would have drawn."""
    return hashlib.sha256(b"nonce %d" % seat).digest()


class HostLog:
    """A host and its rows, with a clock that tests set."""

    def __init__(
        self,
        name: str = "skipbo",
        settings: Sequence[str] = (),
        seats: int = 2,
        key: int = 7,
        **agreed: Any,
    ) -> None:
        house = policy.write(policy.make(agreed, seats))
        version = game(name).rules.VERSION
        server_key = hashlib.sha256(b"key %d" % key).digest()
        listed = json.dumps(list(settings))
        self.host = Host(Header("t1", name, version, seats, listed, house, server_key, OPENED))
        self.rows: list[Row] = []
        self.now = OPENED
        self.bots = [seat_bot(name, "greedy", 10 * key + seat) for seat in range(seats)]

    def ask(self, seat: int, kind: str, action: int = 0, own: bool = False, **data: Any) -> NewRow:
        """Send a command that names the latest row, as a client would."""
        return self.send(seat, self.command(kind, action, own, **data))

    def command(self, kind: str, action: int = 0, own: bool = False, **data: Any) -> Command:
        name = f"{kind}:{self.host.seq}" if own else f"c{self.host.seq}"
        return Command(kind, self.host.seq, name, action, data, own)

    def send(self, seat: int, command: Command) -> NewRow:
        entry = self.host.check(seat, command, self.now)
        self.host.apply(entry.row)
        self.rows.append(entry.row)
        return entry

    # What people and the table do ----------------------------------------------------------------
    def seat_everybody(self, nonces: bool = False) -> None:
        for seat, chair in enumerate(self.host.chairs):
            if chair.kind == FREE:
                commitment = fair_dice.nonce_commitment(nonce_of(seat)) if nonces else ""
                self.ask(seat, "sit", name=f"P{seat + 1}", nonce=commitment)

    def deal(self, nonces: bool = False) -> HostLog:
        self.seat_everybody(nonces)
        for seat, chair in enumerate(self.host.chairs):
            if chair.commitment:
                self.ask(seat, "reveal", nonce=nonce_of(seat).hex())
        self.ask(NOBODY, "deal", own=True)
        return self

    def move(self, action: int | None = None) -> NewRow:
        """Let the seat on turn make this move, or its bot's choice."""
        host, seat = self.host, self.host.turn
        if action is None:
            action = self.bots[seat].choose(host.view(seat), self.legal())
        return self.ask(seat, "move", action, own=bool(host.chairs[seat].bot))

    def legal(self) -> Any:
        assert self.host.table is not None
        return self.host.table.legal()

    @property
    def in_time(self) -> bool:
        """Whether a person is on turn and may still move."""
        host = self.host
        return host.on_clock != NOBODY and (host.due() == NEVER or self.now < host.due())

    def play_on(self, moves: int = 5000) -> HostLog:
        """Play a while, rounds included."""
        for _ in range(moves):
            if self.host.phase == "over":
                break
            self.now += 1000
            if self.host.phase == "between":
                people = self.host.people_playing
                self.now = max(self.now, self.host.due())
                self.ask(people[0] if people else NOBODY, "deal", own=not people)
            else:
                self.move()
        return self

    def act(self, chance: random.Random) -> None:
        """Do one thing that the table does by itself when it is due."""
        host = self.host
        if host.due() != NEVER and (host.clock.running == NOBODY or chance.random() < 0.05):
            self.now = max(self.now, host.due())
        if host.phase == "revealing" or (host.phase == "between" and not host.people_playing):
            self.ask(NOBODY, "deal", own=True)
        elif host.phase == "playing" and host.chairs[host.turn].bot:
            self.move(int(chance.choice(self.legal())))
        elif host.clock.running != NOBODY and self.now >= host.due():
            self.ask(host.turn, "flag", own=True)


def facts(host: Host) -> tuple[Any, ...]:
    """The whole state of a host, to compare two hosts."""
    table = host.table
    played = table and (table.state.tobytes(), tuple(table.log), table.round, table.before)
    totals = table and table.match and table.match.totals
    return (
        *(host.seq, host.changed, host.phase, tuple(host.chairs), host.clock, dict(host.offers)),
        *(host.result, host.last_at, host.seated_at, host.moves, host.furthest, host.next_table),
        *(host.pace, host.bot_moves, host.came, host.phrases, host.won),
        *(host.rematch_agreed, host.due(), played, totals),
    )
