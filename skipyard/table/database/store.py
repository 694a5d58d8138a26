"""The interface of a database (`Store`) and the records that it stores.

A table is its log. A row is written once and never changed; `(table, seq)` decides who was first,
`(table, command)` makes a repeated send harmless.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

NEVER = 0  # a `due` of a table that has nothing to do by itself
UNKNOWN_TURN = -2  # the `turn` of a table whose last row was written by an older version
PRESENCE_CHANGED = "comings"  # the hint that somebody came to a table, or left it
NAMES_FORGOTTEN = "forgotten"  # the hint that names in a table's log were erased
REMOVED = NAMES_FORGOTTEN  # that a table was deleted: those who have it open look again


class Header(NamedTuple):
    """What was agreed when a table was opened; it never changes."""

    table: str
    game: str
    rules: int  # VERSION of the rules that it is played by
    seats: int
    settings: str  # a JSON list of NAME=VALUE texts
    policy: str  # JSON: clock, casual, grace, pace; table/policy.py reads it
    key: bytes  # the server's half of the dice, secret until the end
    opened: int  # milliseconds since 1970, as all times here
    before: str = ""  # the table that this one is the rematch of


class Row(NamedTuple):
    """One line of a log: who did what, and when."""

    table: str
    seq: int  # from 1, without a gap
    kind: str  # move, sit, deal, undo …: table/rows/row_kinds.py lists them
    seat: int  # whose; NOBODY: the table's own
    action: int  # of a move; 0 otherwise
    data: str  # JSON, for the kinds that need more; empty otherwise
    command: str  # the sender's id of the command, unique in a table
    at: int


class Outcome(Enum):
    """What became of a row that was to be written."""

    STORED = "stored"
    TAKEN = "taken"  # another row has this seq: read it and check the command again
    REPEATED = "repeated"  # this command is in the log already
    AHEAD = "ahead"  # the row before it, or the table itself, is not there: a log has no gap


class SeatResult(NamedTuple):
    """How a finished table ended for one of its seats."""

    seat: int
    kind: str  # person or bot:NAME
    against: str  # whom it played: PEOPLE, bot:NAME where all were that bot, MIXED
    outcome: str  # won, lost, drawn or unknown
    place: int  # 0: unknown
    how: str  # as in table/result.py
    moves: int  # of all players
    ended: int


class NewRow(NamedTuple):
    """A row to write, and what it changes in the list of tables."""

    row: Row
    due: int = NEVER  # when the table next has to act by itself: a bot, a clock, a leaver
    over: bool = False
    free: int = 0  # seats that anybody may take
    # Who alone holds the seat from now on; b"": nobody; None: as before.
    holder: bytes | None = None
    turn: int = UNKNOWN_TURN  # the seat whose person is to move; NOBODY: none
    results: tuple[SeatResult, ...] = ()  # for each seat, where this row ends the game


class Invitation(NamedTuple):
    """A one-use code, known by its hash."""

    table: str
    seat: int
    # JOIN: a free seat; DEVICE: a seat already held, on another device; REMOVED: for nothing, but a
    # note that somebody was removed from the table.
    kind: str
    expires: int


JOIN, DEVICE, REMOVED = "join", "device", "removed"
VALID, USED, VOID, EXPIRED, UNKNOWN = "", "used", "void", "expired", "unknown"  # fates of codes


class RunningTable(NamedTuple):
    """A table of somebody's that is not over."""

    table: str
    last: int  # its last row
    at: int  # when that was written; when it was opened where there is none
    my_turn: bool


class FinishedTable(NamedTuple):
    """A finished table of somebody's."""

    table: str
    game: str
    opened: int
    ended: int
    mine: tuple[int, ...]  # the seats that this person had
    results: tuple[SeatResult, ...]


class Played(NamedTuple):
    """A finished game of somebody's, as statistics need it."""

    game: str
    ended: int
    outcome: str
    against: str
    seats: int  # that this person had; several: people shared a screen


class Recovery(Enum):
    """What became of a recovery code."""

    LINKED = "linked"  # the device now belongs to the code's person
    UNKNOWN = "unknown"
    EXPIRED = "expired"
    USED = "used"  # by another device
    DONE = "done"  # by this very person's devices, earlier
    OWN = "own"  # opened on a device that made it, so it is not used up


class OwnFigure(NamedTuple):
    """A figure of a finished game that belongs to a person."""

    game: str
    figure: str
    value: int
    table: str


class Forgotten(NamedTuple):
    """What erasing somebody has changed."""

    tables: tuple[str, ...]  # whose names were replaced, or whose seats became free
    devices: int
    tournaments: tuple[str, ...] = ()  # in which names were replaced


class TableFacts(NamedTuple):
    """What operators and the retention of tables look at."""

    table: str
    game: str
    opened: int
    policy: str
    last: int  # the last row
    at: int  # when it was written; when the table was opened where there is none
    over: bool
    dealt: bool
    held: int  # seats that somebody holds
    present: int  # people and watchers who are connected, to whichever process


