"""`skipyard golden`: whole games as text, every seat's view included, compared line by line.

A golden game is remade from its set-up in golden/games.toml; what changes shows as a diff.
"""

from __future__ import annotations

import difflib
import hashlib
import sys
import tomllib
from typing import Any

import numpy as np

from skipyard.bots import seat_bot
from skipyard.cli import bots_of, say
from skipyard.core import NOBODY, key_from
from skipyard.games import GAMES, Game, game
from skipyard.games.move_words import speaker
from skipyard.options import read_settings


def run(args: Any) -> int:
    """Compare all golden games, or write them; 1 where one differs."""
    wrong = 0
    for name in [game(args.game, args.lang).name] if args.game else GAMES:
        g = game(name)
        for setup in setups(g):
            file = g.folder / "golden" / f"{setup['name']}.txt"
            text = play(g, setup)
            if args.write:
                file.write_text(text, "utf-8")
                say(f"wrote {name}/{setup['name']}: {text.count(chr(10))} lines")
            else:
                kept = file.read_text("utf-8") if file.exists() else ""
                wrong += kept != text
                sys.stdout.writelines(difference(kept, text, f"{name}/{setup['name']}"))
                say(f"{name}/{setup['name']}: {'same' if kept == text else 'differs'}")
    return 1 if wrong else 0


def setups(g: Game) -> list[dict[str, Any]]:
    """The golden games of a game; it may have none."""
    file = g.file("golden/games.toml")
    setups: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["golden"] if file else []
    return setups


def difference(kept: str, made: str, name: str) -> list[str]:
    rows = difflib.unified_diff(
        kept.splitlines(True), made.splitlines(True), f"kept {name}", f"made {name}", n=1
    )
    return list(rows)[:40]


def play(g: Game, setup: dict[str, Any]) -> str:
    """A golden game as text."""
    return "\n".join(Player(g, setup).lines()) + "\n"


class Player:
    """One golden game being played."""

    def __init__(self, g: Game, setup: dict[str, Any]) -> None:
        self.game, self.setup = g, setup
        chosen = read_settings(g.options.OPTIONS, setup["settings"], g.title)
        g.options.check(setup["seats"], chosen)
        self.state = g.set_up(setup["seats"], chosen)
        g.rules.deal(self.state, key_from(setup["seed"]), 0)
        self.words = speaker(g, self.state)
        self.names = bots_of(setup["bots"], setup["seats"])
        self.bots = [seat_bot(g.name, name, seat) for seat, name in enumerate(self.names)]
        self.seen: dict[int, set[str]] = {}

    def lines(self) -> list[str]:
        """The header, every move with what each seat saw change, and the result."""
        setup, rules = self.setup, self.game.rules
        told = [f"# {self.game.title}, {setup['seats']} seats, seed {setup['seed']}"]
        told += [f"# bots: {', '.join(self.names)}", "deal", *self.changes()]
        acts = {int(number): words for number, words in setup.get("referee", {}).items()}
        number = 0
        while not self.state.over:
            number += 1
            if number in acts:
                told.append(f"{number}. {acts[number]}")
                told += self.attempt(self.words.parse(acts[number]))
                continue
            seat = int(self.state.turn)
            action = self.bots[seat].choose(self.view(seat), self.legal())
            told.append(f"{number}. player {seat + 1}: {self.words.describe(action)}")
            told += self.attempt(action)
        points = np.zeros(setup["seats"], np.int64)
        rules.score(self.state, points)
        told.append(f"points: {' '.join(map(str, points))}")
        if hasattr(rules, "places"):
            rules.places(self.state, points)
            told.append(f"places: {' '.join(map(str, points))}")
        told.append(f"state: {hashlib.sha256(self.state.tobytes()).hexdigest()}")
        return told

    def attempt(self, action: int) -> list[str]:
        """Play an action and tell what changed, or tell why it is refused."""
        rules = self.game.rules
        no = rules.verdict(self.state, rules.ACTIONS[action])
        if no != rules.No.OK:
            return [f"  refused: {self.words.refuse(self.view(NOBODY), action, no)}"]
        rules.play(self.state, action)
        return self.changes()

    def view(self, seat: int) -> Any:
        view = self.game.rules.View()
        self.game.rules.observe(self.state, seat, view)
        return view

    def legal(self) -> Any:
        out = np.zeros(len(self.game.rules.ACTIONS), np.int16)
        return out[: self.game.rules.moves(self.state, out)]

    def changes(self) -> list[str]:
        """New lines of the watcher's view, then of each seat's where it sees more."""
        told, public = [], self.new_lines(NOBODY)
        told += [f"  {line}" for line in public]
        for seat in range(self.setup["seats"]):
            own = [line for line in self.new_lines(seat) if line not in public]
            told += [f"  (seen by {seat + 1}) {line}" for line in own]
        return told

    def new_lines(self, viewer: int) -> list[str]:
        rows = self.game.position.write_view(self.view(viewer)).splitlines()
        rows = [row for row in rows if not row.startswith("me:")]
        new = [row for row in rows if row not in self.seen.get(viewer, set())]
        self.seen[viewer] = set(rows)
        return new
