"""One true game: random rows of people, bots and the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from skipyard.bots import Bot, seat_bot
from skipyard.options import Refused
from skipyard.proofs.secrecy.random_tables import OPENED, Trial, some_header
from skipyard.seats import NOBODY
from skipyard.table import fair_dice
from skipyard.table.chair import FREE
from skipyard.table.command import Command
from skipyard.table.database.store import Row
from skipyard.table.host import Host

STYLES = ("greedy", "random", "kinds")  # how moves are chosen
SHARE_OF_OTHER_ROWS = 0.06  # rows that are not moves
NAMES = ("Ann", "Zoé", "", "Ünal", "<b>", "{card}")
LONGEST_PAUSE = 4000  # milliseconds between two rows


class RandomGame:
    """The true table and its log, played row by row."""

    def __init__(self, trial: Trial) -> None:
        self.dice = trial.dice
        self.host = Host(some_header(trial, self.dice))
        self.rows: list[Row] = []
        self.now = OPENED
        self.style = self.dice.choice(STYLES)
        self.nonces = self.dice.random() < 0.3
        self.bots: list[Bot] = [
            seat_bot(trial.game, "greedy", self.dice.getrandbits(32))
            for _ in range(self.host.header.seats)
        ]

    def step(self) -> Row:
        """Write the next row, of any kind."""
        self.now += self.dice.randint(1, LONGEST_PAUSE)
        if self.host.phase == "playing" and self.dice.random() < SHARE_OF_OTHER_ROWS:
            try:
                return self.write(*self.other_command())
            except Refused:
                pass
        return self.write(*self.due_command())

    def write(self, seat: int, command: Command) -> Row:
        row = self.host.check(seat, command, self.now).row
        self.host.apply(row)
        self.rows.append(row)
        return row

    def command(self, kind: str, own: bool = False, action: int = 0, **data: Any) -> Command:
        command = f"{kind}:{self.host.seq}" if own else f"c{self.host.seq}"
        return Command(kind, self.host.seq, command, action, data, own)

    # What must happen next ----------------------------------------------------------------------
    def due_command(self) -> tuple[int, Command]:
        """Somebody sits down, reveals a nonce, deals or moves."""
        host = self.host
        for seat, chair in enumerate(host.chairs):
            nonce = bytes([seat + 1] * fair_dice.LENGTH)
            if chair.kind == FREE:
                commitment = fair_dice.nonce_commitment(nonce) if self.nonces else ""
                return seat, self.command("sit", name=NAMES[seat], nonce=commitment)
            if host.phase == "revealing" and chair.commitment and not chair.nonce:
                return seat, self.command("reveal", nonce=nonce.hex())
        if host.phase == "playing":
            own = bool(host.chairs[host.turn].bot)
            return host.turn, self.command("move", own, self.some_move())
        people = host.people_playing
        if host.phase == "between" and people:
            return self.dice.choice(people), self.command("deal")
        self.now = max(self.now, host.due())
        return NOBODY, self.command("deal", own=True)

    def some_move(self) -> int:
        table = self.host.table
        assert table is not None
        legal = table.legal()
        if self.style == "greedy":
            return self.bots[table.turn].choose(table.view(table.turn), legal)
        kinds = table.rules.ACTIONS.kind
        wanted = self.dice.choice((min, max, None)) if self.style == "kinds" else None
        if wanted:
            kind = wanted(kinds[action] for action in legal)
            legal = np.array([action for action in legal if kinds[action] == kind])
        return int(self.dice.choice(legal))

    # What may happen besides --------------------------------------------------------------------
    def other_command(self) -> tuple[int, Command]:
        """A move taken back, an offer or an answer to one, somebody who leaves or comes back."""
        host, dice = self.host, self.dice
        seat = dice.randrange(host.header.seats)
        if host.offers and dice.random() < 0.8:
            what = dice.choice(list(host.offers))
            return seat, self.command(dice.choice(("agree", "agree", "decline")), what=what)
        kind = dice.choice(("undo", "undo", "undo", "offer", "away", "pause"))
        if kind == "undo":
            return self.last_mover(), self.command("undo")
        if kind == "offer":
            return seat, self.command("offer", what="undo")
        if kind == "away":
            return seat, self.command("back" if host.chairs[seat].away else "bot", own=True)
        return NOBODY, self.command("pause", own=True, ms=dice.randint(0, LONGEST_PAUSE))

    def last_mover(self) -> int:
        moves = [row.seat for row in self.rows if row.kind == "move"]
        return moves[-1] if moves else 0