class TournamentFacts(NamedTuple):
    """The same of a tournament."""

    tournament: str
    game: str
    opened: int
    at: int
    over: bool


class Ban(NamedTuple):
    """An address or a network (CIDR), or the digest of a token, that is not served."""

    kind: str  # ADDRESS or TOKEN
    value: str
    since: int
    until: int = NEVER  # NEVER: until it is lifted
    reason: str = ""


ADDRESS, TOKEN = "address", "token"


class Act(NamedTuple):
    """Something that an operator did."""

    at: int
    id: str
    act: str
    about: str
    operator: str
    result: str


def outcomes_of(
    new_rows: Sequence[NewRow], last: Mapping[str, int], known: Collection[tuple[str, str]]
) -> list[Outcome]:
    """What becomes of each new row, given the last seq by table and the commands in the logs."""
    lasts, commands = dict(last), set(known)
    outcomes = []
    for row in (new_row.row for new_row in new_rows):
        if (row.table, row.command) in commands:
            outcomes.append(Outcome.REPEATED)
        elif row.table not in lasts or row.seq > lasts[row.table] + 1:
            outcomes.append(Outcome.AHEAD)
        elif row.seq <= lasts[row.table]:
            outcomes.append(Outcome.TAKEN)
        else:
            lasts[row.table] = row.seq
            commands.add((row.table, row.command))
            outcomes.append(Outcome.STORED)
    return outcomes


class Trouble(Exception):
    """The database cannot do what was asked, in a sentence; nothing was acknowledged.

    Where it has a kind, the sentence names the place of the database and is for its operator.
    """

    def __init__(self, sentence: str = "", kind: str = "") -> None:
        super().__init__(sentence)
        self.kind = kind


