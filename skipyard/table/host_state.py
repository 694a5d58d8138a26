"""What is true of a table besides its log: chairs, game, clock, offers, result.

`Host` adds how commands are checked and rows are folded; the files in rows/ change what is here.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from skipyard.games import GAMES, game
from skipyard.options import Refused, read_settings
from skipyard.seats import NOBODY
from skipyard.table import clock, fair_dice, policy
from skipyard.table.chair import FREE, all_revealed, at_first
from skipyard.table.database.store import NEVER, Header, Row, Trouble
from skipyard.table.policy import SECOND
from skipyard.table.result import Result
from skipyard.table.sentences import say
from skipyard.table.table import Entry as Logged
from skipyard.table.table import Table

DIGEST = 16  # hexadecimal digits of a position's digest
OPEN_CHAIR = at_first(policy.OPEN)


class Offer(NamedTuple):
    """Something that waits for the others to agree."""

    what: str
    seat: int  # who offered it
    seq: int  # the row in which
    agreed: frozenset[int]  # the seats that want it, the offering one included
    to: int = 0  # of an undo: how many entries of the game's log would stay


class HostState:
    """A table: who sits there, what is played, whose clock runs, what is offered."""

    def __init__(self, header: Header, language: str = "en") -> None:
        self.header, self.language = header, language  # of what is said where it cannot be read
        self.commitment = fair_dice.commitment(header.key)
        self.open_header()
        self.chairs = [at_first(reserved) for reserved in self.policy.chairs]
        self.clock = clock.wound_up(self.policy)
        self.table: Table | None = None
        self.result: Result | None = None
        self.offers: dict[str, Offer] = {}
        self.rematch_agreed = False
        self.next_table = ""  # the rematch
        self.seq = 0
        self.adjourned = 0  # the first row that does not follow by today's rules; 0: all do
        self.changed = 0  # the last row that changed the position: what a command must have seen
        self.last_at = self.seated_at = header.opened
        self.moves = 0  # made so far, those taken back included
        self.furthest = 0  # the longest that the game's log has been: no time is won by an undo
        self.phase = self.find_phase()
        self.turn = NOBODY  # the seat that we wait for; NOBODY while nothing is played

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
            free = any(chair.kind == FREE for chair in self.chairs)
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
            ready = all_revealed(self.chairs)
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

    # Changes --------------------------------------------------------------------------------------
    def update_phase(self) -> None:
        """Work out the phase, and the seat that the table waits for."""
        self.phase = self.find_phase()
        self.turn = NOBODY if self.table is None or self.phase != "playing" else self.table.turn

    def trouble(self, key: str, row: Row) -> Trouble:
        return Trouble(say(self.language, key, table=self.header.table, seq=row.seq))

    def end(self, ended: Result) -> None:
        self.result = ended
        self.offers.clear()
