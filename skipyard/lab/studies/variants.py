"""Which tables the figures come from: the book's, and every other value of each option.

`study` in a game's profile.toml has what the options do not say; games/profile.py explains its
fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from skipyard.games import Game
from skipyard.games.profile import Settings
from skipyard.options import Option, Refused, Value, read_settings


@dataclass(frozen=True)
class Table:
    """One kind of table to play: a variant at a number of seats."""

    variant: Settings  # as a reader would ask for it; empty: the book
    seats: int
    settings: Settings  # as it is played
    against: Settings  # the same table without the variant's own setting
    admitted: bool  # only by the settings in the profile's `admits`


def values(g: Game, option: Option) -> Settings:
    """The values of an option that are studied besides its default."""
    if option.kind in ("number", "counts"):
        return g.profile.study.samples.get(option.name, ())
    names = option.names or ("false", "true")
    not_played = (option.write(option.default), *option.local)
    return tuple(name for name in names if name not in not_played)


def variants(g: Game) -> Iterator[tuple[Settings, Settings]]:
    """Each variant as a reader would ask for it, and the settings it needs; first the book."""
    yield (), ()
    for option in g.options.OPTIONS:
        if option.name not in g.profile.study.left_out:
            beside = g.profile.study.beside.get(option.name, ())
            for value in values(g, option):
                yield (f"{option.name}={value}",), beside


def allowed(g: Game, seats: int, settings: Settings) -> bool:
    try:
        g.options.check(seats, chosen(g, settings))
    except Refused:
        return False
    return True


def chosen(g: Game, settings: Settings) -> dict[str, Value]:
    return read_settings(g.options.OPTIONS, settings, g.title)


def tables(g: Game) -> Iterator[Table]:
    """Every variant at every number of seats at which it can be played."""
    always, admits = g.profile.study.always, g.profile.study.admits
    for own, beside in variants(g):
        for seats in range(g.options.FEWEST_SEATS, g.options.MOST_SEATS + 1):
            for more in ((), admits) if own and own != admits else ((),):
                against = always + beside + more
                if allowed(g, seats, against + own):
                    yield Table(own + beside, seats, against + own, against, bool(more))
                    break
