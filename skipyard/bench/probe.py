"""Measure the tree that comes first on the path; `skipyard bench compare` runs this as a child.

The same file runs in the old and in the new tree. A request is a line of JSON on standard input,
its answer a line on standard output: {"work": "rules", "game": "skipbo", "amount": 100} is answered
by {"done": 12345, "seconds": 0.5}, or by {"problem": "…"}. Equal requests mean equal work. Seconds
are processor time, so that other load on the machine matters less.
"""

from __future__ import annotations

import atexit
import functools
import importlib
import importlib.util
import json
import pathlib
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

SEATS = 2
TABLES = 256  # of a batch
WARM_UP = 300  # moves at each table first, into the middle of the game
SEARCH = "search:2000"
MIDGAME = 40  # moves at each table that a server gets

# All that depends on how a tree is laid out: where each name may be, newest layout first. When
# something moves, put its new place in front and leave the old ones for older commits.
MODULES = {
    "Batch": ("skipyard.batch.cpu.Batch",),
    "seat_bot": ("skipyard.bots.seat_bot",),
    "open_store": ("skipyard.table.database.stores.open_store", "skipyard.table.stores.open_store"),
    "prepare_tables": (
        "skipyard.proofs.shared.prepared_db.prepare_tables",
        "skipyard.proofs.shared.prepared_db.stock",
        "skipyard.proofs.stocked.stock",
    ),
}


def find(name: str) -> Any:
    """Import a name from the first of its places that has it in this tree."""
    for place in MODULES[name]:
        module, _, attribute = place.rpartition(".")
        try:
            return getattr(importlib.import_module(module), attribute)
        except (AttributeError, ModuleNotFoundError):
            continue
    raise LookupError(f"{name} is in none of {', '.join(MODULES[name])}")


# Kinds of work; each continues where its last request stopped -----------------------------------
Work = Callable[[int], tuple[int, float]]  # takes an amount; returns what was done, and the seconds


class Table:
    """One table with default options, set up once and dealt again and again."""

    def __init__(self, name: str) -> None:
        np = importlib.import_module("numpy")
        self.game = importlib.import_module("skipyard.games").game(name)
        self.rules = self.game.rules
        defaults = {option.name: option.default for option in self.game.options.OPTIONS}
        self.template = self.rules.State.many(1)
        self.template[0] = self.game.set_up(SEATS, defaults)
        self.state = self.template.copy()
        self.key, self.dice = np.arange(1, 9, dtype=np.uint32), np.ones(1, np.int64)
        self.out = np.zeros(len(self.rules.ACTIONS), np.int16)


def rules_work(name: str) -> Work:
    """Whole games at random, dealing included; counts moves."""
    table, play, first = Table(name), random_games(name), 0

    def work(games: int) -> tuple[int, float]:
        nonlocal first
        began = time.process_time()
        moves = play(table.template, table.state, table.key, first, games, table.dice, table.out)
        first += games
        return int(moves), time.process_time() - began

    return work


def random_games(name: str) -> Any:
    """Load random_play.py with a game's rules in it, from a file of its own."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="skipyard-probe-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source = pathlib.Path(__file__).with_name("random_play.py").read_text("utf-8")
    source = source.replace("skipyard.games.skipbo.", f"skipyard.games.{name}.")
    module = f"skipyard_compare_{name}"
    file = folder / f"{module}.py"
    file.write_text(source, "utf-8")
    spec = importlib.util.spec_from_file_location(module, file)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[module] = loaded  # where Numba looks for it when it loads from its cache
    spec.loader.exec_module(loaded)
    return loaded.random_games


def batch_work(name: str) -> Work:
    """Steps of a batch with masks and observations on one thread; choosing is not timed."""
    batch = find("Batch")(name, SEATS, TABLES, key=1, threads=1)
    batch.run(WARM_UP)

    def work(steps: int) -> tuple[int, float]:
        seconds = 0.0
        for _ in range(steps):
            actions = batch.choose_randomly()
            began = time.process_time()
            batch.step(actions)
            seconds += time.process_time() - began
        return steps * TABLES, seconds

    return work


def search_work(name: str) -> Work:
    """Moves of a search that are not forced, game after game."""
    table, seat_bot, number = Table(name), find("seat_bot"), 0
    rules, s, bots = table.rules, table.state[0], []
    s.over = 1

    def deal() -> None:
        nonlocal number, bots
        table.state[0] = table.template[0]
        rules.deal(s, table.key, number)
        number += 1
        bots = [seat_bot(name, SEARCH, number * SEATS + seat) for seat in range(SEATS)]

    def work(moves: int) -> tuple[int, float]:
        done, seconds = 0, 0.0
        while done < moves:
            if s.over:
                deal()
            legal = table.out[: rules.moves(s, table.out)]
            action = legal[0]
            if len(legal) > 1:
                view = rules.View()
                rules.observe(s, int(s.turn), view)
                began = time.process_time()
                action = bots[int(s.turn)].choose(view, legal)
                seconds += time.process_time() - began
                done += 1
            rules.play(s, action)
        return done, seconds

    return work


WORKS = {"rules": rules_work, "batch": batch_work, "search": search_work}


@functools.cache
def work_of(kind: str, game: str) -> Work:
    """Set up one kind of work when it is first requested."""
    return WORKS[kind](game)


def prepare(db: str, game: str, tables: int) -> list[Any]:
    """Fill a database with tables in midgame; return each table's name and its players' tokens."""
    store = find("open_store")(db)
    prepared = find("prepare_tables")(store, game, tables, MIDGAME, lambda n: None)
    store.close()
    return [[table.table, table.tokens] for table in prepared]


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Carry out one request."""
    if request["work"] == "prepare":
        return {"tables": prepare(request["db"], request["game"], request["amount"])}
    done, seconds = work_of(request["work"], request["game"])(request["amount"])
    return {"done": done, "seconds": seconds}


def main() -> None:
    """Answer every line until standard input ends."""
    for line in sys.stdin:
        try:
            reply = answer(json.loads(line))
        except Exception as problem:  # of any kind: the parent reports which tree has it
            reply = {"problem": f"{type(problem).__name__}: {problem}"}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
