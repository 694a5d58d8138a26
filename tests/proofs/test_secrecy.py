"""A short run of `skipyard prove secrecy` with planted leaks; it must notice failures."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from skipyard.__main__ import main
from skipyard.core import NOBODY
from skipyard.games import GAMES, game
from skipyard.games.redeal import alike
from skipyard.proofs.secrecy import prove, redeal, scripted_chance
from skipyard.proofs.secrecy.channels import OTHER, TRUE, WatchedGame
from skipyard.proofs.secrecy.leaks import LEAKS
from skipyard.proofs.secrecy.random_game import RandomGame
from skipyard.proofs.secrecy.random_tables import Trial
from skipyard.proofs.secrecy.summary import ERROR, Summary, differences, summary
from skipyard.testing.depth import sizes

POSITIONS = 500
every_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(autouse=True)
def own_rules() -> Iterator[None]:
    """Restore the rules for other tests, whatever happens here."""
    yield
    scripted_chance.restore_rules()


@pytest.mark.full
def test_nothing_hidden_is_sent_and_every_planted_leak_is_caught(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["prove", "secrecy", "--positions", str(POSITIONS), "--mutants"]) == 0
    printed = capsys.readouterr().out
    for name in GAMES:
        line = re.search(rf"^{name} +([\d,]+) +([\d,]+) .* 0$", printed, re.M)
        assert line, name
        assert int(line[1].replace(",", "")) >= POSITIONS // len(GAMES)
        assert (line[2] == "0") == (name == "skippity"), "something must have been re-dealt"
    assert len(LEAKS) >= 12
    assert f"{len(LEAKS)} of {len(LEAKS)} planted leaks caught." in printed


# Worlds -------------------------------------------------------------------------------------------
def begun_game(name: str, number: int, rows: int = 60) -> RandomGame:
    """A random game some way into its first round."""
    played = RandomGame(Trial(name, 9, number))
    while played.host.phase in ("gathering", "revealing", "playing") and len(played.rows) < rows:
        played.step()
    return played


def seen(name: str, state: Any, viewer: int) -> bytes:
    view = game(name).rules.View()
    game(name).rules.observe(state, viewer, view)
    return bytes(view.tobytes())


@every_game
def test_a_world_dealt_anew_is_whole_and_looks_the_same(name: str) -> None:
    """Both ways of re-dealing, for every viewer."""
    dice, changed = random.Random(1), 0
    for number in range(6):
        played = begun_game(name, number)
        table = played.host.table
        assert table is not None
        for viewer in range(NOBODY, len(table.seats)):
            for _ in range(4):
                other = redeal.redealt(played.host.game, table.state, viewer, 7, dice)
                assert seen(name, other, viewer) == seen(name, table.state, viewer)
                assert table.rules.sound(other)
                assert (other.key[0], other.key[-1]) == (7, redeal.MARK)
                changed += not redeal.same_but_dice(table.state, other)
    assert (changed > 0) == (name != "skippity")


def test_hidden_skips_sound_alike_and_other_moves_are_themselves() -> None:
    played = begun_game("skip_or_trip", 0)
    table = played.host.table
    assert table is not None
    words, state = table.words, table.state.copy()
    for reveal in (0, 1):
        state.reveal_skipped = reveal
        for action in range(len(table.rules.ACTIONS)):
            told = {
                words.tell(state, other, "en") for other in alike(played.host.game, state, action)
            }
            assert told == {words.tell(state, action, "en")}
    state.reveal_skipped = 0
    assert len(alike(played.host.game, state, 0)) > 1


@sizes("trials", 2, 3)
@every_game
def test_both_worlds_tell_one_game(name: str, trials: int) -> None:
    positions = 0
    for number in range(trials):
        trial = Trial(name, 4, number)
        true, other = summary(trial, TRUE), summary(trial, OTHER)
        assert differences(true, other) == []
        positions += true.positions
    assert positions > 0


def test_another_world_has_other_keys_digests_and_hidden_moves() -> None:
    trial = next(
        trial
        for trial in (Trial("skip_or_trip", 5, number) for number in range(40))
        if WatchedGame(trial, TRUE).viewer == NOBODY and summary(trial, TRUE).positions > 30
    )
    true, other = WatchedGame(trial, TRUE), WatchedGame(trial, OTHER)
    assert list(true.sent()) == list(other.sent())
    assert true.world.host.header.key != other.world.host.header.key
    assert true.world.host.digest() != other.world.host.digest()
    actions = [[row.action for row in each.world.rows] for each in (true, other)]
    assert actions[0] != actions[1]


# What would be noticed ----------------------------------------------------------------------------
def summary_of(*sent: tuple[int, str, bytes]) -> Summary:
    return Summary(0, 2, 1, 20, {"OK"}, list(sent))


SAME = (1, "shown", b"1")


class FakeProcesses:
    """World processes that return given summaries."""

    def __init__(self, true: Summary, other: Summary) -> None:
        self.answers = true, other

    def submit(self, *question: Any) -> list[Future[Any]]:
        trials = question[2]
        futures: list[Future[Any]] = [Future(), Future()]
        for future, answer in zip(futures, self.answers, strict=True):
            future.set_result([answer] * len(trials))
        return futures

    def pairs(self, trials: Any) -> Any:
        return ((trial, *self.answers) for trial in trials)

    def contents(self, trial: Trial, index: int) -> tuple[bytes, bytes]:
        return b"a card", b"a coin"


def test_differences_are_other_bytes_missing_ones_and_errors() -> None:
    assert differences(summary_of(SAME), summary_of(SAME)) == []
    assert differences(summary_of(SAME), summary_of((1, "shown", b"2"))) == [0]
    assert differences(summary_of(SAME), summary_of(SAME, SAME)) == [1]
    assert differences(summary_of((1, ERROR, b"")), summary_of((1, ERROR, b""))) == [0]


def test_a_violation_is_shown_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    processes: Any = FakeProcesses(summary_of(SAME), summary_of((1, "shown", b"2")))
    assert not prove.compare(processes, 2, 1)
    printed = capsys.readouterr().out
    assert "skipbo, game 0, position 1, to seat 1 (shown):" in printed
    assert "a card" in printed
    assert "a coin" in printed
    assert "5 violations." in printed


@pytest.mark.parametrize(
    "other",
    [SAME, (1, ERROR, b"2"), (1, "pong", b"2")],
    ids=["nothing differs", "it only goes wrong", "something else differs"],
)
def test_a_leak_that_is_not_seen_fails(
    other: tuple[int, str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    processes: Any = FakeProcesses(summary_of(SAME), summary_of(other))
    assert not prove.plant(processes, 1)
    assert f"0 of {len(LEAKS)} planted leaks caught." in capsys.readouterr().out
