"""A review is sent what the table's own sockets were sent, and no seat's view to anybody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from helpers.client_views import Views
from helpers.guest_tables import finished_table
from helpers.server_thread import Guest, ServerThread, running_server

from skipyard.server.api import chances
from skipyard.server.api.replays import MOST_TURNS
from skipyard.server.workers.chance_worker import Chances
from skipyard.table.chances import Costly, rises_by_row


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with running_server(tmp_path_factory.mktemp("replays")) as running:
        yield running


@pytest.fixture(scope="module")
def played(server: ServerThread) -> tuple[str, Guest]:
    return finished_table(server)


def turns(guest: Guest, table: str) -> Any:
    """What seat 1 is shown of the first turns, at most twelve."""
    path = f"/api/tables/{table}/at/0"
    last = guest.get(path).json()["last"]
    return guest.get(f"{path}?to={min(last, 12)}&as=0").json()


def test_a_range_of_turns_shows_the_same_as_each_turn_alone(played: tuple[str, Guest]) -> None:
    table, ann = played
    answer = turns(ann, table)
    (first,), (then,) = answer["shown"], answer["then"]
    views = Views()
    views.whole(first)
    assert first["seq"] == 0
    for seq, message in enumerate(then, 1):
        shown = views.whole(message)
        alone = ann.get(f"/api/tables/{table}/at/{seq}?as=0").json()["shown"][0]
        assert shown["seq"] == alone["seq"] == seq
        assert shown["scene"] == alone["scene"]
        told = [event["label"] for event in shown["events"] if event["label"]]
        assert told == [event["label"] for event in alone["past"]][len(alone["past"]) - len(told) :]
    assert any(message["events"] for message in then)


def test_so_many_turns_come_at_once_and_no_others(played: tuple[str, Guest]) -> None:
    table, ann = played
    last = ann.get(f"/api/tables/{table}/at/0").json()["last"]
    answer = ann.get(f"/api/tables/{table}/at/0?to={last}&as=all").json()
    assert [len(then) for then in answer["then"]] == 2 * [min(last, MOST_TURNS)]
    assert "then" not in ann.get(f"/api/tables/{table}/at/3").json()
    for wrong in ("99999", "-1", "x", "1" * 99):
        assert ann.get(f"/api/tables/{table}/at/0?to={wrong}").status_code == 404


def test_while_a_game_is_played_a_range_shows_my_own_side_only(server: ServerThread) -> None:
    ann = Guest(server.url)
    opened = ann.open_table("skipbo", ["me", "invited"], name="Ann")
    bob = Guest(server.url)
    bob.join(opened["codes"]["1"], name="Bob")
    path = f"/api/tables/{opened['table']}/at/0?to=3"
    assert ann.get(f"{path}&as=0").status_code == 200
    for side in ("1", "all"):
        assert ann.get(f"{path}&as={side}").status_code == 403
    assert ann.get(f"/api/tables/{opened['table']}/figures").status_code == 404
    assert ann.get(f"/g/{opened['table']}/result.png").status_code == 404


# Results ------------------------------------------------------------------------------------------
def test_a_finished_game_has_figures_and_a_picture(played: tuple[str, Guest]) -> None:
    table, ann = played
    found = ann.get(f"/api/tables/{table}/figures").json()["figures"]
    for figure in found:
        assert figure["value"] >= 2
        assert figure["label"]
        assert figure["seat"] in (0, 1)
    picture = ann.get(f"/g/{table}/result.svg?lang=fr&theme=dark")
    assert picture.headers["content-type"].startswith("image/svg")
    assert "Ann" in picture.text
    assert "gagne" in picture.text
    png = ann.get(f"/g/{table}/result.png")
    assert png.content.startswith(b"\x89PNG")


def test_the_decisive_moment_is_the_largest_rise() -> None:
    by_row = [Chances(seq, [share, 1 - share]) for seq, share in ((2, 0.5), (4, 0.25), (6, 0.75))]
    assert chances.swing(by_row, 0) == 2
    assert chances.swing(by_row, 1) == 1
    assert chances.swing(by_row[:1], 0) is None
    assert rises_by_row([(one.seq, one.seats) for one in by_row])[6][0] == pytest.approx(0.5)


def test_costs_are_told_with_what_was_better(
    server: ServerThread, played: tuple[str, Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ann = played
    assert ann.get(f"/api/tables/{table}/costs").status_code == 404
    path = f"/api/tables/{table}/at"
    every = range(ann.get(f"{path}/0").json()["last"])
    shown = (ann.get(f"{path}/{seq}?as=0").json()["shown"][0] for seq in every)
    scenes = (one for one in shown if one["scene"])  # none before the deal
    before = next(one for one in scenes if one["scene"]["paths"])  # whenever Ann is to move
    mine, action = before["seq"] + 1, before["scene"]["paths"][0]["action"]

    def costs(*_: Any) -> list[Costly]:
        return [Costly(mine, 0, action, 0.25, 0.5)]

    monkeypatch.setattr(server.app.state, "costs", costs, raising=False)
    (cost,) = ann.get(f"/api/tables/{table}/costs").json()["costs"]
    assert (cost["seq"], cost["seat"], cost["action"]) == (mine, 0, action)
    assert cost["sentence"]
