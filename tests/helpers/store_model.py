"""A Store made of dictionaries, with which both databases are compared."""

from __future__ import annotations

import json
from collections.abc import Sequence

from skipyard.table.database.store import (
    DEVICE,
    EXPIRED,
    NEVER,
    UNKNOWN,
    UNKNOWN_TURN,
    USED,
    VALID,
    VOID,
    FinishedTable,
    Forgotten,
    Header,
    Invitation,
    NewRow,
    Outcome,
    OwnFigure,
    Played,
    Recovery,
    Row,
    RunningTable,
    SeatResult,
    Trouble,
)


class StoreModel:
    """The contract of table/database/store.py, as simply as possible."""

    def __init__(self) -> None:
        self.headers: dict[str, Header] = {}
        self.logs: dict[str, list[Row]] = {}
        self.lines: dict[str, tuple[int, bool, int]] = {}  # due, over, free seats
        self.turns: dict[str, int] = {}
        self.results: dict[str, tuple[SeatResult, ...]] = {}
        self.figures: dict[str, list[tuple[str, int, int]]] = {}
        self.named: dict[tuple[str, int], bytes] = {}  # who gave the name in a row
        self.people: dict[bytes, tuple[bytes, int]] = {}  # of a device: its person, since when
        self.recoveries: dict[bytes, tuple[bytes, int, int]] = {}  # maker, expires, used
        self.holders: dict[tuple[bytes, str, int], int] = {}
        self.codes: dict[bytes, Invitation] = {}
        self.fates: dict[bytes, str] = {}  # of codes that are no longer valid
        self.beats: dict[str, int] = {}
        self.presence: set[tuple[str, int, str]] = set()

    def create(
        self, header: Header, invitations: Sequence[tuple[bytes, Invitation]], free: int = 0
    ) -> None:
        if header.table in self.headers:
            raise Trouble
        self.headers[header.table] = header
        self.logs[header.table] = []
        self.lines[header.table] = NEVER, False, free
        for code, invitation in invitations:
            self.invite(code, invitation)

    def append(self, entries: Sequence[NewRow]) -> list[Outcome]:
        return [self.append_one(entry) for entry in entries]

    def append_one(self, entry: NewRow) -> Outcome:
        row = entry.row
        log = self.logs.get(row.table)
        if log is None:
            return Outcome.AHEAD
        if any(row.command == old.command for old in log):
            return Outcome.REPEATED
        if row.seq != len(log) + 1:
            return Outcome.TAKEN if row.seq <= len(log) else Outcome.AHEAD
        log.append(row)
        self.lines[row.table] = entry.due, entry.over, entry.free
        self.turns[row.table] = entry.turn
        if entry.holder is not None:
            gone = [key for key in self.holders if key[1:] == (row.table, row.seat)]
            for key in gone:
                del self.holders[key]
            place = (row.table, row.seat, DEVICE)
            self.void([code for code, each in self.codes.items() if each[:3] == place])
            if entry.holder:
                self.hold(entry.holder, row.table, row.seat, row.at)
                self.named[row.table, row.seq] = entry.holder
        if entry.results:
            self.add_results(row.table, entry.results)
        return Outcome.STORED

    def checkpoint(self) -> None:
        pass

    def header(self, table: str) -> Header | None:
        return self.headers.get(table)

    def rows(self, table: str, after: int = 0, limit: int = 0) -> list[Row]:
        return self.logs.get(table, [])[after:][: limit or None]

    def is_over(self, table: str) -> bool:
        return table in self.lines and self.lines[table][1]

    def open_tables(self, limit: int) -> list[str]:
        tables = [id for id, (_, over, free) in self.lines.items() if free and not over]
        return sorted(tables, key=lambda id: (-self.headers[id].opened, id))[:limit]

    def running(self, since: int, limit: int) -> list[str]:
        tables = [
            (-self.logs[id][-1].at, id)
            for id, (_, over, free) in self.lines.items()
            if not over and not free and self.logs.get(id) and is_public(self.headers[id].policy)
        ]
        return [id for at, id in sorted(tables) if -at >= since][:limit]

    def due(self, now: int, limit: int) -> list[str]:
        lines = self.lines.items()
        tables = [(due, id) for id, (due, over, _) in lines if NEVER < due <= now and not over]
        return [id for _, id in sorted(tables)][:limit]

    def set_due(self, table: str, due: int) -> None:
        if table in self.lines:
            self.lines[table] = due, *self.lines[table][1:]

    def hold(self, holder: bytes, table: str, seat: int, now: int) -> None:
        self.holders.setdefault((holder, table, seat), now)

    def held(self, holder: bytes, table: str) -> list[int]:
        return [seat for held, seat in self.seats_of(holder) if held == table]

    def own(self, holder: bytes) -> list[bytes]:
        return [device for device, _ in self.devices_of(holder)]

    def seats_of(self, holder: bytes) -> list[tuple[str, int]]:
        return sorted({key[1:] for key in self.holders if key[0] in self.own(holder)})

    def devices_of(self, holder: bytes) -> list[tuple[bytes, int]]:
        person, since = self.people.get(holder, (holder, NEVER))
        of = [(at, device) for device, (whose, at) in self.people.items() if whose == person]
        return [(device, at) for at, device in sorted(of)] or [(holder, since)]

    def add_recovery(self, code: bytes, holder: bytes, expires: int) -> None:
        for old, (maker, _, used) in list(self.recoveries.items()):
            if maker in self.own(holder) and not used:
                del self.recoveries[old]
        if code in self.recoveries:
            raise Trouble
        self.recoveries[code] = holder, expires, NEVER

    def recover(self, code: bytes, holder: bytes, now: int) -> Recovery:
        if code not in self.recoveries:
            return Recovery.UNKNOWN
        maker, expires, used = self.recoveries[code]
        same = holder in self.own(maker)
        if used:
            return Recovery.DONE if same else Recovery.USED
        if expires <= now or same:
            return Recovery.EXPIRED if expires <= now else Recovery.OWN
        self.recoveries[code] = maker, expires, now
        for each in (maker, holder):
            self.people.setdefault(each, (each, now))
        old, new = self.people[holder][0], self.people[maker][0]
        for device, (person, since) in self.people.items():
            if person == old:
                self.people[device] = new, since
        return Recovery.LINKED

    def forget_recoveries(self, before: int) -> None:
        self.recoveries = {c: each for c, each in self.recoveries.items() if each[1] > before}

    def open_recoveries(self, holder: bytes, now: int) -> list[int]:
        codes = self.recoveries.values()
        own = [each for each in codes if each[0] in self.own(holder) and not each[2]]
        return sorted(expires for _, expires, _ in own if expires > now)

    def own_tables(self, holder: bytes) -> list[str]:
        return sorted({table for table, _ in self.seats_of(holder)})

    def finished_of(
        self, holder: bytes, limit: int, before: int = NEVER, last: str = ""
    ) -> list[FinishedTable]:
        tables = []
        for id in self.own_tables(holder):
            mine = tuple(self.held(holder, id))
            results = self.results.get(id, ())
            if any(each.seat in mine for each in results):
                header, ended = self.headers[id], results[0].ended
                if not before or (-ended, id) > (-before, last):
                    found = FinishedTable(id, header.game, header.opened, ended, mine, results)
                    tables.append(found)
        return sorted(tables, key=lambda each: (-each.ended, each.table))[:limit]

    def without_results(self, holder: bytes, limit: int) -> list[str]:
        own = [id for id in self.own_tables(holder) if self.is_over(id) and id not in self.results]
        return sorted(own, key=lambda id: (-self.headers[id].opened, id))[:limit]

    def add_results(self, table: str, results: Sequence[SeatResult]) -> None:
        known = {each.seat: each for each in (*results, *self.results.get(table, ()))}
        self.results[table] = tuple(known[seat] for seat in sorted(known))

    def played_by(self, holder: bytes) -> list[Played]:
        played = []
        for each in reversed(self.finished_of(holder, len(self.headers))):
            own = [result for result in each.results if result.seat in each.mine]
            outcome = min(result.outcome for result in own)
            against = min(result.against for result in own)
            played.append(Played(each.game, each.ended, outcome, against, len(own)))
        return played

    def without_figures(self, holder: bytes, limit: int) -> list[str]:
        own = [id for id in self.own_tables(holder) if self.lines[id][1]]
        waiting = [id for id in own if id not in self.figures]
        return sorted(waiting, key=lambda id: (-self.headers[id].opened, id))[:limit]

    def add_figures(self, table: str, figures: Sequence[tuple[str, int, int]]) -> None:
        self.figures.setdefault(table, list(figures))

    def best_figures(self, holder: bytes) -> list[OwnFigure]:
        best: dict[tuple[str, str], OwnFigure] = {}
        for id in self.own_tables(holder):
            for figure, seat, value in self.figures.get(id, []):
                key = self.headers[id].game, figure
                if seat in self.held(holder, id) and (key not in best or best[key].value < value):
                    best[key] = OwnFigure(*key, value, id)
        return [best[key] for key in sorted(best)]

    def sit_rows(self, tables: Sequence[str]) -> list[Row]:
        return [row for id in sorted(tables) for row in self.logs[id] if row.kind == "sit"]

    def names_of(self, holder: bytes) -> list[str]:
        latest: dict[tuple[str, int], str] = {}
        for row in self.sit_rows(self.own_tables(holder)):
            latest[row.table, row.seat] = json.loads(row.data)["name"]
        return sorted({latest.get(seat, "") for seat in self.seats_of(holder)} - {""})

    def forget(self, holder: bytes) -> Forgotten:
        devices, seats = self.own(holder), self.seats_of(holder)
        rows = {key for key, who in self.named.items() if who in devices}
        tables = sorted({table for table, _ in [*rows, *seats]})
        for table in tables:
            latest = {row.seat: row.seq for row in self.sit_rows([table])}
            for nth, row in enumerate(self.logs[table]):
                held = (table, row.seat) in seats and latest.get(row.seat) == row.seq
                if row.kind == "sit" and ((table, row.seq) in rows or held):
                    data = json.loads(row.data) | {"name": ""}
                    self.logs[table][nth] = row._replace(data=json.dumps(data))
        self.holders = {key: at for key, at in self.holders.items() if key[0] not in devices}
        self.named = {key: who for key, who in self.named.items() if who not in devices}
        self.recoveries = {c: r for c, r in self.recoveries.items() if r[0] not in devices}
        self.people = {d: person for d, person in self.people.items() if d not in devices}
        return Forgotten(tuple(tables), len(devices))

    def running_of(self, holder: bytes, limit: int, skip: int = 0) -> list[RunningTable]:
        tables = []
        for id in {table for table, _ in self.seats_of(holder)}:
            log, turn = self.logs[id], self.turns.get(id, UNKNOWN_TURN)
            at = log[-1].at if log else self.headers[id].opened
            if not self.lines[id][1]:
                mine = (id, turn) in self.seats_of(holder)
                tables.append(RunningTable(id, len(log), at, mine))
        tables.sort(key=lambda each: (not each.my_turn, -each.at, each.table))
        return tables[skip : skip + limit]

    def holders_of(self, table: str, seat: int) -> list[bytes]:
        since_and_holder = [
            (since, key[0]) for key, since in self.holders.items() if key[1:] == (table, seat)
        ]
        return [holder for _, holder in sorted(since_and_holder)]

    def tables_of(self, holder: bytes, limit: int) -> list[str]:
        newest: dict[str, int] = {}
        for (who, table, _), since in self.holders.items():
            if who in self.own(holder):
                newest[table] = max(since, newest.get(table, since))
        return sorted(newest, key=lambda table: (-newest[table], table))[:limit]

    def invite(self, code: bytes, invitation: Invitation) -> None:
        place = invitation[:3]
        self.void([c for c, each in self.codes.items() if each[:3] == place and c != code])
        self.codes.setdefault(code, invitation)

    def void_codes(self, table: str, seat: int) -> None:
        self.void([code for code, each in self.codes.items() if each[:2] == (table, seat)])

    def void(self, codes: Sequence[bytes]) -> None:
        for code in codes:
            self.fates.setdefault(code, VOID)

    def invitation(self, code: bytes, now: int) -> Invitation | None:
        return None if self.fate(code, now) else self.codes[code]

    def use(self, code: bytes, now: int) -> Invitation | None:
        invitation = self.invitation(code, now)
        if invitation is not None:
            self.fates[code] = USED
        return invitation

    def fate(self, code: bytes, now: int) -> str:
        if code not in self.codes:
            return UNKNOWN
        expired = EXPIRED if self.codes[code].expires <= now else VALID
        return self.fates.get(code, expired)

    def forget_invitations(self, now: int) -> None:
        self.codes = {code: each for code, each in self.codes.items() if each.expires > now}
        self.fates = {code: fate for code, fate in self.fates.items() if code in self.codes}

    def beat(self, process: str, now: int) -> None:
        self.beats[process] = now

    def last_beat(self) -> int:
        return max(self.beats.values(), default=NEVER)

    def arrive(self, process: str, table: str, seat: int) -> None:
        self.presence.add((table, seat, process))

    def leave(self, process: str, table: str, seat: int) -> None:
        self.presence.discard((table, seat, process))

    def present(self, table: str, alive_since: int) -> list[int]:
        return sorted({s for t, s, p in self.presence if t == table and self.alive(p, alive_since)})

    def alive(self, process: str, since: int) -> bool:
        return process in self.beats and self.beats[process] >= since

    def forget_dead(self, alive_since: int, due: int) -> list[str]:
        left = set()
        for table, seat, process in sorted(self.presence):
            if not self.alive(process, alive_since):
                self.presence.discard((table, seat, process))
                old, over, free = self.lines[table]
                if not over:
                    left.add(table)
                if not over and (old == NEVER or old > due):
                    self.lines[table] = due, over, free
        last = self.last_beat()
        self.beats = {p: at for p, at in self.beats.items() if at >= min(alive_since, last)}
        return sorted(left)

    def hint(self, table: str, news: str) -> None:
        """Nobody to tell."""

    def close(self) -> None:
        """Nothing to close."""


def is_public(policy: str) -> bool:
    return '"open"' in policy or '"public":true' in policy
