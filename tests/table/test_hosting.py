"""What the host of a table may do, and who the host is: all of it is in the log."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.host_log import HostLog, facts

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.table import policy
from skipyard.table.face import PARTS, is_face
from skipyard.table.host import Host
from skipyard.table.names import numbered


def gathering(**more: Any) -> HostLog:
    """Ann, the host, and Bob at a table for three."""
    log = HostLog("skipbo", seats=3, chairs=["link", "link", "link"], **more)
    log.ask(1, "sit", name="Ann")
    log.ask(0, "sit", name="Bob")
    return log


def refold(log: HostLog) -> None:
    """The same comes of the log after a restart."""
    assert facts(Host(log.host.header, log.rows)) == facts(log.host)


def test_the_host_removes_a_guest_before_the_deal_and_nobody_else_does() -> None:
    log = gathering()
    with pytest.raises(Refused, match="Only the host"):
        log.ask(1, "remove", own=True, by=0)
    with pytest.raises(Refused, match="No other person"):
        log.ask(2, "remove", own=True, by=1)
    with pytest.raises(Refused, match="No other person"):
        log.ask(1, "remove", own=True, by=1)
    log.ask(0, "remove", own=True, by=1)
    assert log.host.chairs[0].kind == "free"
    assert log.host.came == (1,)
    refold(log)
    for seat in (0, 2):
        log.ask(seat, "sit", name=f"Guest {seat}")
    log.ask(NOBODY, "deal", own=True)
    with pytest.raises(Refused, match="has begun"):
        log.ask(0, "remove", own=True, by=1)


def test_hosting_is_handed_over_and_goes_on_when_the_host_leaves() -> None:
    log = gathering()
    assert log.host.host_seat == 1
    log.ask(2, "sit", name="Cleo")
    log.ask(NOBODY, "deal", own=True)
    with pytest.raises(Refused, match="Only the host"):
        log.ask(2, "host", own=True, by=0)
    log.ask(2, "host", own=True, by=1)
    assert log.host.host_seat == 2
    log.ask(2, "bot", own=True)  # Cleo leaves
    assert log.host.host_seat == 1
    log.ask(2, "back", own=True)
    assert log.host.host_seat == 2
    refold(log)


def test_a_chair_is_kept_for_one_person_and_given_back() -> None:
    log = gathering()
    with pytest.raises(Refused, match="Only the host"):
        log.ask(2, "reserve", own=True, by=0, chair="invited")
    with pytest.raises(Refused, match="invited, link"):
        log.ask(2, "reserve", own=True, by=1, chair="open")
    log.ask(2, "reserve", own=True, by=1, chair="invited")
    assert log.host.chairs[2].reserved == "invited"
    refold(log)
    log.ask(2, "reserve", own=True, by=1, chair="link")
    assert log.host.chairs[2].reserved == "link"
    with pytest.raises(Refused, match="taken"):
        log.ask(0, "reserve", own=True, by=1, chair="invited")


def test_phrases_are_switched_off_by_the_host_alone() -> None:
    log = gathering()
    with pytest.raises(Refused, match="Only the host"):
        log.ask(0, "phrases", phrases="off")
    log.ask(1, "phrases", phrases="off")
    assert not log.host.phrases
    refold(log)
    log.ask(1, "phrases", phrases="on")
    assert log.host.phrases


def test_a_chair_by_link_is_not_in_the_lobby() -> None:
    assert gathering().host.free == 0
    assert HostLog("skipbo", seats=3, chairs=["open", "link", "invited"]).host.free == 1


def test_a_name_that_is_taken_gets_a_number() -> None:
    log = gathering()
    row = log.ask(2, "sit", name="ann", number=True).row
    assert json.loads(row.data) == {"kind": "person", "name": "ann 2", "nonce": ""}
    assert numbered("Nora", ["Nora", "Nora 2"]) == "Nora 3"
    assert numbered("", ["", ""]) == ""


def test_in_a_record_two_may_have_the_same_name() -> None:
    log = gathering()
    log.ask(2, "sit", name="Ann")
    assert [chair.name for chair in log.host.chairs] == ["Bob", "Ann", "Ann"]


def test_a_face_is_made_of_our_parts() -> None:
    log = gathering()
    most = "".join(str(count - 1) for count in PARTS.values())
    for face in ("", "6" + most[1:], most + "0", most[1:], "<svg>", None, 1):
        assert not is_face(face)
    with pytest.raises(Refused, match="our own parts"):
        log.ask(2, "sit", name="Cleo", face="999999")
    log.ask(2, "sit", name="Cleo", face=most)
    assert log.host.chairs[2].face == most
    refold(log)


def test_the_score_of_a_series_is_of_the_people_who_stayed() -> None:
    log = gathering(won=[2, 1, 0])
    assert log.host.score == (2, 1, 0)
    log.ask(0, "stand")
    assert log.host.score == (0, 1, 0)
    for won in ([1, 2], [1, 2, -1], [1, 2, "3"], 5):
        with pytest.raises(Refused, match="each of the 3 seats"):
            policy.make({"chairs": ["link"] * 3, "won": won}, 3)
