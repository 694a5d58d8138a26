"""Errors of pages reach the operator's log: without secrets, not too many of them."""

from __future__ import annotations

import logging

import httpx
import pytest
from helpers.server_thread import Guest, ServerThread

from skipyard.server import logs
from skipyard.server.api import trouble
from skipyard.server.net import tokens
from skipyard.server.net.rate_limits import RateLimit


@pytest.fixture(autouse=True)
def fresh_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trouble, "BY_ADDRESS", RateLimit(0, 3))


@pytest.fixture
def log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> pytest.LogCaptureFixture:
    monkeypatch.setattr(logging.getLogger(logs.NAME), "propagate", True)
    caplog.set_level(logging.INFO, logger=logs.NAME)
    return caplog


def report(guest: Guest, **facts: object) -> httpx.Response:
    return guest.post("/api/trouble", {"message": "x is not defined"} | facts)


def count(guest: Guest) -> float:
    figures = guest.get("/metrics").text.splitlines()
    return float(
        next(each for each in figures if each.startswith("skipyard_page_errors_total")).split()[1]
    )


def test_an_error_is_logged_and_counted(ann: Guest, log: pytest.LogCaptureFixture) -> None:
    before = count(ann)
    answer = report(
        ann, page="/t/abc", source=f"{ann.url}/static/app/home-1.js", line=7, browser="B"
    )
    assert (answer.status_code, answer.content) == (204, b"")
    (line,) = [each for each in log.records if each.getMessage() == "an error in a page"]
    assert vars(line)["facts"] == {
        "message": "x is not defined",
        "page": "/t/abc",
        "source": "home-1.js",
        "line": 7,
        "browser": "B",
    }
    assert count(ann) == before + 1


def test_nothing_secret_is_logged(ann: Guest, log: pytest.LogCaptureFixture) -> None:
    token, code = tokens.new_token(), tokens.new_code()
    message = (
        f"no insertAdjacentElement at http://a.b/join?k=1#{code} with {token} and {code}\nnext"
    )
    report(ann, message=message, page=f"/me#{code}")
    facts = vars(log.records[-1])["facts"]
    assert facts["message"] == "no insertAdjacentElement at http://a.b/join with … and … next"
    assert facts["page"] == "/me"


def test_too_many_and_too_long_ones_are_refused(ann: Guest) -> None:
    assert report(ann, message="x" * 501).status_code == 400
    assert report(ann, cookie="x").status_code == 400
    answers = [report(ann).status_code for _ in range(4)]
    assert answers == [204, 204, 204, 429]


def test_other_sites_cannot_send_any(server: ServerThread, ann: Guest) -> None:
    elsewhere = {"origin": "http://else.where"}
    assert ann.post("/api/trouble", {"message": "x"}, headers=elsewhere).status_code == 403
