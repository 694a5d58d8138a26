"""The same games interpreted, compiled and bounds-checked give the same bytes.

Run as a script it plays games and prints a digest of each; the tests run it in three modes.
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
from skipyard.testing.depth import sizes
from skipyard.testing.selection import selected_games
from skipyard.testing.worlds import every_game, features_of, live_states, watchers

MODES = {
    "interpreted": {"NUMBA_DISABLE_JIT": "1"},
    "compiled": {},
    "checked": {"NUMBA_BOUNDSCHECK": "1"},
}


def digest(table: Table) -> str:
    """A digest of a game's states, views, worlds, verdicts and legal moves."""
    digested, name, rules, ongoing = (
        hashlib.sha256(),
        table.name,
        table.game.rules,
        OngoingGame(table),
    )
    for number, state in enumerate(live_states(ongoing)):
        digested.update(state.tobytes() + repr(legal(name, state)).encode())
        digested.update(bytes([bool(rules.sound(state))]))
        if number % law_data(name).TWIN_EVERY == 0:
            for seat in watchers(state):
                view = view_of(name, state, seat)
                digested.update(view.tobytes() + imagined(name, view, number).tobytes())
                digested.update(features_of(name, view).tobytes())
            asked = rows(name)[number % 7 :: 7]
            digested.update(bytes(int(rules.verdict(state, row)) for row in asked))
        if number == law_data(name).TWIN_MOVES:
            break
    if state.over:
        points = np.zeros(table.seats, np.int16)
        for count in (rules.score, getattr(rules, "places", rules.score)):
            count(state, points)
            digested.update(points.tobytes())
    met = sorted(event for event, times in ongoing.seen.items() if times)
    return f"{name} {table.key}, over {int(state.over)}: {', '.join(met)}; {digested.hexdigest()}"


def deal_digest(table: Table) -> str:
    """A digest of one deal, a world imagined from it, and a seat's features."""
    state = table.deal()
    view = view_of(table.name, state, 1)
    world, features = imagined(table.name, view, 5), features_of(table.name, view)
    return hashlib.sha256(state.tobytes() + world.tobytes() + features.tobytes()).hexdigest()


def dice_digest() -> str:
    """A digest of the bots' dice."""
    chance, numbers, digest = CheapDice(), random.Random(1), hashlib.sha256()
    for _ in range(300):
        digest.update(b"%d" % cheap_below(chance, numbers.randrange(1, 1000)))
        digest.update(chance.tobytes())
    return digest.hexdigest()


def chosen(table: Table, most: int) -> list[int]:
    """The first moves of a game between the two bots that do not search."""
    state = table.deal()
    actions: list[int] = []
    bots = [seat_bot(table.name, bot, 7) for bot in ("greedy", "rules")]
    while not state.over and len(actions) < most:
        view = view_of(table.name, state, int(state.turn))
        moves = np.array(legal(table.name, state), np.int16)
        actions.append(bots[len(actions) // 2 % 2].choose(view, moves))
        table.game.rules.play(state, actions[-1])
    return actions


def first_table(name: str) -> Table:
    return next(iter(law_data(name).scripted(name)))


def main(what: str, *names: str) -> None:
    """Print the digests of a game's scripted tables, or the moves of bots in several games."""
    for name in names:
        if what == "games":
            for each in law_data(name).scripted(name):
                print(digest(each), flush=True)
        else:
            print(chosen(first_table(name), int(what)), flush=True)
        print(deal_digest(first_table(name)), flush=True)
    print(dice_digest(), flush=True)


def run(mode: str, *args: str) -> list[str]:
    """The lines that the script prints in its own process, where an overflow is an error."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", __name__, *args],
        env=kept | MODES[mode],
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, f"{mode}, after {done.stdout}:\n{done.stderr[-3000:]}"
    return done.stdout.splitlines()


@pytest.mark.full
@every_game
def test_twins(name: str) -> None:
    compiled = run("compiled", "games", name)
    games = compiled[:-2]
    assert len({line.split()[-1] for line in games}) == len([*law_data(name).scripted(name)])
    for mode in ("interpreted", "checked"):
        assert run(mode, "games", name) == compiled, mode
    missed = [what for what in law_data(name).IN_TWINS if what not in "\n".join(games)]
    assert missed == []


@sizes("moves", 16, 120)
def test_neither_a_deal_nor_a_bot_overflows_when_interpreted(moves: int) -> None:
    """The quick twin: one deal, a view, the bots' dice and their moves, without the compiler.

    All games in one process: starting it takes longer than they do.
    """
    told = iter(run("interpreted", str(moves), *selected_games()))
    for name in selected_games():
        table = first_table(name)
        assert next(told) == str(chosen(table, moves)), name
        assert next(told) == deal_digest(table), name
    assert [*told] == [dice_digest()]


if __name__ == "__main__":
    main(*sys.argv[1:])