class Store(Protocol):
    """One connection to a database; used by one thread at a time."""

    def create(
        self, header: Header, invitations: Sequence[tuple[bytes, Invitation]], free: int = 0
    ) -> None:
        """Open a table with an empty log, of which `free` seats may be taken by anybody."""

    def append(self, new_rows: Sequence[NewRow]) -> list[Outcome]:
        """Write rows in one transaction; on return what is STORED is on disk."""

    def header(self, table: str) -> Header | None: ...
    def rows(self, table: str, after: int = 0, limit: int = 0) -> list[Row]:
        """The rows of a log after one of them; at most `limit` where that is not 0."""

    def is_over(self, table: str) -> bool:
        """Whether the last row that was written ended the table, by the rules of that time."""

    def open_tables(self, limit: int) -> list[str]:
        """Tables with a free seat that anybody may take, newest first."""

    def running(self, since: int, limit: int) -> list[str]:
        """Tables with every seat taken, one of which was open to anybody, where something has
        happened since then; the latest first."""

    def due(self, now: int, limit: int) -> list[str]:
        """Tables that should have acted by `now` and are not over."""

    def set_due(self, table: str, due: int) -> None: ...

    # Who may sit where: only hashes are stored
    def hold(self, holder: bytes, table: str, seat: int, now: int) -> None:
        """Let a seat be held by one more, such as another device of the same person.

        A row that gives the seat to a new holder ends this, and codes for more devices.
        """

    def held(self, holder: bytes, table: str) -> list[int]: ...
    def holders_of(self, table: str, seat: int) -> list[bytes]: ...
    def tables_of(self, holder: bytes, limit: int) -> list[str]: ...
    def invite(self, code: bytes, invitation: Invitation) -> None:
        """Add a code; earlier ones of its kind for the same seat are void."""

    def void_codes(self, table: str, seat: int) -> None:
        """Make the codes of a seat void."""

    def invitation(self, code: bytes, now: int) -> Invitation | None:
        """What a code is good for, without using it up."""

    def use(self, code: bytes, now: int) -> Invitation | None:
        """Use up a code: what it was good for; None where it is not valid."""

    def fate(self, code: bytes, now: int) -> str:
        """What became of a code: VALID, USED, VOID (a newer one replaced it), EXPIRED, UNKNOWN."""

    def forget_invitations(self, now: int) -> None:
        """Drop the codes that had expired by then, used ones included."""

    # People: several devices that were linked by a recovery code are one person
    def devices_of(self, holder: bytes) -> list[tuple[bytes, int]]:
        """The devices of this one's person, itself included, and since when (NEVER: not linked)."""

    def add_recovery(self, code: bytes, holder: bytes, expires: int) -> None:
        """Store a code that links another device; the person's earlier unused ones end."""

    def open_recoveries(self, holder: bytes, now: int) -> list[int]:
        """When this person's unused codes expire."""

    def recover(self, code: bytes, holder: bytes, now: int) -> Recovery:
        """Use up a code: its person and that of `holder` are one from now on."""

    def forget_recoveries(self, before: int) -> None:
        """Drop the codes that had expired by then; until then we can say what became of them."""

    def running_of(self, holder: bytes, limit: int, skip: int = 0) -> list[RunningTable]:
        """This person's tables that are not over: those where it is their turn, then the latest."""

    def finished_of(
        self, holder: bytes, limit: int, before: int = NEVER, last: str = ""
    ) -> list[FinishedTable]:
        """This person's finished tables, the latest first, after the one that ended then."""

    def without_results(self, holder: bytes, limit: int) -> list[str]:
        """This person's tables that are over and have no results yet, the latest first."""

    def add_results(self, table: str, results: Sequence[SeatResult]) -> None: ...
    def played_by(self, holder: bytes) -> list[Played]:
        """All finished games of this person, the earliest first."""

    def without_figures(self, holder: bytes, limit: int) -> list[str]:
        """This person's finished tables whose figures are not worked out yet."""

    def add_figures(self, table: str, figures: Sequence[tuple[str, int, int]]) -> None:
        """Store the figures of a finished table: name, seat and value of each."""

    def best_figures(self, holder: bytes) -> list[OwnFigure]:
        """The greatest value of each of this person's figures, by game."""

    def sit_rows(self, tables: Sequence[str]) -> list[Row]:
        """The rows in which somebody sat down at these tables, in order."""

    def names_of(self, holder: bytes) -> list[str]:
        """The names that stand at this person's seats, each once."""

    def seats_of(self, holder: bytes) -> list[tuple[str, int]]:
        """Every seat that this person holds, by table and number."""

    def forget(self, holder: bytes) -> Forgotten:
        """Erase a person: devices, codes, seats, and the names that they gave in logs."""

    # Tournaments: a log like a table's, and players by number; the organiser is number -1
    def create_tournament(self, header: Header, organiser: bytes) -> None: ...
    def append_to_tournament(self, new_row: NewRow) -> Outcome:
        """Write a row; on return it is on disk if STORED. A holder is added to its player."""

    def tournament(self, tournament: str) -> Header | None: ...
    def tournament_rows(self, tournament: str, after: int = 0) -> list[Row]: ...
    def due_tournaments(self, now: int, limit: int) -> list[str]:
        """Tournaments that should look after themselves by `now` and are not over."""

    def ended(self, tables: Sequence[str]) -> list[str]:
        """Those of some tables that are over."""

    def players_held(self, holder: bytes, tournament: str) -> list[int]: ...
    def player_holders(self, tournament: str, player: int) -> list[bytes]: ...
    def tournaments_of(self, holder: bytes, limit: int) -> list[str]: ...

    # Operators: what is kept and for how long, bans, and what was done
    def table_facts(self, after: str, limit: int) -> list[TableFacts]:
        """The tables whose ids come after this one, in order."""

    def facts_of(self, table: str) -> TableFacts | None: ...
    def tournament_facts(self, after: str, limit: int) -> list[TournamentFacts]:
        """The tournaments whose ids come after this one, in order."""

    def remove_table(self, table: str, last: int) -> bool:
        """Delete a table whose last row is still this one: it is gone at once, its log later."""

    def remove_tournament(self, tournament: str) -> None:
        """Delete a tournament; its tables must have been deleted before."""

    def delete_removed(self, rows: int) -> int:
        """Delete at most so many rows of the logs of removed tables; how much there was to do."""

    def add_ban(self, ban: Ban) -> None:
        """Add a ban, or replace the one of the same address or token."""

    def lift_ban(self, kind: str, value: str) -> bool: ...
    def bans(self, now: int) -> list[Ban]:
        """Those in force, the latest first."""

    def forget_bans(self, now: int) -> None:
        """Drop the bans that had ended by then."""

    def add_act(self, act: Act) -> None: ...
    def acts(self, limit: int) -> list[Act]:
        """What operators did, the latest first."""

    # Who is present: it decides when a leaver is replaced by a bot
    def beat(self, process: str, now: int) -> None:
        """Store a process's heartbeat."""

    def last_beat(self) -> int:
        """When any process was last alive; NEVER where none was."""

    def arrive(self, process: str, table: str, seat: int) -> None:
        """Somebody came; other processes get the hint PRESENCE_CHANGED, as for `leave`."""

    def leave(self, process: str, table: str, seat: int) -> None: ...
    def present(self, table: str, alive_since: int) -> list[int]: ...
    def last_seen(self, table: str, seat: int) -> int:
        """The last heartbeat of a process at which somebody is for a seat; NEVER without one."""

    def stranded(self, alive_since: int) -> list[tuple[str, int, int]]:
        """People at dead processes: tables with something due, seats, and the last heartbeats."""

    def forget_dead(self, alive_since: int, due: int) -> list[str]:
        """Drop the presence of dead processes; returns the tables concerned, which become due."""

    def hint(self, table: str, news: str) -> None:
        """Tell other processes something that is not worth a row."""

    def checkpoint(self) -> None:
        """Move the journal into the database, a little at a time; called between commits."""

    def close(self) -> None: ...
