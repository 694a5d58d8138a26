"""Logs of older rules go on if they still follow, and are adjourned at no cost if not."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from helpers.host_log import HostLog, facts

from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY
from skipyard.games.skipbo.actions import END_TURN
from skipyard.options import Refused
from skipyard.server.live.presenter import Presenter
from skipyard.table import journal
from skipyard.table.command import Command
from skipyard.table.database.store import NEVER, Header, Row, Trouble
from skipyard.table.files import record, verify
from skipyard.table.host import Host
from skipyard.table.rows import adjourned


def older(log: HostLog) -> Header:
    """A table's header as if it had been opened under the previous rules."""
    return log.host.header._replace(rules=log.host.header.rules - 1)


def moves_of(rows: Sequence[Row]) -> list[int]:
    return [n for n, row in enumerate(rows) if row.kind == "move"]


def with_other_digest(rows: Sequence[Row]) -> tuple[list[Row], int]:
    """A log with a wrong first digest, and the row of it."""
    at = next(n for n in moves_of(rows) if "digest" in rows[n].data)
    changed = rows[at]._replace(data=json.dumps({"digest": 16 * "0"}))
    return [*rows[:at], changed, *rows[at + 1 :]], rows[at].seq


def with_illegal_move(rows: Sequence[Row], nth: int = -1) -> tuple[list[Row], int]:
    """A log with a Skip-Bo turn that ends without a discard, and the row of it."""
    at = moves_of(rows)[nth]
    changed = rows[at]._replace(action=END_TURN, data="")
    return [*rows[:at], changed, *rows[at + 1 :]], rows[at].seq


def running(moves: int = 60) -> HostLog:
    return HostLog("skipbo", ["stock_size=20"]).deal().play_on(moves)


# Going on -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["skipbo", "skipbo_mod", "skip_or_trip"])
def test_a_log_that_follows_from_todays_rules_goes_on(name: str) -> None:
    log = HostLog(name).deal().play_on(60)
    host = Host(older(log), log.rows)
    assert host.older
    assert host.adjourned == 0
    assert facts(host) == facts(log.host)
    log.host = host
    log.play_on(60)
    assert host.moves > 60 or host.phase == "over"
    assert facts(Host(older(log), log.rows)) == facts(host)


def test_a_log_of_newer_rules_is_not_read() -> None:
    log = running(1)
    with pytest.raises(Trouble, match="version 99"):
        Host(log.host.header._replace(rules=99), log.rows)


# Adjourned ----------------------------------------------------------------------------------------
def test_a_digest_that_disagrees_adjourns_a_table() -> None:
    log = running()
    rows, seq = with_other_digest(log.rows)
    host = Host(older(log), rows)
    assert (host.adjourned, host.phase, host.seq) == (seq, "adjourned", len(rows))
    assert (host.turn, host.due(), host.done) == (NOBODY, NEVER, False)
    before = Host(older(log), rows[: seq - 1])
    assert host.table is not None
    assert before.table is not None
    assert host.table.digest() == before.table.digest()
    with pytest.raises(Trouble, match=f"row {seq}"):
        Host(log.host.header, rows)  # by the same rules a log that drifts is damaged


def test_a_move_that_is_no_longer_legal_adjourns_a_table() -> None:
    log = running(20)
    rows, seq = with_illegal_move(log.rows, 7)
    host = Host(older(log), rows)
    assert (host.adjourned, host.phase, host.moves) == (seq, "adjourned", 20)
    assert host.table is not None
    assert len(host.table.log) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_played_at_an_adjourned_table(language: str) -> None:
    log = running(20)
    rows, _ = with_illegal_move(log.rows)
    host = Host(older(log), rows)
    commands = [Command("move", host.seq, "c"), Command("resign", host.seq, "c")]
    commands += [Command("offer", host.seq, "c", data={"what": "rematch"})]
    said = {"en": "cannot go on", "fr": "ne peut pas continuer"}[language]
    for command in commands:
        with pytest.raises(Refused, match=said):
            host.check(0, command, log.now, language)
    with pytest.raises(Refused, match=said):
        host.check(NOBODY, Command("pause", host.seq, "p:1", data={"ms": 1}, own=True), 0, language)


