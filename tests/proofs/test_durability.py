"""A short run of `skipyard prove durability`, and checks that it notices failures."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from helpers.running_command import RunningCommand

from skipyard.__main__ import main
from skipyard.proofs.durability import disk_faults, disk_shim, killed_writer
from skipyard.proofs.durability.ack_checker import (
    AckChecker,
    Acknowledged,
    read_acks,
    read_troubles,
)
from skipyard.proofs.durability.killed_tournaments import (
    Promised,
    TournamentChecker,
    kill_tournaments,
)
from skipyard.proofs.durability.kills import kill_often
from skipyard.proofs.durability.power_cut import Disk, DiskOperation, cut_often, operations
from skipyard.proofs.shared.postgres import Postgres
from skipyard.proofs.shared.processes import ServerProcess
from skipyard.table.database.sqlite import SqliteStore
from skipyard.table.database.store import NewRow

KILLS, CUTS = 10, 40
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")


def quiet(text: str) -> None:
    """Ignore progress."""


# Kills --------------------------------------------------------------------------------------------
@pytest.mark.full
def test_killed_writers_lose_nothing_on_sqlite(tmp_path: Path) -> None:
    url = str(tmp_path / "a.db")
    checker, _ = kill_often(url, None, KILLS, random.Random(1), tmp_path, quiet)
    assert checker.ok, checker.problems
    assert checker.acknowledged > KILLS


@pytest.mark.full
def test_killed_writers_and_servers_lose_nothing_on_postgres(tmp_path: Path) -> None:
    server = Postgres()
    try:
        url = server.create("killed")
        dice = random.Random(4)
        checker, of_server = kill_often(url, server, KILLS, dice, tmp_path, quiet)
    finally:
        server.stop()
    assert checker.ok, checker.problems
    assert checker.acknowledged > KILLS
    assert 0 < of_server < KILLS


@pytest.mark.full
def test_a_killed_server_loses_nothing_of_its_tournaments(tmp_path: Path) -> None:
    url, dice = str(tmp_path / "a.db"), random.Random(1)
    checker = kill_tournaments(url, 2, dice, tmp_path, quiet)
    assert checker.ok, checker.problems
    assert checker.acknowledged > 2
    change(url, "DELETE FROM tournament_log WHERE seq = 1")  # what the next check has to notice
    again = TournamentChecker()
    again.promised = checker.promised
    with ServerProcess(url, tmp_path / "again.log").started() as server:
        again.check(server.url)
    assert again.problems


def test_a_checker_misses_what_a_tournament_has_lost() -> None:
    players = [{"player": n, "name": f"N{n}", "left": n == 1} for n in range(3)]
    facts = {"players": players, "seq": 5, "phase": "gathering"}
    assert Promised({0: "N0", 1: "N1"}, {1}, 5).missing(facts) == []
    assert "N3 has joined" in Promised({3: "N3"}).missing(facts)[0]
    assert "N1 has joined" in Promised({1: "N1"}).missing(facts)[0]
    assert "N2 has left" in Promised({2: "N2"}, {2}).missing(facts)[0]
    assert "Row 6" in Promised(seq=6).missing(facts)[0]
    assert "open again" in Promised(begun=True).missing(facts)[0]


# Power cuts and bad disks -------------------------------------------------------------------------
@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return disk_shim.compiled(tmp_path_factory.mktemp("shim"))


@pytest.mark.full
@needs_compiler
def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path, library: Path) -> None:
    checkers = cut_often(tmp_path, library, CUTS, random.Random(1), quiet)
    assert [checker.problems for checker in checkers if not checker.ok] == []
    assert checkers[-1].acknowledged > 1000


@pytest.mark.full
@needs_compiler
@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_the_power_cut_notices_a_database_that_does_not_sync(
    tmp_path: Path, library: Path, synchronous: str
) -> None:
    checkers = cut_often(tmp_path, library, 10, random.Random(1), quiet, synchronous)
    assert any(checker.lost for checker in checkers)


@pytest.mark.full
@needs_compiler
@pytest.mark.parametrize("name", disk_faults.FAULTS)
def test_a_bad_disk_gets_a_sentence_and_loses_nothing(
    tmp_path: Path, library: Path, name: str
) -> None:
    fault = disk_faults.fail(tmp_path, library, name)
    assert fault.sentences
    assert all(disk_faults.SENTENCES[name] in sentence for sentence in fault.sentences)
    assert fault.finished
    assert fault.checker.ok, fault.checker.problems
    assert fault.checker.acknowledged == disk_faults.ROWS


def test_without_a_compiler_the_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert main(["prove", "durability", "--kills", "0", "--db", "sqlite"]) == 2
    assert "C compiler (cc)" in capsys.readouterr().err


# What the checker notices -------------------------------------------------------------------------
@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with two rows in the first table."""
    url = str(tmp_path / "a.db")
    store = killed_writer.opened(url, "FULL")
    store.append(
        [NewRow(killed_writer.row(killed_writer.TABLES[0], seq, f"r.{seq}")) for seq in (1, 2)]
    )
    store.close()
    return url


