"""How the games of a batch begin: seats and options for all tables or by table, or positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from skipyard.arguments import read_options, shown, text_of, whole
from skipyard.catalogue import common
from skipyard.core import Records
from skipyard.games import Game
from skipyard.games.position_text import chosen_in
from skipyard.options import Refused, Value

GAME_LINE = "game:"
Chosen = dict[str, Value]


class Setup(NamedTuple):
    """The states that games begin from; table i has number i % n of them."""

    templates: Records
    dealt: bool  # whether a deal follows; otherwise they are positions
    options: list[Chosen]  # of each

    @property
    def seats(self) -> int:
        """The most seats of any table."""
        return int(self.templates["seats"].max())

    def of(self, indices: Any) -> Setup:
        """The setup of a batch that consists of these tables."""
        if len(self.options) == 1:
            return self
        rows = (indices % len(self.options)).tolist()
        templates = records_at(self.templates, rows)
        return Setup(templates, self.dealt, [self.options[row] for row in rows])


def records_at(records: Records, rows: Sequence[int]) -> Records:
    """Some of the records, copied with their padding."""
    raw = np.ascontiguousarray(records).view(np.uint8).reshape(len(records), -1)[rows]
    return np.ascontiguousarray(raw).reshape(-1).view(records.dtype).view(np.recarray)


def choose_options(g: Game, seats: int, options: Mapping[str, Any] | None) -> Chosen:
    """The default options with the given ones changed, checked by the game."""
    chosen = read_options(g.options.OPTIONS, options, g.title)
    g.options.check(seats, chosen)
    refuse_without_effect(g, seats, chosen, "in a batch", "en")
    return chosen


def refuse_without_effect(
    g: Game, seats: int, chosen: Mapping[str, Value], where: str, language: str
) -> None:
    """Refuse options that are about several rounds, where every game is one round."""
    for option in g.options.OPTIONS:
        if chosen[option.name] == option.default:
            continue
        one, other = (
            g.set_up(seats, values) for values in (chosen, {**chosen, option.name: option.default})
        )
        if all(np.array_equal(one[name], other[name]) for name in one.dtype.names):
            said = common().say(language, "argument.no_effect", name=option.name, where=where)
            raise Refused(said, option.rule, option.name)


def dealt_setup(g: Game, tables: int, seats: Any, options: Any) -> Setup:
    """Games that are dealt; seats and options are for all tables, or in lists by table."""
    counts = list(seats) if is_list(seats) else [seats]
    asked = list(options) if is_list(options) else [options]
    n = max(len(counts), len(asked))
    for name, every in (("seats", counts), ("options", asked)):
        check_length(name, len(every), tables)
        if len(every) not in (1, n):
            raise Refused(
                f"seats and options by table have equal lengths; these have {len(counts)} and "
                f"{len(asked)}.",
                about=name,
            )
    templates, chosen = g.rules.State.many(n), list[Chosen]()
    for i in range(n):
        count = whole(counts[i % len(counts)], "seats", low=1)
        chosen.append(choose_options(g, count, asked[i % len(asked)]))
        templates[i] = g.set_up(count, chosen[-1])
    return Setup(templates, True, chosen)


def position_setup(g: Game, tables: int, positions: Any) -> Setup:
    """Games that begin at positions: texts, `skipyard.Table`s or states."""
    every = list(positions) if is_list(positions) else [positions]
    check_length("positions", len(every), tables)
    templates, chosen = g.rules.State.many(len(every)), list[Chosen]()
    for i, position in enumerate(every):
        state = state_of(g, position)
        if state.over:
            raise Refused(f"In position {i} the game is over; begin before its end.")
        templates[i] = state
        chosen.append(chosen_in(g, state))
    return Setup(templates, False, chosen)


def state_of(g: Game, position: Any) -> Any:
    """The state of a position."""
    if isinstance(position, str):
        head, _, rest = position.strip().partition("\n")
        if head.lower().startswith(GAME_LINE):
            named = head.partition(":")[2].strip()
            check_game(g, named)
            position = rest
        return g.position.read(position)
    named = getattr(position, "game", g.name)
    state = getattr(position, "state", position)
    if getattr(state, "dtype", None) != g.rules.State.dtype:
        if isinstance(named, str) and named != g.name:
            check_game(g, named)
        raise Refused(
            f"A position is a text, a skipyard.Table or a state of {g.title}; "
            f"you gave {shown(position)}.",
            about="positions",
        )
    if not g.rules.sound(state):
        raise Refused("This state is damaged: its cards do not add up.", about="positions")
    return state


def check_game(g: Game, named: str) -> None:
    if text_of(named, "game").strip().lower() != g.name:
        raise Refused(
            f"This position is of {shown(named)}, and the batch is of {g.name}.", about="positions"
        )


def check_length(name: str, length: int, tables: int) -> None:
    if not 1 <= length <= tables:
        raise Refused(
            f"{name} by table is a list of 1 to {tables} of them; this one has {length}.",
            about=name,
        )


def is_list(value: Any) -> bool:
    """Whether a value is a list of values, and not one of them."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, list | tuple)