def test_what_people_did_is_folded_though_the_position_is_not_known() -> None:
    log = running(20)
    log.ask(log.host.turn, "resign")
    rows, seq = with_illegal_move(log.rows, 7)
    host = Host(older(log), rows)
    assert host.adjourned == seq
    assert host.phase == "over"
    assert host.result == log.host.result


def test_an_undo_of_a_move_that_does_not_follow_leaves_the_position_alone() -> None:
    log = HostLog("skipbo", ["stock_size=20"], casual=True).deal().play_on(20)
    seat = next(row.seat for row in reversed(log.rows) if row.kind == "move")
    log.ask(seat, "offer", what="undo")
    log.ask(1 - seat, "agree", what="undo")
    rows, _ = with_illegal_move(log.rows, 7)
    host = Host(older(log), rows)
    assert host.table is not None
    assert (host.phase, len(host.table.log)) == ("adjourned", 7)


def test_a_game_after_which_people_asked_for_another_was_over() -> None:
    log = HostLog("skipbo", ["stock_size=1"]).deal().play_on()
    log.ask(0, "offer", what="rematch")
    log.ask(1, "agree", what="rematch")
    rows = [row for row in log.rows if row is not log.rows[moves_of(log.rows)[-1]]]
    rows = [row._replace(seq=n) for n, row in enumerate(rows, 1)]
    host = Host(older(log), rows)  # as if today's rules did not end it with the last move
    assert host.phase == "over"
    assert host.result is not None
    assert host.result.how == "unknown"
    assert host.rematch_agreed


# Told ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_journal_tells_every_row(language: str) -> None:
    log = running(20)
    rows, seq = with_illegal_move(log.rows, 7)
    host, told = Host(older(log)), []
    for row in rows:
        names = journal.names_of(host, language)
        told.append(" ".join(journal.follow(host, row, NOBODY, names, language)))
    unread = {"en": "makes a move by earlier rules", "fr": "joue un coup selon des règles"}
    assert [unread[language] in line for line in told] == [row.seq >= seq for row in rows]
    assert Presenter(host).scene(NOBODY, language) is not None


def test_the_record_of_an_adjourned_table_is_a_part_and_keeps_its_secrets() -> None:
    log = running(20)
    rows, seq = with_illegal_move(log.rows, 7)
    content = record.of(older(log), rows, 0)
    assert not verify.Record(content).whole
    assert len(content["entries"]) == len(rows)
    assert "server_key" not in content
    later = [entry for entry in content["entries"][seq:] if entry["kind"] == "move"]
    assert later
    assert all(("action" in entry) == (entry["seat"] == 0) for entry in later)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_record_of_a_finished_game_is_whole_though_it_does_not_follow(language: str) -> None:
    log = HostLog("skipbo", ["stock_size=1"]).deal().play_on()
    rows, seq = with_illegal_move(log.rows)
    content = record.of(older(log), rows, over=True)
    assert [entry["seat"] for entry in content["entries"]] == [row.seat for row in rows]
    assert content["server_key"] == log.host.header.key.hex()
    assert content["result"]["how"] == "unknown"
    rules = log.host.header.rules
    with pytest.raises(Refused, match=f"version {rules - 1} .*version {rules}") as refusal:
        list(verify.Record(content, language).checks())
    assert str(seq) in str(refusal.value)


def test_a_record_of_older_rules_that_comes_out_right_is_verified_with_a_note() -> None:
    log = HostLog("skipbo", ["stock_size=1"]).deal().play_on()
    for language, said in (("en", "Note: "), ("fr", "Remarque : ")):
        checks = list(verify.Record(record.of(older(log), log.rows), language).checks())
        assert len(checks) == 9
        assert checks[-1].startswith(said)
    assert len(list(verify.Record(record.of(log.host.header, log.rows)).checks())) == 8


def test_a_game_that_ended_by_older_rules_stays_over() -> None:
    log = running(20)
    host = Host(older(log), log.rows)
    adjourned.end(host, host.seq + 1)
    assert (host.phase, host.turn, host.done) == ("over", NOBODY, True)
    for language in LANGUAGES:
        result = Presenter(host).result(language)
        assert result is not None
        assert result.text.endswith(".")
