"""Puzzles over HTTP: no solution before a try, none of the future, sentences for bad input."""

from __future__ import annotations

import datetime
import json
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.server_thread import Guest, ServerThread, running_server

from skipyard.games import GAMES, Game, game, puzzles

SECRETS = ("right", "chance", "best", "reason")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with running_server(tmp_path_factory.mktemp("puzzles")) as running:
        yield running


@pytest.fixture
def ann(server: ServerThread) -> Guest:
    return Guest(server.url)


def address(name: str, number: int = 1) -> str:
    return f"/api/puzzles/{name}/{number}"


def keys_in(value: Any) -> set[str]:
    """All names of fields in a JSON value."""
    if isinstance(value, dict):
        return set(value) | {key for each in value.values() for key in keys_in(each)}
    return {key for each in value for key in keys_in(each)} if isinstance(value, list) else set()


@pytest.mark.parametrize("name", GAMES)
def test_a_position_comes_without_its_solution(ann: Guest, name: str) -> None:
    shown = ann.get(address(name)).json()
    assert not keys_in(shown) & set(SECRETS)
    actions = {path["action"] for path in shown["scene"]["paths"]}
    assert actions == set(puzzles.load(game(name), 1).legal)
    assert shown["scene"]["turn"] == shown["scene"]["me"]


@pytest.mark.parametrize("name", GAMES)
def test_a_try_is_answered_with_chances(ann: Guest, name: str) -> None:
    puzzle = puzzles.load(game(name), 1)
    wrong = ann.post(address(name), {"action": puzzle.others[0]}).json()
    assert not wrong["right"]
    assert wrong["chance"] == puzzle.chance(puzzle.others[0]) < wrong["best"]
    assert wrong["moves"] == []
    assert wrong["reason"] == ""
    right = ann.post(address(name), {"action": puzzle.right[0]}).json()
    assert right["right"]
    assert right["events"]
    assert right["reason"]
    assert right["moves"][0]["right"]
    assert not right["moves"][1]["right"]
    assert ann.post(address(name), {}).json() == right, "the solution, asked for"


def test_an_illegal_move_is_refused_with_its_rule(ann: Guest) -> None:
    name = GAMES[0]
    legal = puzzles.load(game(name), 1).legal
    illegal = next(n for n in range(len(game(name).rules.ACTIONS)) if n not in legal)
    refused = ann.post(address(name), {"action": illegal})
    assert refused.status_code == 409
    assert refused.json()["sentence"]
    assert refused.json()["rule"]
    for action in (-1, 10**6):
        assert ann.post(address(name), {"action": action}).status_code == 409
    assert ann.post(address(name), {"action": "x"}).status_code == 400


def test_why_a_touch_does_nothing(ann: Guest) -> None:
    name = GAMES[0]
    scene = ann.get(address(name)).json()["scene"]
    firsts = {path["touch"][0] for path in scene["paths"]}
    zone = next(zone["id"] for zone in scene["zones"] if zone["id"] not in firsts)
    answer = ann.post(f"{address(name)}/why", {"held": [], "touched": [zone]}).json()
    assert set(answer) == {"sentence", "rule"}


def test_the_future_is_not_served(ann: Guest) -> None:
    name, newest = GAMES[0], puzzles.newest()
    assert ann.get(address(name, newest)).status_code == 200
    for path in (address(name, newest + 1), f"/puzzle/{name}/{newest + 1}"):
        later = ann.get(path)
        assert later.status_code == 404
        assert str(newest + 1) in later.text
    assert ann.post(address(name, newest + 1), {}).status_code == 404
    for number in ("0", "x", "²", "9" * 30, "-1"):
        assert ann.get(f"/api/puzzles/{name}/{number}").status_code == 404
    assert ann.get("/api/puzzles/nothing/1").status_code == 404


@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_show_the_position_without_scripts(ann: Guest, language: str) -> None:
    ann.language = language
    every = ann.get("/puzzle").text
    for name in GAMES:
        assert f'href="/puzzle/{name}"' in every
    page = ann.get(f"/puzzle/{GAMES[0]}/2").text
    assert f'lang="{language}"' in page
    assert f"/puzzle/{GAMES[0]}/2.svg" in page
    picture = ann.get(f"/puzzle/{GAMES[0]}/2.svg")
    assert picture.headers["content-type"].startswith("image/svg")
    assert ann.get(f"/puzzle/{GAMES[0]}/2.png").headers["content-type"] == "image/png"


# Days ---------------------------------------------------------------------------------------------
def test_days_have_numbers() -> None:
    assert puzzles.number_on(puzzles.FIRST_DAY) == 1
    assert puzzles.number_on(datetime.date(2027, 1, 2)) == 367
    assert puzzles.day_of(367) == datetime.date(2027, 1, 2)
    assert puzzles.number_on(datetime.date(2000, 1, 1)) == 1, "a clock that is wrong"


def test_the_newest_is_that_of_the_earliest_place_on_earth() -> None:
    noon = datetime.datetime(2026, 3, 1, 9, 59, tzinfo=datetime.UTC)
    assert puzzles.day_of(puzzles.newest(noon)) == datetime.date(2026, 3, 1)
    later = noon + datetime.timedelta(minutes=1)
    assert puzzles.day_of(puzzles.newest(later)) == datetime.date(2026, 3, 2)


def test_after_the_last_one_the_first_comes_again(tmp_path: pathlib.Path) -> None:
    g: Game = game(GAMES[0])
    count = puzzles.count(g)
    assert puzzles.load(g, count + 1) == puzzles.load(g, 1)
    assert puzzles.load(g, 2 * count) == puzzles.load(g, count)


def test_a_puzzle_is_one_line_that_reads_back() -> None:
    puzzle = puzzles.load(game(GAMES[0]), 1)
    line = puzzles.write(puzzle)
    assert puzzles.read(line) == puzzle
    assert line.count(b"\n") == 1
    assert json.loads(line)["best"]
