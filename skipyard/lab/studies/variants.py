"""Which tables the figures are drawn from: the book's, and every other way to set an option."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from skipyard.games import Game
from skipyard.options import Option, Refused, Value, read_settings

Settings = tuple[str, ...]

# Where the book's first player is chance's choice, seats differ only once one of them begins.
ALWAYS: dict[str, Settings] = {
    "skip_or_trip": ("first_player=seat0",),
    "skippity": ("first_player=seat0",),
}
# Values of options that are numbers or lists of counts; the others are played in every value.
SAMPLES: dict[str, dict[str, Settings]] = {
    "skipbo": {"stock_size": ("10",), "deck": (",".join(["9"] + 12 * ["12"]),)},
    "skipbo_mod": {"stock_size": ("5",), "deck": (",".join(["8"] + 12 * ["8"]),)},
    "skip_or_trip": {"hand_limit": ("4",), "removed_cards": ("54",)},
    "flip_and_skip": {"no_progress_limit": ("20",), "coin_set": (",".join(3 * ["0,0,0,0,0,4"]),)},
    "skippity": {"size": ("6", "8", "12")},
}
# What an option needs beside it to mean anything.
BESIDE: dict[str, dict[str, Settings]] = {
    "skip_or_trip": {
        "cut": ("variant=advanced",),
        "adv_elimination": ("variant=advanced",),
    },
}
# What lets a variant sit down at a number of seats that it is not made for.
ADMITS: dict[str, Settings] = {
    "skipbo_mod": ("short_game=true",),
    "skip_or_trip": ("house_rules=true",),
}
# Why an option is left out: what it is about.
BEGINNER = "who begins"
SHOWN = "what is shown, which greedy bots ignore"
MATCH = "what comes after a game"
FAULTLESS = "faults, which bots do not make"
CARD_GAME = {
    "dealer": BEGINNER,
    "show_discards": SHOWN,
    "match": MATCH,
    "max_rounds": MATCH,
    "referee": FAULTLESS,
}
LEFT_OUT: dict[str, dict[str, str]] = {
    "skipbo": CARD_GAME | {"penalty_place": FAULTLESS},
    "skipbo_mod": CARD_GAME,
    "skip_or_trip": {
        "first_player": BEGINNER,
        "reveal_skipped": SHOWN,
        "house_rules": "admits variants at other numbers of seats, marked * in the picture",
    },
    "flip_and_skip": {"light_seat": BEGINNER},
    "skippity": {
        "first_player": BEGINNER,
        "undo": "adds a move to each turn, its end",
        # 96 skippers: who is a set behind, 95 points, is at most 86 skippers ahead.
        "scoring": "cannot rank players differently on ten rows of ten",
    },
}
FILE = "file"  # a value that stands for a file of the player's own


@dataclass(frozen=True)
class Table:
    """One kind of table to play: a variant at a number of seats."""

    variant: Settings  # as a reader asks for it; empty is the book
    seats: int
    settings: Settings  # as it is played
    against: Settings  # the same table without the variant's own setting
    admitted: bool  # by what ADMITS names


def values(g: Game, option: Option) -> Settings:
    """The values of an option that are played beside its default."""
    if option.kind in ("number", "counts"):
        return SAMPLES[g.name][option.name]
    names = option.names or ("false", "true")
    return tuple(name for name in names if name not in (option.write(option.default), FILE))


def variants(g: Game) -> Iterator[tuple[Settings, Settings]]:
    """Each variant as a reader asks for it, and what stands beside it; first the book."""
    yield (), ()
    for option in g.options.OPTIONS:
        if option.name not in LEFT_OUT[g.name]:
            beside = BESIDE.get(g.name, {}).get(option.name, ())
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
    always, admits = ALWAYS.get(g.name, ()), ADMITS.get(g.name, ())
    for own, beside in variants(g):
        for seats in range(g.options.FEWEST_SEATS, g.options.MOST_SEATS + 1):
            for more in ((), admits) if own and own != admits else ((),):
                against = always + beside + more
                if allowed(g, seats, against + own):
                    yield Table(own + beside, seats, against + own, against, bool(more))
                    break
