"""The tables of the database, as steps from one version to the next; a step never changes.

A new version appends a step; opening an older database takes the steps that it lacks. Each gets
the database's type for bytes and its clause for “stored by its key”.
"""

from __future__ import annotations

from collections.abc import Callable

from skipyard.table.database.store import NEVER, UNKNOWN_TURN


def tables_and_logs(blob: str, keyed: str) -> list[str]:
    """Version 1."""
    return [
        f"""CREATE TABLE tables (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL,
            seats INTEGER NOT NULL, settings TEXT NOT NULL, policy TEXT NOT NULL,
            key {blob} NOT NULL, opened BIGINT NOT NULL, before TEXT NOT NULL,
            last INTEGER NOT NULL DEFAULT 0, due BIGINT NOT NULL DEFAULT {NEVER},
            over INTEGER NOT NULL DEFAULT 0, free INTEGER NOT NULL DEFAULT 0)""",
        f"CREATE INDEX tables_due ON tables (due) WHERE due <> {NEVER} AND over = 0",
        "CREATE INDEX tables_open ON tables (opened) WHERE free > 0 AND over = 0",
        "CREATE INDEX tables_running ON tables (id) WHERE free = 0 AND over = 0",
        f"""CREATE TABLE log (
            table_id TEXT NOT NULL REFERENCES tables, seq INTEGER NOT NULL, kind TEXT NOT NULL,
            seat INTEGER NOT NULL, action INTEGER NOT NULL, data TEXT NOT NULL,
            command TEXT NOT NULL, at BIGINT NOT NULL,
            PRIMARY KEY (table_id, seq), UNIQUE (table_id, command)){keyed}""",
        f"""CREATE TABLE holders (
            holder {blob} NOT NULL, table_id TEXT NOT NULL REFERENCES tables,
            seat INTEGER NOT NULL, since BIGINT NOT NULL,
            PRIMARY KEY (holder, table_id, seat)){keyed}""",
        "CREATE INDEX holders_seat ON holders (table_id, seat)",
        f"""CREATE TABLE invitations (
            code {blob} PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables,
            seat INTEGER NOT NULL, kind TEXT NOT NULL, expires BIGINT NOT NULL){keyed}""",
        f"CREATE TABLE processes (process TEXT PRIMARY KEY, beat BIGINT NOT NULL){keyed}",
        f"""CREATE TABLE presence (
            table_id TEXT NOT NULL REFERENCES tables, seat INTEGER NOT NULL, process TEXT NOT NULL,
            PRIMARY KEY (table_id, seat, process)){keyed}""",
    ]


def people_and_results(blob: str, keyed: str) -> list[str]:
    """Version 2: whose devices belong together, who gave which name, results by seat."""
    return [
        f"ALTER TABLE tables ADD COLUMN turn INTEGER NOT NULL DEFAULT {UNKNOWN_TURN}",
        "CREATE INDEX log_sits ON log (table_id, seq) WHERE kind = 'sit'",
        f"""CREATE TABLE devices (
            holder {blob} PRIMARY KEY, person {blob} NOT NULL, since BIGINT NOT NULL){keyed}""",
        "CREATE INDEX devices_person ON devices (person)",
        f"""CREATE TABLE recoveries (
            code {blob} PRIMARY KEY, holder {blob} NOT NULL, expires BIGINT NOT NULL,
            used BIGINT NOT NULL DEFAULT {NEVER}){keyed}""",
        "CREATE INDEX recoveries_holder ON recoveries (holder)",
        f"""CREATE TABLE sittings (
            holder {blob} NOT NULL, table_id TEXT NOT NULL REFERENCES tables,
            seq INTEGER NOT NULL, PRIMARY KEY (holder, table_id, seq)){keyed}""",
        f"""CREATE TABLE results (
            table_id TEXT NOT NULL REFERENCES tables, seat INTEGER NOT NULL, kind TEXT NOT NULL,
            against TEXT NOT NULL, outcome TEXT NOT NULL, place INTEGER NOT NULL,
            how TEXT NOT NULL, moves INTEGER NOT NULL, ended BIGINT NOT NULL,
            PRIMARY KEY (table_id, seat)){keyed}""",
    ]