def checked(url: str, *seqs: int) -> AckChecker:
    checker = AckChecker()
    checker.check(url, [Acknowledged(killed_writer.TABLES[0], seq, f"r.{seq}") for seq in seqs])
    return checker


def change(url: str, sql: str) -> None:
    store = SqliteStore(url)
    store.ask(sql)
    store.close()


def test_a_checker_finds_all_rows_there(database: str) -> None:
    assert checked(database, 1, 2).ok
    assert checked(database, 1).ok  # stored and not acknowledged is no loss


def test_a_checker_misses_a_row(database: str) -> None:
    assert checked(database, 1, 2, 3).lost == 1


def test_a_checker_sees_a_gap(database: str) -> None:
    change(database, "DELETE FROM log WHERE seq = 1")
    assert "gap before row 2" in checked(database).problems[0]


def test_a_checker_sees_a_changed_row(database: str) -> None:
    change(database, "UPDATE log SET action = action + 1 WHERE seq = 2")
    assert "row 2 is not as it was sent" in checked(database).problems[0]


def test_a_checker_sees_a_file_that_does_not_open(database: str) -> None:
    Path(database).write_bytes(b"rubbish" * 1000)
    assert "not a database" in checked(database).problems[0]


def test_a_checker_sees_that_old_rows_have_gone(database: str) -> None:
    checker = checked(database, 1, 2)
    change(database, "DELETE FROM log WHERE seq = 2")
    checker.check_from_start(database)
    assert "not what it was before" in checker.problems[0]


def test_half_a_line_is_no_acknowledgement() -> None:
    output = b"ok table01 1 r.1\nno Disk full.\nok table01 2 r."
    assert list(read_acks(output)) == [Acknowledged("table01", 1, "r.1")]
    assert read_troubles(output) == ["Disk full."]


# The disk that is cut -----------------------------------------------------------------------------
JOURNAL = b"C a\nW a 0 4\nDATAS a\nD\nW a 2 2\nXXC b\nW b 0 1\nBA 3\nok\nU a\n"


def replayed(count: int) -> Disk:
    disk = Disk()
    for operation in list(operations(JOURNAL))[:count]:
        if operation.kind != "A":
            disk.apply(operation)
    return disk


def test_a_journal_is_read_back() -> None:
    kinds = [operation.kind for operation in operations(JOURNAL)]
    assert kinds == ["C", "W", "S", "D", "W", "C", "W", "A", "U"]
    assert list(operations(JOURNAL))[4] == DiskOperation("W", ["a"], 2, b"XX")
    assert list(operations(b"C a-shm\nW a-shm 0 1\nxS a\n")) == [DiskOperation("S", ["a"], 0, b"")]


def test_what_was_not_synced_is_gone() -> None:
    dice = random.Random(1)
    assert replayed(2).after_cut(dice, 0.0) == {}  # not even its name
    assert replayed(3).after_cut(dice, 0.0) == {}
    assert replayed(4).after_cut(dice, 0.0) == {"a": b"DATA"}
    assert replayed(9).after_cut(dice, 0.0) == {"a": b"DATA"}  # the unlink is gone too


def test_any_part_of_what_was_not_synced_may_survive() -> None:
    dice = random.Random(1)
    outcomes = {tuple(sorted(replayed(9).after_cut(dice, 0.5).items())) for _ in range(200)}
    assert (("a", b"DATA"),) in outcomes
    assert (("a", b"DAXX"), ("b", b"B")) in outcomes
    assert (("a", b"DATA"), ("b", b"")) in outcomes
    assert (("b", b"B"),) in outcomes


def test_writes_are_torn_at_sectors() -> None:
    disk = Disk()
    for operation in (DiskOperation("C", ["a"], 0, b""), DiskOperation("D", [], 0, b"")):
        disk.apply(operation)
    disk.apply(DiskOperation("W", ["a"], 500, b"x" * 1000))
    outcomes = {disk.after_cut(random.Random(n), 0.5)["a"].count(b"x") for n in range(100)}
    assert outcomes == {0, 12, 512, 524, 476, 488, 988, 1000}


@pytest.mark.full
def test_an_interrupted_proof_reports_what_it_has_tried() -> None:
    words = ["prove", "durability", "--db", "sqlite", "--kills", "100000", "--cuts", "0"]
    with RunningCommand("--lang", "en", *words) as command:
        command.wait_for(r"kill [2-9] of 100000: [1-9]")
        command.press_ctrl_c()
        assert command.status() == 130
        assert re.match(r"ok    SQLite: \d+ of 100000 times kill -9 .* 0 lost", command.output)
        assert command.last_line() == "Stopped; the lines above are what was tried until then."
