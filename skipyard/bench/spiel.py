"""`skipyard bench openspiel`: decisions a second in Python, beside OpenSpiel's own Python game."""

from __future__ import annotations

import json
import pathlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from skipyard import extras
from skipyard.bench.interrupted import shown_if_stopped
from skipyard.cli import print_line
from skipyard.games import GAMES
from skipyard.lab.studies import sections

PEER = "python_kuhn_poker"
ROUNDS, SECONDS = 5, 1.0
MODES = {"sampled": "sampled=True", "explicit chance": ""}
TITLE = "OpenSpiel in Python"
INTRODUCTION = """\
Whole games at random through OpenSpiel's own interface, in one thread of Python: a state is asked
for its legal actions, and one is applied. OpenSpiel's `kuhn_poker`, which is written in Python too,
plays in the same run. Draws of explicit chance take time and are not counted. The figures are
medians of five rounds of a second, played alternately."""
Rounds = dict[str, list[float]]


def run(args: Any) -> int:
    """Measure, print, and put the figures into the page if asked to."""
    extras.require("pyspiel", __name__)
    if args.page:
        sections.check(pathlib.Path(args.page) / "figures.md", "openspiel", args.lang)
    rounds: Rounds = {}

    def show() -> dict[str, float]:
        median = {name: statistics.median(each) for name, each in rounds.items() if each}
        print_line(json.dumps(median, indent=2) if args.json else table(median))
        return median

    with shown_if_stopped(show, lambda: any(rounds.values()), args.lang):
        measure(rounds, args.json)
    median = show()
    if args.page:
        command = "skipyard bench openspiel --page docs"
        text = sections.section(TITLE, INTRODUCTION, command, table(median))
        sections.write(pathlib.Path(args.page) / "figures.md", "openspiel", text, args.lang)
    return 0


def measure(rounds: Rounds, quiet: bool) -> None:
    """Let every game play in turn within each round; the first, which compiles, does not count."""
    contestants = {PEER: decisions(PEER)}
    for name in GAMES:
        for mode, params in MODES.items():
            contestants[f"{name} {mode}"] = decisions(f"python_skipyard_{name}({params})")
    rounds.update({name: [] for name in contestants})
    for number in range(ROUNDS + 1):
        for name, work in contestants.items():
            if not quiet and sys.stderr.isatty():
                sys.stderr.write(f"\rround {number} of {ROUNDS}: {name:<40}")
            speed = work(SECONDS if number else 0.0)
            if number:
                rounds[name].append(speed)
    if not quiet and sys.stderr.isatty():
        sys.stderr.write("\r" + 70 * " " + "\r")


def decisions(spiel_name: str) -> Callable[[float], float]:
    """A function that plays whole games at random for so long; returns decisions a second."""
    import pyspiel
    from open_spiel.python.games import kuhn_poker  # noqa: F401  # registers the peer

    import skipyard.adapters.openspiel  # noqa: F401  # registers our games

    spiel_game, chance = pyspiel.load_game(spiel_name), random.Random(1)

    def work(seconds: float) -> float:
        made, start = 0, time.perf_counter()
        while True:
            state = spiel_game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(actions, weights)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                    made += 1
            taken = time.perf_counter() - start
            if taken >= seconds:
                return made / taken

    return work


def table(speeds: dict[str, float]) -> str:
    """The figures as plain text, 80 columns."""
    peer = speeds.get(PEER, 0)
    lines = [f"{'game':<16}{'chance':<20}{'decisions a second':>19}  times {PEER}"]
    for name, speed in speeds.items():
        game, _, mode = name.partition(" ")
        times = f"{speed / peer:>12.2f}" if peer and mode else ""
        who = f"{game:<16}{mode:<20}" if mode else f"{'OpenSpiel: ' + game:<36}"
        lines.append(f"{who}{speed:>19,.0f}{times}")
    return "\n".join(lines)
