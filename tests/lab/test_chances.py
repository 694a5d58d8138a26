"""Analyses: chances add up, end with the result, and find costly moves."""

from __future__ import annotations

import itertools
import json
import pathlib
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.command_refusal import refusal

from skipyard.__main__ import main
from skipyard.bots import seat_bot
from skipyard.bots.playouts import Playouts
from skipyard.games import game
from skipyard.games.skipbo.actions import ACTIONS, Kind
from skipyard.lab.analysis import analyse, chances_picture
from skipyard.options import read_settings
from skipyard.table import chances
from skipyard.table.files import verify
from skipyard.table.host import Host
from skipyard.table.table import Table

RECORDS = pathlib.Path(__file__).parents[1] / "records"
FEW = 16
CHANGE = ("deal", "move", "resign")


def load(name: str) -> Host:
    record = verify.read((RECORDS / f"{name}.json").read_bytes())
    return Host(record.header(), record.rows())


def look(host: Host, worlds: int = FEW, seed: int = 1) -> list[chances.Step]:
    assert host.table is not None
    return chances.chances(host.table, host.result, worlds, seed)


def shares(step: chances.Step) -> tuple[float, ...]:
    return tuple(chance.share for chance in step.known)


QUICK = ("skipbo", "skipbo-match", "skipbo-teams-resigned")
SLOW = ("skipbo_mod-flag", "skippity-bots", "skippity-undo", "skippity-time")
OTHERS = ("flip_and_skip-agreed", "skip_or_trip-left-and-back")


