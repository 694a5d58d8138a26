"""Tables, whole games and views of the games under test, and how laws are checked on them.

What the laws need to know of a game is in games/law_data.py; nothing here names a game.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY
from skipyard.games import game, redeal
from skipyard.games.law_data import law_data
from skipyard.games.random_options import fits, preferred_value
from skipyard.games.random_play import OngoingGame, Played, Table, rows
from skipyard.loops import for_game
from skipyard.testing.depth import sizes
from skipyard.testing.selection import selected_games

FEW, MANY = 0, 1
every_game = pytest.mark.parametrize("name", selected_games())
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_size = sizes("size", FEW, MANY)


# Tables -------------------------------------------------------------------------------------------
@st.composite
def tables(draw: st.DrawFn, name: str) -> Table:
    """Any table that the game's `check` allows."""
    g, known = game(name), law_data(name)
    dice = draw(st.randoms(use_true_random=False))
    seats = dice.randint(g.options.FEWEST_SEATS, g.options.MOST_SEATS)
    chosen = {o.name: preferred_value(o, dice, known.VALUES) for o in g.options.OPTIONS}
    if not fits(g, seats, chosen):
        seats = known.mend(seats, chosen, dice)
    hypothesis.assume(fits(g, seats, chosen))
    return Table(name, seats, chosen, dice.randint(0, 2**40), dice.choice(known.POLICIES))


def rare_event_tables(name: str) -> tuple[Table, ...]:
    """Tables on which the rare things happen."""
    return tuple(law_data(name).telling(name))


def for_all(name: str, examples: int, law: Callable[[Table], None]) -> None:
    """Check a law on the tables with rare events and on this many random ones."""
    for rare in rare_event_tables(name):
        law(rare)

    @hypothesis.settings(max_examples=examples)
    @hypothesis.given(tables(name))
    def hold(drawn: Table) -> None:
        law(drawn)

    hold()


def hold(name: str, size: int, law: Callable[[Played], None], times: int = 1) -> Counter[str]:
    """Check a law on games at few or many tables; counts of what happened in them."""
    seen: Counter[str] = Counter()

    def law_of_a_table(drawn: Table) -> None:
        game_played = played(drawn)
        law(game_played)
        seen.update(game_played.seen)

    for_all(name, times * law_data(name).EXAMPLES[size], law_of_a_table)
    return seen


def assert_met(name: str, seen: Counter[str]) -> None:
    """Check that the rare things happened, without which a law means nothing."""
    assert [event for event in law_data(name).met(name) if not seen[event]] == []


def verdicts(name: str, state: Any) -> list[int]:
    """The verdict on every action."""
    out = np.zeros(len(rows(name)), np.int16)
    loops = for_game("verdicts", game(name))
    loops.all_verdicts(state, game(name).rules.ACTIONS, out)
    answers: list[int] = out.tolist()
    return answers


# Random games -------------------------------------------------------------------------------------
def live_states(ongoing: OngoingGame) -> Iterator[Any]:
    """The state of a whole game, before its first move and after each move."""
    table, known, rules = ongoing.table, law_data(ongoing.table.name), ongoing.table.game.rules
    state = table.deal()
    yield state
    after = plain(state)
    while not after["over"]:
        assert len(ongoing.actions) < rules.LONGEST, f"no end in sight: {table}"
        action = known.choose(ongoing, state)
        before = after
        rules.play(state, action)
        ongoing.actions.append(action)
        after = plain(state)
        known.note(ongoing, before, action, after)
        yield state


def plain(state: Any) -> Any:
    """A copy whose fields are fast to read; a record's attributes are looked up in Python."""
    return np.frombuffer(state.tobytes(), np.dtype((np.void, state.dtype)))[0]


PLAYED_GAMES: dict[tuple[object, ...], Played] = {}


def played(table: Table) -> Played:
    """The game of a table, played once for all laws."""
    if table.id not in PLAYED_GAMES:
        ongoing = OngoingGame(table)
        kept = b"".join(state.tobytes() for state in live_states(ongoing))
        states = np.frombuffer(bytearray(kept), table.game.rules.State.dtype).view(np.recarray)
        PLAYED_GAMES[table.id] = Played(
            table, states, ongoing.actions, ongoing.seen, law_data(table.name).MOST
        )
    return PLAYED_GAMES[table.id]


# What a seat knows --------------------------------------------------------------------------------
def watchers(state: Any) -> range:
    """Every seat, and the watcher."""
    return range(NOBODY, int(state.seats))


def features_of(name: str, view: Any) -> Any:
    """The features of a view."""
    out = np.zeros(game(name).features.SIZE, np.uint8)
    game(name).features.features(view, out)
    return out


def redealt(name: str, state: Any, seat: int, chance: random.Random) -> Any:
    """The state with everything that `seat` is not shown re-dealt, and with other dice."""
    return redeal.redealt(game(name), state, seat, chance)
