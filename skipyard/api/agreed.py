"""The game, seats and options that somebody asked for, checked."""

from __future__ import annotations

from collections.abc import Mapping

from skipyard.arguments import read_options, text_of, whole
from skipyard.games import Game, game
from skipyard.options import Value


def game_of(name: object, language: str) -> Game:
    """The game of that name."""
    return game(text_of(name, "game", language), language)


def agreed(
    g: Game, seats: object, options: Mapping[str, object], language: str
) -> tuple[int, dict[str, Value]]:
    """Seats and values for all options; Refused with a sentence for what cannot be."""
    count = 2 if seats is None else whole(seats, "seats", language, 1)
    chosen = read_options(g.options.OPTIONS, options, g.title, language)
    g.options.check(count, chosen, language)
    return count, chosen
