"""Hints: what a good bot would do, for the seat whose turn it is and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from helpers.host_log import HostLog
from helpers.server_thread import Guest, ServerThread, running_server

from skipyard.compiling.parts import compile_search
from skipyard.games.skipbo.actions import ACTIONS, Kind
from skipyard.server.access import seating
from skipyard.server.api import hints
from skipyard.server.net.rate_limits import RateLimit


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    compile_search("skipbo")  # as a server does when it starts
    with running_server(tmp_path_factory.mktemp("hints")) as running:
        yield running


def dealt_table(url: str, **more: Any) -> tuple[str, list[Guest]]:
    """A table of two people, dealt."""
    ann, bob = Guest(url), Guest(url)
    facts = ann.open_table("skipbo", ["me", "invited"], **more)
    bob.join(facts["codes"]["1"])
    for _ in range(1000):
        shown = ann.get(f"/api/tables/{facts['table']}").json()
        if shown["scene"]:
            break
    turn = shown["scene"]["turn"]
    return facts["table"], [ann, bob] if turn == 0 else [bob, ann]


def test_a_hint_is_a_legal_move_with_its_sentence(host: ServerThread) -> None:
    table, (mover, other) = dealt_table(host.url)
    shown = mover.get(f"/api/tables/{table}").json()
    hint = mover.post(f"/api/tables/{table}/hint", {}).json()
    assert hint["action"] in [path["action"] for path in shown["scene"]["paths"]]
    assert hint["seq"] == shown["seq"]
    assert hint["sentence"]
    assert "search" not in str(hint)
    assert hint["reason"] or hint["chance"] is None
    assert hint["chance"] is None or 0 <= hint["chance"] <= 1
    refused = other.post(f"/api/tables/{table}/hint", {})
    assert (refused.status_code, refused.json()["sentence"]) == (
        409,
        "A hint is for the moment when it is your turn.",
    )
    assert Guest(host.url).post(f"/api/tables/{table}/hint", {}).status_code == 403


def test_a_hint_says_why_in_the_table_s_words() -> None:
    log = HostLog("skipbo").deal()
    seat, legal = log.host.turn, log.host.legal(log.host.turn)
    stock = [action for action in range(len(ACTIONS)) if ACTIONS[action].kind == Kind.STOCK]
    assert hints.reason_for(log.host, seat, stock[0], (0.5, 0.4), "en") == "stock first"
    assert hints.reason_for(log.host, seat, stock[0], None, "fr") == "le stock d’abord"
    silent = [n for n in legal if not hints.reason_for(log.host, seat, n, None, "en")]
    assert silent
    better = hints.reason_for(log.host, seat, silent[0], (0.523, 0.47), "en")
    assert better == "52 % to win, 47 % with the next best move"
    for other in (None, 0.6):
        assert hints.reason_for(log.host, seat, silent[0], (0.5, other), "en") == "50 % to win"


@pytest.mark.parametrize(("casual", "status"), [(False, 409), (True, 200)])
def test_a_clock_makes_a_contest_unless_it_is_casual(
    host: ServerThread, casual: bool, status: int
) -> None:
    policy = {"clock": "game", "time": 600, "casual": casual}
    table, (mover, _) = dealt_table(host.url, policy=policy)
    assert mover.get(f"/api/tables/{table}").json()["table"]["hints"] is casual
    assert mover.post(f"/api/tables/{table}/hint", {}).status_code == status


def test_nobody_asks_without_end(host: ServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = RateLimit(seating.HINTS_RATE, seating.HINTS_BURST, now=lambda: 0.0)
    monkeypatch.setattr(host.app.state.seating, "hint_limit", limit)
    table, (mover, _) = dealt_table(host.url)
    asked = [mover.post(f"/api/tables/{table}/hint", {}).status_code for _ in range(7)]
    assert asked == [200] * seating.HINTS_BURST + [429] * 2
