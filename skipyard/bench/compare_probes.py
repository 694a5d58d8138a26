"""Rules, batches and search of each tree, measured by child processes that run probe.py."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

from skipyard.bench.checkout import Tree
from skipyard.bench.ratios import OLD, SIDES, Line, Turn
from skipyard.bench.sentences import sentence
from skipyard.cli import interrupts
from skipyard.options import Refused

SECONDS = 0.5  # of a turn: long against the clock's resolution, short enough to alternate
PROBE = pathlib.Path(__file__).with_name("probe.py")
LINES = {"rules": "random moves", "batch": "steps", "search": "search:2000"}


class Probe:
    """A child process that measures one tree on request."""

    def __init__(self, tree: Tree, language: str) -> None:
        self.tree, self.language = tree, language
        with interrupts.without_ctrl_c():
            self.child = subprocess.Popen(
                [sys.executable, "-P", str(PROBE)],  # -P: keep our own folder off its path
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=tree.environment(),
            )

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *problem: object) -> None:
        self.child.kill()
        self.child.communicate()

    def ask(self, work: str, game: str, amount: int, **more: object) -> dict[str, Any]:
        """Have some work done; Refused with the reason if that fails."""
        request = {"work": work, "game": game, "amount": amount, **more}
        assert self.child.stdin
        assert self.child.stdout
        self.child.stdin.write(json.dumps(request) + "\n")
        self.child.stdin.flush()
        line = self.child.stdout.readline()
        reply: dict[str, Any] = json.loads(line) if line else {"problem": "the process ended"}
        if "problem" in reply:
            facts = {"folder": self.tree.folder, "work": f"{work} {game}"}
            raise Refused(sentence(self.language, "compare.probe", why=reply["problem"], **facts))
        return reply


class WorkTurn(Turn):
    """One kind of work of one game: every side does the same amount of it."""

    def __init__(self, probes: dict[str, Probe], work: str, game: str, seconds: float) -> None:
        self.probes, self.work, self.game, self.seconds = probes, work, game, seconds
        self.name, self.amount = f"{game} {LINES[work]}", 1

    def prepare(self) -> None:
        """Compile on every side, then grow the amount until it fills a turn of the old tree."""
        while True:
            taken = {side: self.ask(side)["seconds"] for side in SIDES}
            if taken[OLD] >= self.seconds / 10 and self.amount > 1:
                self.amount = max(1, round(self.amount * self.seconds / taken[OLD]))
                return
            self.amount *= 4

    def measure(self, side: str) -> dict[Line, float]:
        reply = self.ask(side)
        return {Line(self.name, "/s"): reply["done"] / reply["seconds"]}

    def ask(self, side: str) -> dict[str, Any]:
        return self.probes[side].ask(self.work, self.game, self.amount)
