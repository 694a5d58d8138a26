"""Why a touch does nothing: the rules' sentence and rule, for the seat that touched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from helpers.server_thread import Guest, ServerThread, running_server
from test_hints import dealt_table

from skipyard.games import GAMES, game


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with running_server(tmp_path_factory.mktemp("why")) as running:
        yield running


def ask(guest: Guest, table: str, held: list[str], *touched: str) -> Any:
    return guest.post(f"/api/tables/{table}/why", {"held": held, "touched": list(touched)})


def a_wrong_touch(shown: dict[str, Any]) -> tuple[str, str]:
    """A card in hand and a building pile that it cannot go to."""
    me, paths = shown["viewer"], shown["scene"]["paths"]
    can = {tuple(path["touch"]) for path in paths}
    every = [(f"hand.{me}.{i}", f"build.{pile}") for i in range(5) for pile in range(4)]
    return next(pair for pair in every if pair not in can)


def test_a_wrong_touch_is_answered_as_the_move_would_be(host: ServerThread) -> None:
    table, (mover, other) = dealt_table(host.url)
    shown = mover.get(f"/api/tables/{table}").json()
    card, pile = a_wrong_touch(shown)
    told = ask(mover, table, [card], "nothing", pile).json()
    assert told["rule"] in told["sentence"]
    assert told["rule"].startswith("SB-")
    theirs = ask(other, table, [f"stock.{1 - shown['viewer']}.top"], "build.0").json()
    assert theirs["rule"] == game("skipbo").words.WORDS.turn_rule
    assert Guest(host.url).post(f"/api/tables/{table}/why", {}).status_code == 403


def test_what_means_no_move_or_a_legal_one_has_no_reason(host: ServerThread) -> None:
    table, (mover, _) = dealt_table(host.url)
    path = mover.get(f"/api/tables/{table}").json()["scene"]["paths"][0]["touch"]
    for held, touched in ([], "draw"), ([], "no such thing"), (path[:-1], path[-1]):
        assert ask(mover, table, held, touched).json() == {"sentence": "", "rule": ""}


@pytest.mark.parametrize("name", GAMES)
def test_every_way_to_touch_a_legal_move_is_known(host: ServerThread, name: str) -> None:
    ann, bob = Guest(host.url), Guest(host.url)
    facts = ann.open_table(name, ["me", "invited"])
    bob.join(facts["codes"]["1"])
    table = host.app.state.seating.tables.open[facts["table"]]
    for _ in range(1000):
        if ann.get(f"/api/tables/{facts['table']}").json()["scene"]:
            break
    table = table.host
    for _ in range(12):
        view, legal = table.view(table.turn), table.legal(table.turn)
        paths = game(name).scene.scene(view, legal, ["Ann", "Bob"], "en").paths
        ways = {(*way.touch, way.action) for way in game(name).scene.ways(view, "en")}
        assert {(*path.touch, path.action) for path in paths} <= ways
        guest = (ann, bob)[table.turn]
        move = {"type": "move", "action": legal[0], "seq": table.seq, "command": f"c{table.seq}"}
        assert guest.post(f"/api/tables/{facts['table']}/commands", move).status_code == 200
