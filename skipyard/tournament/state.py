"""The state of a tournament: who plays, what was played, what comes next."""

from __future__ import annotations

import json
from typing import Any, Self

from skipyard.games import GAMES, game
from skipyard.options import Refused, read_settings
from skipyard.table import fair_dice
from skipyard.table.database.store import NEVER, Header, Trouble
from skipyard.table.policy import SECOND
from skipyard.tournament import agreement as agreements
from skipyard.tournament import deals, pairing
from skipyard.tournament.agreement import KNOCKOUT, ROUND_ROBIN, SWISS
from skipyard.tournament.pairing import NOBODY_THERE
from skipyard.tournament.rounds import PERSON, Player, Round
from skipyard.tournament.sentences import say
from skipyard.tournament.standings import Standing, standings

REVEAL = 10  # seconds to reveal nonces once it has begun
SWISS_ROUNDS = 3  # at least, where the organiser does not say how many
GATHERING, REVEALING, PLAYING, BREAK, OVER = "gathering", "revealing", "playing", "break", "over"


class TournamentState:
    """A tournament as its log says."""

    def __init__(self, header: Header, language: str = "en") -> None:
        self.header, self.language = header, language
        self.commitment = fair_dice.commitment(header.key)
        self.open_header()
        self.players: list[Player] = []
        self.rounds: list[Round] = []
        self.order: list[int] = []  # by lot: seeds, or the places of a round robin's schedule
        self.planned = 0  # rounds; 0 before the first
        self.key = b""  # of all dice, once the nonces are known
        self.began_at = self.ended_at = 0  # when it began, and when the last round ended
        self.phase = GATHERING
        self.seq = 0
        self.last_at = header.opened

    def open_header(self) -> None:
        """Read what was agreed, or Trouble with a sentence where this Skipyard cannot play it."""
        header, language = self.header, self.language
        if header.game not in GAMES:
            raise Trouble(say(language, "tournament.game", game=header.game))
        self.game = game(header.game)
        try:
            self.agreement = agreements.read(header.policy, header.seats, language)
            options = self.game.options
            settings: list[str] = json.loads(header.settings)
            self.chosen = read_settings(options.OPTIONS, settings, self.game.title, language)
            options.check(header.seats, self.chosen, language)
        except ValueError as problem:  # Refused is one
            raise Trouble(say(language, "tournament.header", why=problem)) from None

    # Questions ------------------------------------------------------------------------------------
    @property
    def id(self) -> str:
        return self.header.table

    @property
    def seats(self) -> int:
        """At a table."""
        return self.header.seats

    @property
    def present(self) -> list[int]:
        """The players who have not left."""
        return [number for number, player in enumerate(self.players) if not player.left]

    @property
    def people(self) -> list[int]:
        """Those of them who are people."""
        return [number for number in self.present if self.players[number].kind == PERSON]

    @property
    def standings(self) -> list[Standing]:
        """Everybody, the best first; who left before the first round does not count."""
        counted = self.order if self.rounds else self.present
        known = {number for number in counted if number != NOBODY_THERE}
        known |= {p for one in self.rounds for each in one.meetings for p in each.players}
        return standings(self.agreement.form, self.rounds, known)

    def meeting_of(self, player: int) -> tuple[int, int] | None:
        """The round (from 1) and table of a player's running game."""
        if self.phase == PLAYING:
            for table, meeting in enumerate(self.rounds[-1].meetings):
                if player in meeting.players and not meeting.places:
                    return len(self.rounds), table
        return None

    def table_id(self, number: int, table: int) -> str:
        """The id of a table of round `number`, from 1."""
        return deals.table_id(self.header.key, number, table)

    def server_key(self, number: int, table: int) -> bytes:
        """The server's key of that table: of duplicate deals the same for the whole round."""
        return deals.deal_key(self.key, number, 0 if self.agreement.duplicate else table + 1)

    def is_sealed(self, table: str) -> bool:
        """Whether the deal of a table is still being played, at this table or another one."""
        if not self.agreement.duplicate or self.phase != PLAYING:
            return False
        number = len(self.rounds)  # rounds follow each other: only the last one can be running
        tables = range(len(self.rounds[-1].meetings))
        return table in [self.table_id(number, n) for n in tables]

    def all_revealed(self) -> bool:
        return all(self.players[n].nonce for n in self.people if self.players[n].commitment)

    def may_still_join(self) -> bool:
        """Whether there is a place: always before it begins, later by the rules of the form."""
        if len(self.people) >= agreements.MOST:
            return False
        if self.phase == GATHERING:
            return True
        if self.phase not in (PLAYING, BREAK) or self.agreement.form == KNOCKOUT:
            return False
        early = 2 * len(self.rounds) <= self.planned
        return early and (self.agreement.form == SWISS or self.free_place() is not None)

    def free_place(self) -> int | None:
        """A place in the schedule of a round robin that nobody has any more."""
        places = enumerate(self.order)
        return next((at for at, number in places if number not in self.present), None)

    def bots_needed(self) -> int:
        """How many bots fill up, so that nobody has a bye."""
        count = len(self.people)
        if not self.agreement.fill:
            return 0
        if self.agreement.form == KNOCKOUT:
            return int(2 ** (count - 1).bit_length() - count)
        return -count % self.seats

    def rounds_planned(self) -> int:
        """How many rounds there are, once it is known how many play."""
        agreed, count = self.agreement, len(self.order)
        if agreed.form == KNOCKOUT:
            return (count - 1).bit_length()
        if agreed.form == ROUND_ROBIN:
            most = agreed.legs * (count - 1)
            return min(agreed.rounds or most, most)
        usual = max(SWISS_ROUNDS, (count - 1).bit_length())
        most = count - 1 if self.seats == agreements.TWO else agreements.MOST_ROUNDS
        return min(agreed.rounds or usual, most)

    # The next round -------------------------------------------------------------------------------
    def nonces(self) -> list[bytes]:
        """A nonce for everybody who is there; zeros without one."""
        texts = [self.players[number].nonce for number in self.present]
        return [bytes.fromhex(text) if text else fair_dice.NO_NONCE for text in texts]

    def drawn(self, key: bytes) -> list[int]:
        """Everybody in an order by lot; a round robin has an even number of places."""
        order = deals.lots(key, self.present)
        odd = self.agreement.form == ROUND_ROBIN and len(order) % 2
        return [*order, NOBODY_THERE] if odd else order

    def next_round(self) -> Round:
        """Who would meet whom now; without meetings where nobody can play any more."""
        form, done = self.agreement.form, len(self.rounds)
        if done >= self.planned:
            return Round(())
        if form == ROUND_ROBIN:
            return self.next_of_schedule(done)
        if form == KNOCKOUT:
            left = [n for n in self.order if n not in self.present]
            return pairing.knockout(self.order, self.rounds, left)
        if len(self.present) < self.seats:
            return Round(())
        lot = {number: n for n, number in enumerate(self.order)}
        lines = [line for line in self.standings if line.player in self.present]
        lines.sort(key=lambda line: (line.rank, lot.get(line.player, len(lot))))
        points = {line.player: line.half_points for line in lines}
        ranking = [line.player for line in lines]
        return pairing.swiss(ranking, points, self.rounds, self.seats)

    def next_of_schedule(self, number: int) -> Round:
        """A round of a round robin; who has left is a bye for the others."""
        present = self.present
        places = [n if n in present else NOBODY_THERE for n in self.order]
        return pairing.circle(places, number, self.agreement.legs)

    def is_finished(self) -> bool:
        """Whether nothing is left to be played, given that the last round has ended."""
        if self.agreement.form == ROUND_ROBIN:
            later = range(len(self.rounds), self.planned)
            return not any(self.next_of_schedule(number).meetings for number in later)
        coming = self.next_round()
        if self.agreement.form == KNOCKOUT:  # who is left alone goes on by byes
            return not coming.meetings and not coming.byes
        return not coming.meetings

    def due(self) -> int:
        """When the tournament has to act by itself; while tables play, at every look."""
        if self.phase == REVEALING:
            ready = self.all_revealed()
            return self.last_at if ready else self.began_at + REVEAL * SECOND
        if self.phase == BREAK:
            return self.ended_at + self.agreement.pause * SECOND
        return self.last_at if self.phase == PLAYING else NEVER

    def copy(self) -> Self:
        """A copy of this tournament, to try a row on."""
        copied = object.__new__(type(self))
        vars(copied).update(vars(self))
        copied.players, copied.rounds = list(self.players), list(self.rounds)
        copied.order = list(self.order)
        return copied

    # Changes --------------------------------------------------------------------------------------
    def update_phase(self) -> None:
        """Work out the phase after a row."""
        if self.phase == PLAYING and self.rounds[-1].ended:
            self.phase, self.ended_at = BREAK, self.last_at
        if self.phase == BREAK and self.is_finished():
            self.phase = OVER

    def refuse(self, language: str, key: str, **facts: Any) -> Refused:
        return Refused(say(language, f"tournament.{key}", **facts))