def fates_of_codes(blob: str, keyed: str) -> list[str]:
    """Version 3: a code that is no longer valid stays for a while, so that its page can say why."""
    return ["ALTER TABLE invitations ADD COLUMN fate TEXT NOT NULL DEFAULT ''"]


def tournaments(blob: str, keyed: str) -> list[str]:
    """Version 4: tournaments, with logs like those of tables."""
    return [
        f"""CREATE TABLE tournaments (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL,
            seats INTEGER NOT NULL, settings TEXT NOT NULL, policy TEXT NOT NULL,
            key {blob} NOT NULL, opened BIGINT NOT NULL, before TEXT NOT NULL,
            last INTEGER NOT NULL DEFAULT 0, due BIGINT NOT NULL DEFAULT {NEVER},
            over INTEGER NOT NULL DEFAULT 0)""",
        f"CREATE INDEX tournaments_due ON tournaments (due) WHERE due <> {NEVER} AND over = 0",
        f"""CREATE TABLE tournament_log (
            tournament_id TEXT NOT NULL REFERENCES tournaments, seq INTEGER NOT NULL,
            kind TEXT NOT NULL, player INTEGER NOT NULL, action INTEGER NOT NULL,
            data TEXT NOT NULL, command TEXT NOT NULL, at BIGINT NOT NULL,
            PRIMARY KEY (tournament_id, seq), UNIQUE (tournament_id, command)){keyed}""",
        f"""CREATE TABLE tournament_holders (
            holder {blob} NOT NULL, tournament_id TEXT NOT NULL REFERENCES tournaments,
            player INTEGER NOT NULL, since BIGINT NOT NULL,
            PRIMARY KEY (holder, tournament_id, player)){keyed}""",
        "CREATE INDEX tournament_players ON tournament_holders (tournament_id, player)",
    ]


def figures(blob: str, keyed: str) -> list[str]:
    """Version 5: figures that tell finished games; one without a name where they are worked out."""
    return [
        f"""CREATE TABLE figures (
            table_id TEXT NOT NULL REFERENCES tables, figure TEXT NOT NULL,
            seat INTEGER NOT NULL, value INTEGER NOT NULL,
            PRIMARY KEY (table_id, figure)){keyed}""",
    ]


def administration(blob: str, keyed: str) -> list[str]:
    """Version 6: bans, what operators did, and tables whose logs are being deleted (last < 0)."""
    return [
        f"""CREATE TABLE bans (
            kind TEXT NOT NULL, value TEXT NOT NULL, since BIGINT NOT NULL, until BIGINT NOT NULL,
            reason TEXT NOT NULL, PRIMARY KEY (kind, value)){keyed}""",
        f"""CREATE TABLE acts (
            at BIGINT NOT NULL, id TEXT NOT NULL, act TEXT NOT NULL, about TEXT NOT NULL,
            operator TEXT NOT NULL, result TEXT NOT NULL, PRIMARY KEY (at, id)){keyed}""",
        "CREATE INDEX tables_removed ON tables (id) WHERE last < 0",
        "CREATE INDEX sittings_table ON sittings (table_id)",
        "CREATE INDEX invitations_table ON invitations (table_id, seat)",
    ]


STEPS: tuple[Callable[[str, str], list[str]], ...] = (
    tables_and_logs,
    people_and_results,
    fates_of_codes,
    tournaments,
    figures,
    administration,
)
VERSION = len(STEPS)
# The oldest version whose servers can go on working with these tables, and open them again. A step
# that only adds leaves it as it is, so that PostgreSQL's processes are replaced one by one.
OLDEST = 5
# Every table, those that others refer to first: the order in which a backup is restored.
TABLES = (
    "tables",
    "log",
    "holders",
    "invitations",
    "processes",
    "presence",
    "devices",
    "recoveries",
    "sittings",
    "results",
    "tournaments",
    "tournament_log",
    "tournament_holders",
    "figures",
    "bans",
    "acts",
)


def statements_after(version: int, blob: str, keyed: str = "") -> list[str]:
    """The statements that bring a database of some version (0: empty) up to date."""
    return [statement for step in STEPS[version:] for statement in step(blob, keyed)]
