"""Matches: deals are paired, seats rotate, and a match follows from its seed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.command_refusal import refusal

from skipyard.__main__ import main
from skipyard.lab.matches import arena, pairing, players
from skipyard.lab.matches.pairing import Matchup, Played
from skipyard.lab.matches.series import Series
from skipyard.lab.matches.tasks import Task
from skipyard.options import Refused

TWO = Matchup("skippity", 2, ("size=6",), ("greedy", "random"))
SMALL = ["match", "skippity", "greedy", "random", "--set", "size=6", "--pairs", "30", "--seed", "4"]


def match(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    assert main([*SMALL, "--json", "--jobs", "1", *more]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


class Spy:
    """A bot that records its first view and plays the first legal move."""

    seen: list[tuple[str, int, bytes]] = []

    def __init__(self, name: str) -> None:
        self.name, self.moved = name, False

    def choose(self, view: Any, legal: Any) -> int:
        if not self.moved:
            Spy.seen.append((self.name, int(view.me), view.tobytes()))
            self.moved = True
        return int(legal[0])


def test_a_deal_is_played_by_everybody_from_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "seat", lambda game, seats, settings, name, *_: Spy(name))
    monkeypatch.setattr(pairing, "warm_up", lambda *_: None)
    matchup = Matchup("skippity", 3, ("size=6", "first_player=seat0"), ("a", "b", "c"))
    Spy.seen = []
    for rotation in range(matchup.rotations):
        pairing.play_game(matchup, 1, 7, rotation)
    firsts = [(name, board) for name, seat, board in Spy.seen if seat == 0]
    assert len({board for _, board in firsts}) == 1  # the same deal, before anybody has moved
    assert sorted(name for name, _ in firsts) == ["a", "a", "b", "b", "c", "c"]
    for name in matchup.bots:
        assert sorted(seat for who, seat, _ in Spy.seen if who == name) == [0, 0, 1, 1, 2, 2]


def test_everybody_sits_behind_everybody() -> None:
    matchup = Matchup("skipbo", 4, (), ("a", "b", "c", "d"))
    seatings = [matchup.seating(4, rotation) for rotation in range(matchup.rotations)]
    assert len({tuple(seating) for seating in seatings}) == 8
    behind = {(seats[n - 1], seats[n]) for seats in seatings for n in range(4)}
    assert {(0, 1), (1, 0), (3, 0), (0, 3)} <= behind


def test_partners_share_a_bot() -> None:
    assert Matchup("skipbo", 4, (), ("a", "b")).seating(2, 0) == [0, 1, 0, 1]
    assert Matchup("skipbo", 4, (), ("a", "b")).seating(2, 1) == [1, 0, 1, 0]


def test_dice_differ_from_game_to_game() -> None:
    dice = {pairing.dice_for(1, p, r, s) for p in range(9) for r in range(2) for s in range(2)}
    assert len(dice) == 36


def test_a_draw_is_shared_by_those_who_came_first() -> None:
    assert pairing.shares_of(1, [0, 5, 0], 3, [2, 0, 1], 3) == (1.0, 0.0, 0.0)
    assert pairing.shares_of(-1, [3, 3, 0], 3, [2, 0, 1], 3) == (0.5, 0.0, 0.5)
    assert pairing.shares_of(-1, [0, 0, 0, 0], 4, [0, 1, 0, 1], 2) == (0.5, 0.5)


def test_a_match_follows_from_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    def plain(report: dict[str, Any]) -> dict[str, Any]:
        timed = ("mean_ms", "p99_ms")
        bots = [{k: v for k, v in bot.items() if k not in timed} for bot in report["bots"]]
        return report | {"bots": bots}

    first = plain(match(capsys))
    assert plain(match(capsys)) == first
    assert plain(match(capsys, "--seed", "5"))["bots"] != first["bots"]
    assert first["pairs"] == 30
    assert first["games"] == 60
    assert sum(first["pair_counts"]) == 30
    assert first["bots"][0]["interval"][0] > 0.8
    assert first["bots"][0]["share"] + first["bots"][1]["share"] == pytest.approx(1)


@pytest.mark.full
def test_workers_find_what_one_process_finds(capsys: pytest.CaptureFixture[str]) -> None:
    alone = match(capsys)
    together = match(capsys, "--jobs", "2")
    assert together["pair_counts"] == alone["pair_counts"]


def test_it_stops_as_soon_as_it_is_clear(capsys: pytest.CaptureFixture[str]) -> None:
    pairs = ["--pairs", "5000"]
    sure = match(capsys, *pairs, "--until-significant")
    assert (sure["stopped"], sure["pairs"]) == ("significant", pairing.CHUNK)
    test = match(capsys, *pairs, "--sprt", "0,20")
    assert test["stopped"] == test["sprt"]["verdict"] == "H1"
    assert test["pairs"] < 5000
    wrong = match(capsys, "--pairs", "5000", "--sprt", "900,1000")
    assert wrong["sprt"]["verdict"] in ("H0", "H1")


def test_the_table_tells_it_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    for language, words in (("en", "Elo of the first"), ("fr", "Elo du premier")):
        assert main(["--lang", language, *SMALL, "--jobs", "1", "--sprt", "0,10"]) == 0
        said = capsys.readouterr().out
        assert words in said
        assert "--seed 4" in said
        assert max(map(len, said.splitlines())) <= 110


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["match", "skipbo", "greedy"], "Skip-Bo is for 2 to 6 players"),
        (["match", "skipbo", "greedy", "hal"], "There is no bot “hal”"),
        (["match", "skipbo", "greedy", "random", "--seats", "3"], "2 bots cannot be dealt"),
        (["match", "skipbo", "greedy", "random", "--sprt", "9"], "--sprt takes two ratings"),
        (["match", "skipbo", "greedy", "random", "--sprt", "9,3"], "--sprt takes two ratings"),
        (["match", "skipbo", "greedy", "greedy", "random", "--sprt", "0,9"], "between two bots"),
        (["match", "skipbo", "greedy", "random", "--time-limit", "-1"], "A time limit is"),
        (["match", "skipbo", "greedy", "random", "--pairs", "0"], "--pairs is a whole number"),
    ],
)
def test_bad_input_gets_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refusal(capsys, words)


@pytest.mark.full
def test_openspiel_sits_down_with_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ("skippity", 2, ("size=6",))
    counted, timed = (players.seat(*table, f"openspiel:{n}", 1) for n in ("20", "250ms"))
    assert (counted.simulations, counted.seconds) == (20, None)
    assert (timed.simulations, timed.seconds) == (None, 0.25)
    played = pairing.play_game(Matchup(*table, ("openspiel:2", "random")), 1, 0, 0)
    assert sum(played.shares) == 1
    with pytest.raises(Refused, match="openspiel"):
        players.check("openspiel:soon", "skippity", "en")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Refused, match="needs the openspiel extra: pip install"):
        players.check("openspiel:20", "skippity", "en")


# One matchup on its way ---------------------------------------------------------------------------
def game_of(task: Task) -> list[Played]:
    return [Played(task.first, task.rotation, (1.0, 0.0), ((0.5,), (0.25,)))]


def test_pairs_count_in_the_order_of_their_deals() -> None:
    series = Series(TWO, 1, 3)
    tasks = [series.start() for _ in range(6)]
    assert [(task.first, task.rotation) for task in tasks[:3]] == [(0, 0), (0, 1), (1, 0)]
    for task in reversed(tasks[1:]):
        assert series.take(task, game_of(task)) == 0
    assert series.take(tasks[0], game_of(tasks[0])) == 3
    assert series.scores.tolist() == [[1, 0]] * 3
    assert series.seconds == [[0.5] * 6, [0.25] * 6]


def test_what_comes_after_enough_does_not_count() -> None:
    searching = TWO._replace(bots=("level5", "level4"))
    series = Series(searching, 1, 50, lambda scores: "enough" if len(scores) == 4 else "")
    tasks = [series.start() for _ in range(20)]
    for task in reversed(tasks):
        series.take(task, game_of(task))
    assert len(series.pairs) == 4
    assert not series.wants(1000.0)


def test_no_game_begins_that_would_not_end_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("skipyard.lab.matches.series.time.monotonic", lambda: clock[0])
    played = Series(TWO, 1, 5)
    assert not played.wants(1.0)  # nothing is compiled yet
    played.ready = True
    assert played.wants(1.0)
    task = played.start()
    clock[0] = 40.0
    assert played.used() == 40
    played.take(task, game_of(task))
    assert played.wants(41.0)
    assert not played.wants(39.0)


def test_cores_go_to_who_has_had_least(monkeypatch: pytest.MonkeyPatch) -> None:
    rich, poor, later = (Series(TWO, seed, 1, stage=seed // 3) for seed in (1, 2, 3))
    rich.spent, order = 100.0, list[int]()

    def noted(task: Task) -> list[Played]:
        order.append(task.seed)
        return game_of(task)

    monkeypatch.setattr(arena, "warm_up", lambda *_: None)
    monkeypatch.setattr(arena, "play", noted)
    assert arena.run([later, rich, poor], 1) == ""
    assert order == [2, 2, 1, 1, 3, 3]


def test_an_interrupted_match_keeps_its_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    def third(task: Task) -> list[Played]:
        if task.first == 2:
            raise KeyboardInterrupt
        return game_of(task)

    monkeypatch.setattr(arena, "warm_up", lambda *_: None)
    monkeypatch.setattr(arena, "play", third)
    series = Series(TWO, 1, 5)
    with pytest.raises(KeyboardInterrupt):
        arena.run([series], 1)
    assert len(series.pairs) == 2


def test_time_that_is_up_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "warm_up", lambda *_: None)
    series = Series(TWO, 1, 5)
    assert arena.run([series], 1, limit=-1) == "time"
    assert not series.pairs
