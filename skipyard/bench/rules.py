"""`skipyard bench rules`: moves a second on one core, with OpenSpiel in the same run if asked."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

from skipyard import cachedir, extras
from skipyard.batch import cpu
from skipyard.bench import peers
from skipyard.bench.interrupted import shown_if_stopped
from skipyard.cli import print_line
from skipyard.core import key_from
from skipyard.games import GAMES, game
from skipyard.options import read_settings

Rounds = dict[str, list[float]]  # moves a second of each contestant, one for each round
ROUNDS = 5
SECONDS = 0.5  # of a round: long against the clock's resolution, short enough to alternate


def run(args: Any) -> int:
    """Measure and print."""
    if args.peers:
        extras.require("pyspiel", __name__)
    rounds: Rounds = {}
    compiling: dict[str, dict[str, float]] = {}

    def show() -> None:
        report = {**summary(rounds), "compile": compiling}
        print_line(json.dumps(report, indent=2) if args.json else table(report))

    with shown_if_stopped(show, lambda: any(rounds.values()), args.lang):
        contestants = {f"{name} {seats}": rollouts(name, seats) for name, seats in tables()}
        if args.peers:
            contestants |= {name: peers.rollouts(name) for name in peers.NAMES}
        measure(contestants, args.json, rounds)
        for name in GAMES:
            compiling[name] = compile_times(name)
    show()
    return 0


def summary(rounds: Rounds) -> dict[str, Any]:
    """Median speeds of the games and of their peers, as far as they were measured."""
    speeds = {name: statistics.median(each) for name, each in rounds.items() if each}
    sizes = {name: game(name).rules.State.dtype.itemsize for name in GAMES}
    return {
        "games": [
            {"game": name, "seats": seats, "speed": speeds[key], "state": sizes[name]}
            for name, seats in tables()
            if (key := f"{name} {seats}") in speeds
        ],
        "peers": [{"game": name, "speed": speeds[name]} for name in peers.NAMES if name in speeds],
    }


def tables() -> list[tuple[str, int]]:
    """Every game at every number of seats that its default options allow."""
    allowed = []
    for name in GAMES:
        options = game(name).options
        chosen = read_settings(options.OPTIONS, [], name)
        for seats in range(options.FEWEST_SEATS, options.MOST_SEATS + 1):
            try:
                options.check(seats, chosen)
            except ValueError:
                continue
            allowed.append((name, seats))
    return allowed


def rollouts(name: str, seats: int) -> Any:
    """A function that plays n whole games at random, deal included, and returns their moves."""
    g = game(name)
    setup = cpu.TableSetup(g, seats, read_settings(g.options.OPTIONS, [], g.title))
    play, key = cpu.random_games(name), key_from(seats)
    state, dice, out = setup.buffers(seats)

    def roll(n: int) -> float:
        return float(play(setup.template, state, key, 0, n, dice, out))

    return roll


def measure(contestants: dict[str, Any], quiet: bool, speeds: Rounds) -> None:
    """Moves a second of each, measured in turn within each round, are added to `speeds`."""
    games = {name: warm_up(roll) for name, roll in contestants.items()}
    speeds.update({name: [] for name in contestants})
    for number in range(ROUNDS):
        for name, roll in contestants.items():
            if not quiet and sys.stderr.isatty():
                sys.stderr.write(f"\rround {number + 1} of {ROUNDS}: {name:<20}")
            start = time.perf_counter()
            moves = roll(games[name])
            speeds[name].append(moves / (time.perf_counter() - start))
    if not quiet and sys.stderr.isatty():
        sys.stderr.write("\r" + 40 * " " + "\r")


def warm_up(roll: Any) -> int:
    """Compile and warm up a contestant; return how many games fill a round."""
    roll(1)
    games = 16
    while True:
        start = time.perf_counter()
        roll(games)
        taken = time.perf_counter() - start
        if taken > SECONDS / 10:
            return max(1, int(games * SECONDS / taken))
        games *= 4


def compile_times(name: str) -> dict[str, float]:
    """Seconds to a dealt table and a first move, with an empty cache and with a full one."""
    script = (
        "import time; start = time.perf_counter()\n"
        "import numpy as np\n"
        "from skipyard.games import game\n"
        "from skipyard.core import key_from\n"
        "from skipyard.options import read_settings\n"
        f"g = game({name!r}); s = g.set_up(2, read_settings(g.options.OPTIONS, [], ''))\n"
        "out = np.zeros(len(g.rules.ACTIONS), np.int16)\n"
        "g.rules.deal(s, key_from(1), 0); n = g.rules.moves(s, out); g.rules.play(s, out[0])\n"
        "print(time.perf_counter() - start)"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {cachedir.VARIABLE: folder}
        command = [sys.executable, "-c", script]
        times = [
            float(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
            for _ in range(2)
        ]
    return {"cold": times[0], "cached": times[1]}


def table(report: dict[str, Any]) -> str:
    """The figures as plain text, 80 columns."""
    rivals = {peer["game"]: peer["speed"] for peer in report["peers"]}
    lines = [f"{'game':<15}{'seats':>5}{'moves a second':>16}{'state':>7}  times OpenSpiel's"]
    for row in report["games"]:
        speed = row["speed"]
        line = f"{row['game']:<15}{row['seats']:>5}{speed / 1e6:>14.2f} M{row['state']:>5} B  "
        kin = [name for name in game(row["game"]).profile.kin if name in rivals]
        lines.append(line + ", ".join(f"{name} {speed / rivals[name]:.1f}" for name in kin))
    for name, speed in rivals.items():
        lines.append(f"{name:<20}{speed / 1e6:>14.2f} M  OpenSpiel, rollouts in C++")
    for name, times in report["compile"].items():
        lines.append(f"{name}: ready in {times['cold']:.1f} s cold, {times['cached']:.1f} s cached")
    return "\n".join(line.rstrip() for line in lines)
