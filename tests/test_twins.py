"""Twins: the same games interpreted, compiled and bounds-checked give the same bytes.

Run as a script it plays the games and prints a digest a game; the tests run it three ways.
"""

from __future__ import annotations

import hashlib
import os
import pathlib
import random
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from worlds import GAMES, Table, Walk, imagined, legal, table, view_of, watchers

from skipyard.core import Spin, spin

WAYS = {
    "interpreted": {"NUMBA_DISABLE_JIT": "1"},
    "compiled": {},
    "checked": {"NUMBA_BOUNDSCHECK": "1"},
}
MOST_MOVES = 160
LINES = 2 * 13 + 1


def scripted(name: str) -> Iterator[Table]:
    """Tables that between them use every rule: all seat counts, teams, referee, blocks, decks."""
    few = (6, *8 * (4,), *4 * (0,))
    wilds = (28, *4 * (3,), *8 * (0,))
    box = (28, *12 * (12,))  # as many cards as there can be: sums that 8 bits do not hold
    yield table(name, 2, 1)
    yield table(name, 2, 2, "mixed", deck=box, stock_size=30, referee=True)
    yield table(name, 4, 3, teams=True, show_discards="top", stock_size=8, referee=True)
    yield table(name, 6, 4, teams=True, dealer="highest", stock_size=6, referee=True)
    yield table(name, 6, 5, "any", dealer="random", stock_size=9)
    yield table(name, 2, 6, "hoard", deck=few, stock_size=3, on_block="recycle_discards")
    yield table(name, 4, 7, "hoard", deck=few, stock_size=3, on_block="shed_bottom", referee=True)
    yield table(name, 3, 8, "hoard", deck=few, stock_size=3, must_play="when_no_draw")
    bound = {"discard_wild": False, "wild_on_wild": False, "wild_as_12": False}
    yield table(name, 3, 9, "any", deck=wilds, stock_size=3, on_block="draw", **bound)
    other = {"penalty_place": "shuffle"} if name == "skipbo" else {"redraw_after_discard": True}
    small = (10, *6 * (4,), *6 * (0,))
    for key in (37, 42, 45, 58):  # cards go under stocks, and come up again
        on_block = "shed_bottom"
        yield table(
            name, 2, key, deck=small, stock_size=2, referee=True, on_block=on_block, **other
        )


def digest(told: Table) -> str:
    """Everything that a game's states, views, imagined worlds and legal moves are made of."""
    found = hashlib.sha256()
    name = told.name
    walk = Walk(told)
    for number, state in enumerate(walk.states()):
        found.update(state.tobytes())
        found.update(repr(legal(name, state)).encode())
        found.update(bytes([bool(told.game.rules.sound(state))]))
        if number % 5 == 0:
            for seat in watchers(state):
                view = view_of(name, state, seat)
                found.update(view.tobytes())
                found.update(imagined(name, view, number).tobytes())
        if number == MOST_MOVES:
            break
    if state.over:
        points = told.game.rules.State.many(1)[0].stock_left  # six numbers of 16 bits
        told.game.rules.score(state, points)
        found.update(points.tobytes())
    met = sorted(event for event, times in walk.seen.items() if times)
    return f"{name} {told.key}, over {int(state.over)}: {', '.join(met)}; {found.hexdigest()}"


def spun() -> str:
    """The bots' dice."""
    chance = Spin()
    numbers = random.Random(1)
    found = hashlib.sha256()
    with np.errstate(over="ignore"):  # these dice mean to wrap at 64 bits
        for _ in range(300):
            found.update(b"%d" % spin(chance, numbers.randrange(1, 1000)))
            found.update(chance.tobytes())
    return f"spin {found.hexdigest()}"


def main() -> None:
    for name in GAMES:
        for told in scripted(name):
            print(digest(told), flush=True)
    print(spun(), flush=True)


def run(way: str) -> list[str]:
    """What the script prints in a process of its own; an overflow there is an error."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", str(pathlib.Path(__file__))],
        env=kept | WAYS[way],
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, f"{way}, after {done.stdout}:\n{done.stderr[-3000:]}"
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    return run("compiled")


@pytest.mark.slow
@pytest.mark.parametrize("way", ["interpreted", "checked"])
def test_twins(way: str, compiled: list[str]) -> None:
    assert len(compiled) == LINES
    assert run(way) == compiled


@pytest.mark.slow
def test_the_scripted_games_reach_ends_and_differ(compiled: list[str]) -> None:
    digests = [line.split()[-1] for line in compiled]
    assert len(set(digests)) == LINES
    for name in GAMES:
        met = "\n".join(line for line in compiled if line.startswith(f"{name} "))
        for event in ("over 0", "over 1", "over 2", "recycled", "card from under a stock"):
            assert event in met
        for event in ("block 2, play goes on", "block 3, play goes on", "penalty paid"):
            assert event in met


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_does_not_overflow_when_interpreted(name: str) -> None:
    """The quick twin: one deal and its views, without the compiler, in a process of its own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    told = next(scripted(name))
    view = view_of(name, told.deal(), 1)
    compiled = told.deal().tobytes() + imagined(name, view, 5).tobytes()
    code = (
        "import sys, hashlib, test_twins as t;"
        "told = next(t.scripted(sys.argv[1])); s = told.deal();"
        "view = t.view_of(told.name, s, 1); world = t.imagined(told.name, view, 5);"
        "print(hashlib.sha256(s.tobytes() + world.tobytes()).hexdigest())"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", code, name],
        env=kept | WAYS["interpreted"] | {"PYTHONPATH": str(pathlib.Path(__file__).parent)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == hashlib.sha256(compiled).hexdigest()


if __name__ == "__main__":
    main()
