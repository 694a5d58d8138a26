"""Shipped networks: `policy` and `champion`, what plays instead, and each network in the wheel."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from helpers.small_network import meta_for, weights_for, write

import skipyard
from skipyard import bots
from skipyard.bots import specs
from skipyard.games import GAMES, game
from skipyard.networks import player, trained
from skipyard.options import Refused

SHIPPED = [name for name in GAMES if trained.file_of(name).exists()]
NAME = GAMES[0]
LARGEST = 1_500_000  # bytes of a shipped file


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pathlib.Path]:
    """An empty folder of shipped networks."""
    monkeypatch.setenv(trained.FOLDER, str(tmp_path))
    bots.tell_once.cache_clear()
    yield tmp_path
    bots.tell_once.cache_clear()
    player.loaded.cache_clear()


def choose(bot: str, name: str = NAME) -> tuple[bots.Bot, int]:
    """A seated bot, and its first move where there is a choice."""
    table = skipyard.Table(name, seed=4)
    while len(table.legal) == 1:
        table.push(table.legal[0])
    legal = np.array([int(move) for move in table.legal], np.int16)
    seated = bots.seat_bot(name, bot, 3)
    return seated, seated.choose(table.view().record, legal)


# With a network -----------------------------------------------------------------------------------
def test_policy_plays_the_shipped_network(folder: pathlib.Path) -> None:
    file = write(folder / f"{NAME}.npz", meta_for(NAME), weights_for(NAME))
    assert choose("policy")[1] == choose(f"policy:{file}")[1]


@pytest.mark.parametrize("bot", ["champion", "champion:20", "search:20+policy"])
def test_the_champion_searches_with_it(bot: str, folder: pathlib.Path) -> None:
    file = write(folder / f"{NAME}.npz", meta_for(NAME), weights_for(NAME))
    seated, move = choose(bot)
    assert seated.searcher.player.network.weights is player.load(NAME, "").weights
    if bot != "champion":
        assert move == choose(f"search:20+policy:{file}")[1]


def test_nothing_is_read_before_such_a_bot_is_seated(folder: pathlib.Path) -> None:
    (folder / f"{NAME}.npz").write_bytes(b"damaged")
    for name in ("policy", "champion:100ms", "search:5+policy"):
        assert specs.read(name, NAME).name in ("policy", "search")
    choose("rules")


# Without one --------------------------------------------------------------------------------------
def broken(folder: pathlib.Path, how: str) -> None:
    file = folder / f"{NAME}.npz"
    if how == "damaged":
        file.write_bytes(b"not a network")
    elif how == "foreign":
        write(file, meta_for(NAME, game="chess"), weights_for(NAME))
    elif how == "rules":
        write(file, meta_for(NAME, rules_version=-1), weights_for(NAME))
    elif how == "observations":
        write(file, meta_for(NAME, observation="000"), weights_for(NAME))
    elif how == "shapes":
        write(file, meta_for(NAME), weights_for(NAME) | {"value_bias": np.zeros(3)})


SAID = {
    "missing": "No trained network of",
    "damaged": "damaged",
    "foreign": "plays chess",
    "rules": "version -1",
    "observations": "other observations",
    "shapes": "other shapes",
}


@pytest.mark.parametrize("how", SAID)
def test_another_bot_plays_where_the_network_cannot(
    how: str, folder: pathlib.Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken(folder, how)
    assert choose("policy")[1] == choose("rules")[1]
    assert choose("champion:30")[1] == choose("search:30")[1]
    choose("policy")  # it is told once
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 2
    assert all(SAID[how] in line for line in told)
    assert "So rules plays instead." in told[0]
    assert "So search plays instead." in told[1]


def test_a_file_that_was_named_is_refused_instead(folder: pathlib.Path) -> None:
    for bot in ("policy:{}", "search:20+policy:{}"):
        with pytest.raises(Refused, match="There is no file"):
            choose(bot.format(folder / "none.npz"))


def test_a_command_says_so_on_standard_error(tmp_path: pathlib.Path) -> None:
    words = ["simulate", NAME, "--bots", "policy", "--set", "stock_size=1", "--games", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "skipyard", *words],
        env=os.environ | {trained.FOLDER: str(tmp_path), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "No trained network of Skip-Bo comes with this version. So rules" in done.stderr
    assert "Traceback" not in done.stderr


WORKER = """
from skipyard.server.workers.bot_workers import begin_worker
from skipyard.bots import seat_bot
begin_worker(False)
seat_bot("{name}", "policy", 0)
"""


def test_a_servers_worker_writes_it_to_the_log(tmp_path: pathlib.Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WORKER.format(name=NAME)],
        env=os.environ | {trained.FOLDER: str(tmp_path), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    line = json.loads(done.stderr)
    assert line["level"] == "warning"
    assert "So rules plays instead." in line["event"]


# What is shipped ----------------------------------------------------------------------------------
def problem_of(name: str) -> str:
    """What is wrong with a game's shipped network; it plays a few moves, compiled."""
    file = trained.file_of(name)
    if file.stat().st_size > LARGEST:
        return f"{file} is larger than {LARGEST:,} bytes"
    if not file.with_suffix(".md").exists():
        return f"{file} has no card"
    try:
        shipped = player.NetworkPlayer(name)
    except Refused as why:
        return str(why)
    table, thoughts = skipyard.Table(name, seed=2), set()
    for _ in range(20):
        legal = np.array([int(move) for move in table.legal], np.int16)
        move = shipped.choose(table.view().record, legal)
        if not np.isfinite(shipped.network.logits).all():
            return f"{file} rates moves with numbers that are none"
        thoughts.add((shipped.network.logits.tobytes(), shipped.network.sides.tobytes()))
        table.push(table.legal[int(np.flatnonzero(legal == move)[0])])
        if table.over:
            break
    return "" if len(thoughts) > 5 else f"{file} thinks the same of every position"


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_network_plays(name: str) -> None:
    assert problem_of(name) == ""
    assert specs.read("policy", name).name == "policy"


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_network_runs_compiled_and_allocates_nothing(name: str) -> None:
    from test_networks import ALLOCATIONS, run

    assert run(ALLOCATIONS, name, str(trained.file_of(name))) == "1 0\n"


def test_the_check_of_shipped_networks_finds_bad_ones(folder: pathlib.Path) -> None:
    file, card = folder / f"{NAME}.npz", folder / f"{NAME}.md"
    write(file, meta_for(NAME), weights_for(NAME))
    assert "no card" in problem_of(NAME)
    card.write_text("made by hand", "utf-8")
    assert problem_of(NAME) == ""
    for how in ("damaged", "foreign", "rules", "observations", "shapes"):
        player.loaded.cache_clear()
        broken(folder, how)
        assert SAID[how] in problem_of(NAME)
    player.loaded.cache_clear()
    flat = {part: np.zeros_like(weight) for part, weight in weights_for(NAME).items()}
    write(file, meta_for(NAME), flat)
    assert "the same of every position" in problem_of(NAME)
    player.loaded.cache_clear()
    large = {"large": np.random.default_rng(1).integers(0, 256, 2_000_000, np.uint8)}
    write(file, meta_for(NAME), weights_for(NAME) | large)
    assert "larger than" in problem_of(NAME)


def test_every_shipped_network_belongs_to_a_game() -> None:
    known = {f"{name}{ending}" for name in GAMES for ending in (".npz", ".md")}
    files = {file.name for file in pathlib.Path(trained.__file__).parent.iterdir()}
    assert files - known - {"__init__.py", "__pycache__"} == set()
    assert all(game(name).built_in for name in SHIPPED)
