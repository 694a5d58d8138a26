"""`skipyard bench batch`: batches on one core, beside EnvPool's backgammon in the same run."""

from __future__ import annotations

import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from skipyard.batch.cpu import Batch
from skipyard.cli import say
from skipyard.games import GAMES
from skipyard.options import Refused

TABLES, STEPS, ROUNDS, WARM_UP = 256, 200, 5, 300
PEER = "Backgammon-v1"
Contestant = Callable[[], float]  # does a round; the seconds that count


def run(args: Any) -> int:
    """Measure and print."""
    contestants = {f"{name} {what}": ours(name, what) for name in GAMES for what in WAYS}
    if args.peers:
        contestants[PEER] = envpool_steps()
    speeds: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(ROUNDS):
        for name, work in contestants.items():
            if not args.json and sys.stderr.isatty():
                sys.stderr.write(f"\rround {number + 1} of {ROUNDS}: {name:<40}")
            speeds[name].append(TABLES * STEPS / work())
    if not args.json and sys.stderr.isatty():
        sys.stderr.write("\r" + 60 * " " + "\r")
    median = {name: statistics.median(found) for name, found in speeds.items()}
    say(json.dumps(median, indent=2) if args.json else table(median))
    return 0


# Ours: actions chosen, checked and played, all in the time that counts ---------------------------
def step_and_show(batch: Batch) -> None:
    batch.step(batch.choose_randomly())


def step_alone(batch: Batch) -> None:
    batch.shows = False
    batch.step(batch.choose_randomly())
    batch.shows = True


WAYS: dict[str, Callable[[Batch], None]] = {
    "with masks and observations": step_and_show,
    "without": step_alone,
}


def ours(name: str, what: str) -> Contestant:
    """Steps of a batch on one core; tables are in the middle of their games."""
    batch, way = Batch(name, 2, TABLES, key=1, threads=1), WAYS[what]
    batch.run(WARM_UP)
    way(batch)

    def work() -> float:
        start = time.perf_counter()
        for _ in range(STEPS):
            way(batch)
        return time.perf_counter() - start

    return work


def envpool_steps() -> Contestant:
    """The same of EnvPool: one thread, legal actions; choosing them is not counted."""
    try:
        envpool = importlib.import_module("envpool")
    except ImportError:
        raise Refused("EnvPool is not installed; `make bench` installs it.") from None
    np = importlib.import_module("numpy")
    env = envpool.make(PEER, env_type="gymnasium", num_envs=TABLES, num_threads=1)
    found, chance = env.reset()[1], np.random.default_rng(1)
    mask = found["legal_action_mask"]

    def work() -> float:
        nonlocal mask
        spent = 0.0
        for _ in range(STEPS):
            weights = chance.random(mask.shape, dtype=np.float32)
            actions = (mask * weights).argmax(axis=1).astype(np.int32)
            start = time.perf_counter()
            found = env.step(actions)[-1]
            spent += time.perf_counter() - start
            mask = found["legal_action_mask"]
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
