"""The lobby of several processes on one database: all list the same tables."""

from __future__ import annotations

import pathlib
import re

import pytest
from helpers.server_thread import Guest, ServerThread, running_server

from skipyard.proofs.shared.postgres import Postgres


def listed(server: ServerThread) -> tuple[list[str], set[str]]:
    """The tables on a server's page, in its order, and those that wait by its API."""
    guest = Guest(server.url)
    page = guest.get("/watch").text
    waiting = {table["table"] for table in guest.get("/api/tables").json()["open"]}
    return re.findall(r'id="table-([\w-]+)"', page), waiting


@pytest.mark.full
def test_two_servers_on_one_database_list_the_same_tables(
    tmp_path: pathlib.Path, postgres: Postgres
) -> None:
    db = postgres.create("lobby")
    with running_server(tmp_path, db=db) as one, running_server(tmp_path, db=db) as two:
        here = Guest(one.url).open_table("skipbo", ["me", "open"], settings=["stock_size=7"])
        there = Guest(two.url).open_table("skipbo", ["me", "open", "open"])
        Guest(one.url).open_table("skipbo", ["me", "invited"])  # for friends alone
        assert listed(one) == listed(two)
        order, waiting = listed(one)
        assert set(order) == waiting == {here["table"], there["table"]}
        assert "Stock: 7" in Guest(two.url).get("/watch").text
        taken = Guest(two.url).post(f"/api/tables/{here['table']}/sit", {"seat": 1, "bearer": True})
        assert taken.status_code == 200, taken.text
        assert listed(one)[1] == listed(two)[1] == {there["table"]}