@pytest.mark.parametrize(
    "name", [*QUICK, *(pytest.param(name, marks=pytest.mark.full) for name in SLOW + OTHERS)]
)
def test_chances_add_up_and_end_where_the_game_ended(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few worlds are sampled."""
    monkeypatch.setattr(chances, "FEWEST_WORLDS", 2)
    host = load(name)
    steps = look(host, 2)
    assert host.table is not None
    assert host.result is not None
    assert len(steps) == len(host.table.log) + 1 + (host.result.how != "played")
    for step in steps:
        for chance_of in (step.known, step.mover):
            assert sum(chance.share for chance in chance_of) == pytest.approx(1)
    sides = len(steps[0].known)
    first = {seat % sides for seat in host.result.winners}
    if host.table.match is None:
        assert shares(steps[-1]) == tuple((side in first) / len(first) for side in range(sides))
    assert steps[-1].known == steps[-1].mover


def test_it_follows_from_its_seed() -> None:
    host = load("skipbo")
    assert look(host) == look(host)
    assert look(host, seed=2) != look(host)


def test_both_readers_agree_where_nothing_is_hidden_from_the_end() -> None:
    last = look(load("skipbo"))[-1]
    assert last.known == last.mover == (chances.Chance(0.0, 0.0), chances.Chance(1.0, 0.0))


def blundered(thrown: int) -> tuple[Table, int, int]:
    """A game of good players, one of whom could win at once and discards instead."""
    g = game("skipbo")
    chosen = read_settings(g.options.OPTIONS, ("stock_size=2",), g.title)
    table = Table(g, ["a", "b"], chosen, bytes([thrown]) * 32)
    bots = [seat_bot("skipbo", "greedy", seat) for seat in range(2)]
    number = best = 0
    while not table.over:
        legal, seat = table.legal(), table.turn
        action = bots[seat].choose(table.view(seat), legal)
        wins = ACTIONS[action].kind == Kind.STOCK and table.state.stock_left[seat] == 1
        discards = [int(n) for n in legal if ACTIONS[n].kind == Kind.DISCARD]
        if wins and discards and not number:
            number, best, action = len(table.log) + 1, action, discards[0]
        table.play(seat, action)
    return table, number, best


def test_a_win_thrown_away_is_the_worst_move() -> None:
    table, number, best = blundered(5)
    assert number
    steps = chances.chances(table, worlds=64)
    costs = {step.number: step.cost for step in steps if step.cost}
    worst = max(costs, key=lambda n: costs[n].chance.share)
    assert worst == number
    winning = [n for n in range(len(ACTIONS)) if ACTIONS[n].kind == Kind.STOCK]
    assert costs[worst].best in winning
    assert best in winning
    assert costs[worst].chance.share > 3 * costs[worst].chance.margin


def test_the_future_is_rolled_anew() -> None:
    """Chances do not use the table's own dice: another key with the same cards changes nothing."""
    g, worlds = game("skipbo"), 32
    table = Table(g, ["a", "b"], read_settings(g.options.OPTIONS, ("stock_size=3",), ""), b"k" * 32)
    state = table.copy_states()[0]
    other = table.copy_states()[0]
    other["key"][:] = np.arange(8)
    other["block"], other["ready_left"] = 77, 0
    playouts = Playouts(g)
    same = playouts.of_state(state, worlds, 9)
    assert (same == playouts.of_state(other, worlds, 9)).all()
    assert (same != playouts.of_state(state, worlds, 10)).any()
    assert 0 < same[:, 0].mean() < 1  # futures differ


def test_a_view_knows_no_more_than_its_seat() -> None:
    """A mover's chances do not depend on what others hold."""
    g = game("skipbo")
    table = Table(g, ["a", "b"], read_settings(g.options.OPTIONS, ("stock_size=3",), ""), b"k" * 32)
    me, playouts = table.turn, Playouts(g)
    view, legal = table.view(me), table.legal().copy()
    other = g.rules.State()
    g.rules.imagine(view, other, 123)
    again = g.rules.View()
    g.rules.observe(other, me, again)
    first = playouts.of_moves(view, legal, 2, 16, 1)
    assert (first == playouts.of_moves(again, legal, 2, 16, 1)).all()


@pytest.mark.parametrize("name", ["skipbo", "skipbo-teams-resigned"])
def test_a_review_gets_chances_by_seat_after_its_rows(name: str) -> None:
    record = verify.read((RECORDS / f"{name}.json").read_bytes())
    rows, host = record.rows(), load(name)
    told = chances.by_row(record.header(), rows, 8)
    assert host.table is not None
    assert host.result is not None
    assert [seq for seq, _ in told] == [row.seq for row in rows if row.kind in CHANGE]
    sides = int(host.game.rules.sides(host.table.state))
    for _, seats in told:
        assert sum(seats[:sides]) == pytest.approx(1)
        assert seats == seats[:sides] * (len(seats) // sides)
    assert told[-1][1] == tuple(seat in host.result.winners for seat in range(len(host.chairs)))


@pytest.mark.full
def test_what_was_taken_back_has_no_chances() -> None:
    record = verify.read((RECORDS / "skippity-undo.json").read_bytes())
    rows, host = record.rows(), load("skippity-undo")
    told = chances.by_row(record.header(), rows, 8)
    assert host.table is not None
    moves = {row.seq: row.action for row in rows if row.kind == "move"}
    assert [moves[seq] for seq, _ in told[1:]] == [entry.action for entry in host.table.log]


# The command ----------------------------------------------------------------------------------
def analysed(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main(["analyse", str(RECORDS / "skipbo.json"), "--sims", "16", *more]) == 0
    return capsys.readouterr().out


def test_the_command_tells_it_as_text_data_and_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    file = tmp_path / "game.svg"
    report = json.loads(analysed(capsys, "--json", "--picture", str(file)))
    assert [move["number"] for move in report["moves"]] == list(range(20))
    assert report["moves"][3]["words"]
    root = ElementTree.fromstring(file.read_text("utf-8"))
    assert root[0].tag.endswith("title")
    assert "prefers-color-scheme: dark" in file.read_text("utf-8")
    assert "19 moves" in analysed(capsys)
    assert "19 coups" in analysed(capsys, "--lang", "fr")
    assert "whole table known" in analysed(capsys, "--as", "all")


def test_time_buys_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr("skipyard.lab.analysis.analyse.time.monotonic", lambda: next(ticks) / 4)
    host = load("skipbo")
    assert analyse.affordable(host, 10.25) == 40 * chances.FEWEST_WORLDS
    assert analyse.affordable(host, 0.1) == chances.FEWEST_WORLDS


def made_up() -> dict[str, Any]:
    """A report of one costly move."""
    cost = {"share": 0.31, "margin": 0.04, "best": 1, "best_words": "win"}
    move: dict[str, Any] = {"number": 1, "seat": 1, "who": "A & B", "words": "lose", "cost": cost}
    chance = [{"share": 0.25, "margin": 0.1}, {"share": 0.75, "margin": 0.1}]
    deal: dict[str, Any] = {"number": 0, "seat": None, "cost": None}
    moves = [at | {"known": chance, "mover": chance} for at in (deal, move)]
    return {"title": "G", "sides": ["A & B", "C"], "moves": moves, "worst": [1]}


def test_the_picture_marks_and_tells_costly_moves() -> None:
    svg = chances_picture.picture(made_up(), "mover", "en")
    ElementTree.fromstring(svg)
    assert svg.count('class="mark"') == 1
    assert "“lose” cost 31 % (±4) against “win”" in svg
    assert "« lose » a coûté 31 %" in chances_picture.picture(made_up(), "all", "fr")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--sims", "1"], "--sims is a whole number"),
        (["--as", "me"], "--as takes mover"),
        (["--seconds", "0"], "A time limit is"),
        (["--picture", "/nowhere/a.svg"], "cannot be written"),
    ],
)
def test_bad_input_gets_one_sentence(
    more: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refusal(capsys, ["analyse", str(RECORDS / "skipbo.json"), *more])
