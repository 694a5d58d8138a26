"""The state of a table: chairs, game, clock, offers, result.

`Host` adds how commands are checked and rows are applied; the files in rows/ change this state.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from skipyard.games import GAMES, game
from skipyard.options import Refused, read_settings
from skipyard.seats import NOBODY
from skipyard.table import clock, fair_dice, log_limit, pace, policy
from skipyard.table.chair import FREE, all_revealed, new_chair
from skipyard.table.database.store import NEVER, Header, Row, Trouble
from skipyard.table.policy import SECOND
from skipyard.table.result import Result
from skipyard.table.sentences import say
from skipyard.table.table import LoggedAction, Table

DIGEST = 16  # hexadecimal digits of a position's digest
OPEN_CHAIR = new_chair(policy.OPEN)


class Offer(NamedTuple):
    """An offer that waits for the others to agree."""

    what: str
    seat: int  # who offered it
    seq: int  # the row in which
    agreed: frozenset[int]  # the seats that want it, the offering one included
    to: int = 0  # of an undo: how many entries of the game's log would stay


class HostState:
    """A table: who sits there, what is played, whose clock runs, what is offered."""

    def __init__(self, header: Header, language: str = "en") -> None:
        self.header, self.language = header, language  # the language of Trouble
        self.commitment = fair_dice.commitment(header.key)
        self.open_header()
        self.chairs = [new_chair(reserved) for reserved in self.policy.chairs]
        self.clock = clock.new_clock(self.policy)
        self.table: Table | None = None
        self.result: Result | None = None
        self.offers: dict[str, Offer] = {}
        self.rematch_agreed = False
        self.promises: dict[int, str] = {}  # commitments to nonces for the rematch, by seat
        self.next_table = ""  # the rematch
        self.seq = 0
        self.adjourned = 0  # the first row that does not follow by today's rules; 0: all do
        self.changed = 0  # the last row that changed the position: what a command must have seen
        self.last_at = self.seated_at = header.opened
        self.moves = 0  # made so far, those taken back included
        self.bot_moves = 0  # by bots since a person's last move or the deal
        self.pace = self.policy.pace  # milliseconds that a bot waits, before `pace.wait`
        self.came: tuple[int, ...] = ()  # the seats of people, in the order in which they host
        self.phrases = True  # whether people may send phrases
        self.won = self.policy.won  # by each seat, in the earlier games of a series
        self.paid_until = 0  # until when time lost in outages has been given back
        self.furthest = 0  # the greatest length of the game's log: an undo gains no time
        self.phase = self.find_phase()
        self.turn = NOBODY  # the seat that is to move; NOBODY while nothing is played

    def open_header(self) -> None:
        """Read what was agreed, or Trouble with a sentence where this Skipyard cannot play it."""
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
        return turn if turn != NOBODY and self.chairs[turn].played_by_person else NOBODY

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
        """Whether a move of the log is legal now; under today's rules it was checked before."""
        if not self.older:
            return True
        if self.adjourned or self.table is None:
            return False
        try:
            self.table.check(seat, action)
        except Refused:
            return False
        return True

    def describe_move(self, viewer: int, action: int, language: str = "en") -> str:
        """A move about to be applied, in the words that this viewer may read."""
        if not self.follows(self.turn, action):
            return say(language, "record.unread")
        assert self.table is not None
        move = LoggedAction(self.turn, action)
        if viewer == self.turn:
            return self.table.describe(move, language)
        return self.table.describe_publicly(move, language)

    def due(self) -> int:
        """When the table next has to act by itself; NEVER where it waits for people."""
        phase = self.phase
        if self.log_full and phase != "over":
            return self.clock.runs_out if phase == "playing" else NEVER
        if phase == "revealing":
            ready = all_revealed(self.chairs)
            return self.last_at if ready else self.reveal_ends
        if phase == "playing" and self.chairs[self.turn].bot:
            return self.last_at + self.bot_wait
        if phase == "playing":
            return self.clock.runs_out
        if phase == "between" and not self.people_playing:
            return self.last_at + self.policy.between * SECOND
        if phase == "over" and self.rematch_agreed and not self.next_table:
            return self.last_at
        return NEVER

    @property
    def log_long(self) -> bool:
        """Whether the log takes only what the game itself needs."""
        return self.seq >= log_limit.LONG

    @property
    def log_full(self) -> bool:
        """Whether the log takes no more moves."""
        return self.seq >= log_limit.FULL

    @property
    def reveal_ends(self) -> int:
        """When nonces that were not revealed count as zeros."""
        return self.seated_at + self.policy.reveal * SECOND

    @property
    def bot_wait(self) -> int:
        """How long a bot waits before its move; where only bots play, it never shrinks."""
        return pace.wait(self.pace, self.bot_moves if self.people_playing else 0)

    @property
    def host_seat(self) -> int:
        """The host's seat: who sat down first of those who play, or was handed the hosting."""
        came = (seat for seat in self.came if self.chairs[seat].played_by_person)
        return next(came, NOBODY)

    @property
    def score(self) -> tuple[int, ...]:
        """The games that each seat has won in a series of rematches, this one included."""
        won = self.won or (0,) * len(self.chairs)
        winners = () if self.result is None else self.result.winners
        if len(winners) == len(self.chairs):  # a draw
            return won
        return tuple(games + (seat in winners) for seat, games in enumerate(won))

    @property
    def people_playing(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.played_by_person]

    def digest(self) -> str:
        """A short digest of the position."""
        assert self.table is not None
        return self.table.digest()[:DIGEST]

    # Changes --------------------------------------------------------------------------------------
    def update_phase(self) -> None:
        """Work out the phase, and the seat that is to move."""
        self.phase = self.find_phase()
        self.turn = NOBODY if self.table is None or self.phase != "playing" else self.table.turn

    def forget_series(self, seat: int) -> None:
        """Start a seat's score anew: somebody else may sit there now."""
        self.won = tuple(0 if n == seat else games for n, games in enumerate(self.won))

    def trouble(self, key: str, row: Row) -> Trouble:
        return Trouble(say(self.language, key, table=self.header.table, seq=row.seq))

    def end(self, ended: Result) -> None:
        self.result = ended
        self.offers.clear()
