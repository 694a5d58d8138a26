"""What the legal moves are worth."""

from __future__ import annotations

from typing import NamedTuple

from skipyard.api.bots import view_of
from skipyard.api.moves import Move
from skipyard.api.sentences import whole
from skipyard.api.table import Table
from skipyard.api.view import View
from skipyard.bots.playouts import Playouts
from skipyard.table.chances import mean_chances


class Advice(NamedTuple):
    """A move with the chance to win after it, and half of that chance's 95 % interval.

    >>> import skipyard as sy
    >>> move, chance, margin = sy.analyse(sy.Table("skip_or_trip", seed=7), worlds=50)[0]
    >>> move in sy.Table("skip_or_trip", seed=7).legal, 0 < margin < chance < 1
    (True, True)
    """

    move: Move
    chance: float
    margin: float


def analyse(
    seen: Table | View, top: int | None = None, worlds: int = 200, seed: int = 0
) -> list[Advice]:
    """The legal moves, best first, with the chance to win after each.

    Every move is played out by the bot `rules` in the same imagined worlds, which fit what the seat
    on turn sees; the unseen order of the table is not looked at.

    >>> import skipyard as sy
    >>> best, *_ = sy.analyse(sy.Table("skip_or_trip", seed=7), top=3, worlds=50)
    >>> 0 <= best.chance <= 1
    True
    """
    view = view_of(seen)
    count = whole(worlds, "worlds", view.language, 1)
    most = len(view.legal) if top is None else whole(top, "top", view.language, 1)
    g, sides = view._game, int(view._game.rules.sides(view.imagine(0).state))
    number = whole(seed, "seed", view.language) % (1 << 40)
    shares = Playouts(g).of_moves(view.record, view._actions, sides, count, number)
    chances = mean_chances(shares[:, :, view.seat % sides])
    advice = [Advice(move, *chance) for move, chance in zip(view.legal, chances, strict=True)]
    return sorted(advice, key=lambda one: -one.chance)[:most]
