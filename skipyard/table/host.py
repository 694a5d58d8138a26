"""One table as a state machine: wishes are checked, durable rows are folded, nothing is done twice.

No file, no socket, no clock of its own: the keeper in server/ brings the time and writes the rows.
Opening a table is folding its rows.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from skipyard.games import GAMES, game
from skipyard.options import Refused, read_settings
from skipyard.seats import NOBODY
from skipyard.table import adjourned, chairs, clock, fair_dice, offers, policy
from skipyard.table.canonical_json import dumps
from skipyard.table.command import Asked, Command, check_form
from skipyard.table.policy import SECOND
from skipyard.table.result import Result
from skipyard.table.row_kinds import ABOUT_SEAT, ACTS, PEOPLE, POSITION, TABLE, WITHOUT_SEAT
from skipyard.table.sentences import say
from skipyard.table.store import NEVER, Entry, Header, Row, Trouble
from skipyard.table.table import Entry as Logged
from skipyard.table.table import Table

DIGEST = 16  # hexadecimal digits of a position's digest
OPEN_CHAIR = chairs.at_first(policy.OPEN)


class Host:
    """A table: who sits there, what is played, whose clock runs, what is offered."""

    def __init__(self, header: Header, rows: Sequence[Row] = (), language: str = "en") -> None:
        self.header, self.language = header, language  # of what is said where it cannot be read
        self.commitment = fair_dice.commitment(header.key)
        self.open_header()
        self.chairs = [chairs.at_first(reserved) for reserved in self.policy.chairs]
        self.clock = clock.wound_up(self.policy)
        self.table: Table | None = None
        self.result: Result | None = None
        self.offers: dict[str, offers.Offer] = {}
        self.rematch_agreed = False
        self.next_table = ""  # the rematch
        self.seq = 0
        self.adjourned = 0  # the first row that does not follow by today's rules; 0: all do
        self.changed = 0  # the last row that changed the position: what a command must have seen
        self.last_at = self.seated_at = header.opened
        self.moves = 0  # made so far, those taken back included
        self.furthest = 0  # the longest that the game's log has been: no time is won by an undo
        self.tried: tuple[Row, Host] | None = None  # the row checked last, and what it makes of us
        self.phase = self.find_phase()
        self.turn = NOBODY  # the seat that we wait for; NOBODY while nothing is played
        for row in rows:
            self.apply(row)

    def open_header(self) -> None:
        """What was agreed, or Trouble with a sentence where this Skipyard cannot play it."""
        header, language = self.header, self.language
        if header.game not in GAMES:
            raise Trouble(say(language, "host.game", table=header.table, game=header.game))
        self.game = game(header.game)
        self.older = header.rules < self.game.rules.VERSION  # adjourned.py says what that means
        if header.rules > self.game.rules.VERSION:
            facts = {"found": header.rules, "version": self.game.rules.VERSION}
            raise Trouble(
                say(language, "host.version", table=header.table, game=self.game.title, **facts)
            )
        try:
            settings = json.loads(header.settings)
            listed, title = self.game.options.OPTIONS, self.game.title
            self.chosen = read_settings(listed, settings, title, language)
            self.game.options.check(header.seats, self.chosen, language)
            self.policy = policy.read(header.policy, header.seats, language)
        except ValueError as problem:  # Refused is one
            raise Trouble(say(language, "host.header", table=header.table, why=problem)) from None

    # Questions ------------------------------------------------------------------------------------
    def find_phase(self) -> str:
        """gathering, revealing (nonces), playing, between (rounds), adjourned or over."""
        if self.result is not None:
            return "over"
        if self.adjourned:
            return "adjourned"
        if self.table is None:
            free = any(chair.kind == chairs.FREE for chair in self.chairs)
            return "gathering" if free else "revealing"
        return "between" if self.table.waiting else "playing"

    @property
    def on_clock(self) -> int:
        """The seat whose clock should run: a person's, on turn."""
        turn = self.turn
        return turn if turn != NOBODY and self.chairs[turn].here else NOBODY

    @property
    def free(self) -> int:
        """How many chairs anybody may take."""
        return self.chairs.count(OPEN_CHAIR)

    @property
    def done(self) -> bool:
        """Whether the table has nothing more to do, a rematch that was agreed on included."""
        return self.phase == "over" and self.due() == NEVER

    def view(self, viewer: int) -> Any:
        """What a seat or a watcher (NOBODY) sees; None before the deal."""
        return None if self.table is None else self.table.view(viewer)

    def legal(self, viewer: int) -> list[int]:
        """The moves that a viewer may make now."""
        if self.table is None or viewer == NOBODY or viewer != self.turn:
            return []
        return list(self.table.legal().tolist())

    def follows(self, seat: int, action: int) -> bool:
        """Whether a move of the log could be made now; by today's rules that was checked before."""
        if not self.older:
            return True
        if self.adjourned or self.table is None:
            return False
        try:
            self.table.check(seat, action)
        except Refused:
            return False
        return True

    def heard(self, viewer: int, action: int, language: str = "en") -> str:
        """A move about to be applied, in the words that this viewer may hear."""
        if not self.follows(self.turn, action):
            return say(language, "log.unread")
        assert self.table is not None
        entry = Logged(self.turn, action)
        if viewer == self.turn:
            return self.table.describe(entry, language)
        return self.table.tell(entry, language)

    def due(self) -> int:
        """When the table next has to act by itself; NEVER where it waits for people alone."""
        phase = self.phase
        if phase == "revealing":
            ready = chairs.all_revealed(self.chairs)
            return self.last_at if ready else self.reveal_ends
        if phase == "playing" and self.chairs[self.turn].bot:
            return self.last_at + self.policy.pace
        if phase == "playing":
            return self.clock.runs_out
        if phase == "between" and not self.people_here:
            return self.last_at + self.policy.between * SECOND
        if phase == "over" and self.rematch_agreed and not self.next_table:
            return self.last_at
        return NEVER

    @property
    def reveal_ends(self) -> int:
        """When nonces that are still missing count as zeros."""
        return self.seated_at + self.policy.reveal * SECOND

    @property
    def people_here(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.here]

    def digest(self) -> str:
        """What the present position is known by, in short."""
        assert self.table is not None
        return self.table.digest()[:DIGEST]

    # Checking -------------------------------------------------------------------------------------
    def check(self, seat: int, command: Command, now: int, language: str = "en") -> Entry:
        """The row that a command would become, or Refused with a sentence; nothing changes."""
        asked = Asked(seat, command, max(now, self.last_at), language)
        check_form(asked)
        if self.phase == "adjourned":
            raise asked.no("host.adjourned")
        if command.kind not in ACTS:
            raise asked.no("host.kind_of_wish")
        act = ACTS[command.kind]
        if act.who == (PEOPLE if command.own else TABLE):
            raise asked.no("host.own")
        self.check_seat(asked)
        if command.seq > self.seq or (act.answers and command.seq < self.changed):
            raise asked.no("host.stale")
        kind, data = act.check(self, asked)
        row = Row(
            self.header.table,
            self.seq + 1,
            kind,
            seat,
            command.action if kind == "move" else 0,
            dumps(data) if data else "",
            command.id,
            asked.now,
        )
        after = self.copy()
        after.apply(row)
        self.tried = row, after
        return Entry(row, after.due(), after.done, after.free)

    def check_seat(self, asked: Asked) -> None:
        """Refuse watchers, seats that are not there, and people whose place a bot has."""
        command, seats = asked.command, len(self.chairs)
        if asked.seat == NOBODY:
            if command.own and command.kind in WITHOUT_SEAT:
                return
            raise asked.no("host.watcher")
        if not 0 <= asked.seat < seats:
            raise asked.no("table.seat", seats=seats)
        chair = self.chairs[asked.seat]
        if command.kind in ABOUT_SEAT:
            return
        if command.own:
            if not chair.bot:
                raise asked.no("host.not_bot")
        elif chair.kind != chairs.PERSON:
            raise asked.no("host.not_seated")
        elif chair.away and self.phase != "over":
            raise asked.no("host.away" if chair.away == chairs.LEFT else "host.for_good")

    def copy(self) -> Host:
        """A host of its own with the same past, to try a row on."""
        twin = object.__new__(Host)  # `copy.copy` takes ten times as long
        vars(twin).update(vars(self))
        twin.tried = None
        twin.chairs, twin.offers = list(self.chairs), dict(self.offers)
        twin.table = None if self.table is None else self.table.copy()
        return twin

    # Folding --------------------------------------------------------------------------------------
    def apply(self, row: Row) -> None:
        """Fold one durable row; Trouble with a sentence where the log is not ours to read."""
        if self.tried is not None and self.tried[0] is row:
            vars(self).update(vars(self.tried[1]))  # it has been played already, to check it
            return
        self.tried = None
        if row.seq != self.seq + 1 or row.kind not in ACTS:
            raise self.trouble("host.gap", row)
        mover = self.clock.running
        self.fold(row)
        self.seq, self.last_at = row.seq, max(row.at, self.last_at)
        if row.kind in POSITION:
            self.changed = row.seq
        self.update_phase()
        self.run_clock(row, mover)

    def fold(self, row: Row) -> None:
        """Do what a row says; a table of older rules is adjourned where that cannot be done."""
        if adjourned.was_over(self, row):
            adjourned.end(self, row.seq)
        if not self.adjourned:
            try:
                ACTS[row.kind].do(self, row, adjourned.data_of(row))
            except adjourned.UNFIT:
                if not self.older:
                    raise self.trouble("host.gap", row) from None
                self.adjourned = row.seq
            except Trouble:
                if not self.older:
                    raise
                self.adjourned = row.seq
        if self.adjourned:
            adjourned.note(self, row)

    def update_phase(self) -> None:
        """Work out the phase, and the seat that the table waits for."""
        self.phase = self.find_phase()
        self.turn = NOBODY if self.table is None or self.phase != "playing" else self.table.turn

    def run_clock(self, row: Row, mover: int) -> None:
        """Stop the clock that ran and start the one that is to run."""
        length = 0 if self.table is None else len(self.table.log)
        stopped, turn = self.clock.stopped(self.last_at), self.on_clock
        if row.kind in ("deal", "back") or length > self.furthest:
            if row.kind == "move" and mover == row.seat != turn:
                stopped = stopped.rewarded(mover)
            stopped = stopped.refreshed(turn)
            self.furthest = length
        self.clock = stopped.started(turn, self.last_at)

    def trouble(self, key: str, row: Row) -> Trouble:
        return Trouble(say(self.language, key, table=self.header.table, seq=row.seq))

    def end(self, ended: Result) -> None:
        self.result = ended
        self.offers.clear()

    def take_back(self, to: int, row: Row) -> None:
        """Keep the first `to` entries of the game's log."""
        assert self.table is not None
        if self.adjourned:  # it is no longer the game that was taken back
            return
        if not 0 <= to <= len(self.table.log):
            raise self.trouble("host.gap", row)
        self.table.keep(to)
        self.changed = row.seq
        offers.lapse(self)
