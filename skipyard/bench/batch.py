"""`skipyard bench batch`: batches on one core, with EnvPool's backgammon in the same run."""

from __future__ import annotations

import importlib
import json
import pathlib
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from skipyard import extras
from skipyard.batch.cpu import Batch
from skipyard.bench.interrupted import shown_if_stopped
from skipyard.cli import print_line
from skipyard.games import GAMES
from skipyard.lab.studies import sections

TABLES, STEPS, ROUNDS, WARM_UP = 256, 200, 5, 300
PEER = "Backgammon-v1"
TITLE = "Many tables on one core"
INTRODUCTION = """\
Tables of two seats by the book, stepped together by one thread: a random legal action for each is
checked and played. EnvPool steps its backgammon in the same run. The time to choose actions counts
for neither. The figures are medians of five rounds, played alternately."""
Contestant = Callable[[], float]  # plays a round; returns the seconds that count


def run(args: Any) -> int:
    """Measure and print."""
    if args.peers:
        extras.require("envpool", __name__)
    if args.page:
        sections.check(pathlib.Path(args.page) / "figures.md", "batch", args.lang)
    speeds: dict[str, list[float]] = {}

    def show() -> dict[str, float]:
        median = {name: statistics.median(rounds) for name, rounds in speeds.items() if rounds}
        print_line(json.dumps(median, indent=2) if args.json else table(median))
        return median

    with shown_if_stopped(show, lambda: any(speeds.values()), args.lang):
        contestants = {f"{name} {what}": ours(name, what) for name in GAMES for what in SHOWS}
        if args.peers:
            contestants[PEER] = envpool_steps()
        measure(contestants, args.json, speeds)
    median = show()
    if args.page:
        command = f"skipyard bench batch {'--peers ' if args.peers else ''}--page docs"
        text = sections.section(TITLE, INTRODUCTION, command, table(median))
        sections.write(pathlib.Path(args.page) / "figures.md", "batch", text, args.lang)
    return 0


def measure(
    contestants: dict[str, Contestant], quiet: bool, speeds: dict[str, list[float]]
) -> None:
    """Let the contestants play in turn; the steps a second of each round are added to `speeds`."""
    speeds.update({name: [] for name in contestants})
    for number in range(ROUNDS):
        for name, work in contestants.items():
            if not quiet and sys.stderr.isatty():
                sys.stderr.write(f"\rround {number + 1} of {ROUNDS}: {name:<40}")
            speeds[name].append(TABLES * STEPS / work())
    if not quiet and sys.stderr.isatty():
        sys.stderr.write("\r" + 60 * " " + "\r")


# Checking and playing actions counts, choosing them does not -------------------------------------
SHOWS = {"with masks and observations": True, "without": False}


def ours(name: str, what: str) -> Contestant:
    """Steps of one of our batches on one core, in the middle of games."""
    batch = Batch(name, 2, TABLES, key=1, threads=1, shows=SHOWS[what])
    batch.run(WARM_UP)

    def work() -> float:
        spent = 0.0
        for _ in range(STEPS):
            actions = batch.choose_randomly()
            start = time.perf_counter()
            batch.step(actions)
            spent += time.perf_counter() - start
        return spent

    work()
    return work


def envpool_steps() -> Contestant:
    """The same for EnvPool: one thread, random legal actions."""
    envpool = importlib.import_module("envpool")
    np = importlib.import_module("numpy")
    env = envpool.make(PEER, env_type="gymnasium", num_envs=TABLES, num_threads=1)
    info, chance = env.reset()[1], np.random.default_rng(1)
    mask = info["legal_action_mask"]

    def work() -> float:
        nonlocal mask
        spent = 0.0
        for _ in range(STEPS):
            weights = chance.random(mask.shape, dtype=np.float32)
            actions = (mask * weights).argmax(axis=1).astype(np.int32)
            start = time.perf_counter()
            info = env.step(actions)[-1]
            spent += time.perf_counter() - start
            mask = info["legal_action_mask"]
        return spent

    work()
    return work


def table(speeds: dict[str, float]) -> str:
    """The figures as plain text, 80 columns."""
    rival = speeds.get(PEER, 0)
    lines = [f"{'game':<15}{'one core, 256 tables':<30}{'steps a second':>15}  times EnvPool's"]
    for name, speed in speeds.items():
        game, _, what = name.partition(" ")
        times = f"{speed / rival:16.1f}" if rival and what else ""
        lines.append(f"{game:<15}{what:<30}{speed / 1e6:>13.3f} M{times}")
    return "\n".join(lines)
