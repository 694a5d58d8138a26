"""The same games interpreted, compiled and bounds-checked give the same bytes.

Run as a script it plays the games it is given and prints a digest of each; the tests run it three
ways.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys

import numpy as np
import pytest

from skipyard.bots import seat_bot
from skipyard.core import CheapDice, cheap_below
from skipyard.games.law_data import law_data
from skipyard.games.random_play import OngoingGame, Table, imagined, legal, rows, view_of
from skipyard.testing.worlds import every_game, features_of, live_states, watchers

BOT_MOVES = 120
WAYS = {
    "interpreted": {"NUMBA_DISABLE_JIT": "1"},
    "compiled": {},
    "checked": {"NUMBA_BOUNDSCHECK": "1"},
}


def digest(told: Table) -> str:
    """Everything that a game's states, views, worlds, verdicts and legal moves are made of."""
    found, name, rules, walk = hashlib.sha256(), told.name, told.game.rules, OngoingGame(told)
    for number, state in enumerate(live_states(walk)):
        found.update(state.tobytes() + repr(legal(name, state)).encode())
        found.update(bytes([bool(rules.sound(state))]))
        if number % law_data(name).TWIN_EVERY == 0:
            for seat in watchers(state):
                view = view_of(name, state, seat)
                found.update(view.tobytes() + imagined(name, view, number).tobytes())
                found.update(features_of(name, view).tobytes())
            asked = rows(name)[number % 7 :: 7]
            found.update(bytes(int(rules.verdict(state, row)) for row in asked))
        if number == law_data(name).TWIN_MOVES:
            break
    if state.over:
        points = np.zeros(told.seats, np.int16)
        for count in (rules.score, getattr(rules, "places", rules.score)):
            count(state, points)
            found.update(points.tobytes())
    met = sorted(event for event, times in walk.seen.items() if times)
    return f"{name} {told.key}, over {int(state.over)}: {', '.join(met)}; {found.hexdigest()}"


def deal_digest(told: Table) -> str:
    """One deal, a world imagined from it, and what a seat sees as a vector."""
    state = told.deal()
    view = view_of(told.name, state, 1)
    world, found = imagined(told.name, view, 5), features_of(told.name, view)
    return hashlib.sha256(state.tobytes() + world.tobytes() + found.tobytes()).hexdigest()


def spun() -> str:
    """The bots' dice."""
    chance, numbers, found = CheapDice(), random.Random(1), hashlib.sha256()
    for _ in range(300):
        found.update(b"%d" % cheap_below(chance, numbers.randrange(1, 1000)))
        found.update(chance.tobytes())
    return found.hexdigest()


def chosen(told: Table) -> list[int]:
    """The moves of a game between the two bots that look once."""
    state = told.deal()
    found: list[int] = []
    bots = [seat_bot(told.name, bot, 7) for bot in ("greedy", "rules")]
    while not state.over and len(found) < BOT_MOVES:
        view = view_of(told.name, state, int(state.turn))
        moves = np.array(legal(told.name, state), np.int16)
        found.append(bots[len(found) // 2 % 2].choose(view, moves))
        told.game.rules.play(state, found[-1])
    return found


def main(name: str, whole: str) -> None:
    told = next(iter(law_data(name).scripted(name)))
    for each in law_data(name).scripted(name) if whole == "games" else ():
        print(digest(each), flush=True)
    print(deal_digest(told), flush=True)
    print(spun(), flush=True)
    if whole == "bots":
        print(chosen(told))


def run(way: str, *args: str) -> list[str]:
    """What the script prints in a process of its own; an overflow there is an error."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", __name__, *args],
        env=kept | WAYS[way],
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, f"{way}, after {done.stdout}:\n{done.stderr[-3000:]}"
    return done.stdout.splitlines()


@pytest.mark.slow
@every_game
def test_twins(name: str) -> None:
    compiled = run("compiled", name, "games")
    games = compiled[:-2]
    assert len({line.split()[-1] for line in games}) == len([*law_data(name).scripted(name)])
    for way in ("interpreted", "checked"):
        assert run(way, name, "games") == compiled, way
    missed = [what for what in law_data(name).IN_TWINS if what not in "\n".join(games)]
    assert missed == []


@every_game
def test_neither_a_deal_nor_a_bot_overflows_when_interpreted(name: str) -> None:
    """The quick twin: one deal, a view, the bots' dice and their moves, without the compiler."""
    told = next(iter(law_data(name).scripted(name)))
    assert run("interpreted", name, "bots") == [deal_digest(told), spun(), str(chosen(told))]


if __name__ == "__main__":
    main(*sys.argv[1:])
