"""The game, seats and options that somebody asked for, checked."""

from __future__ import annotations

from collections.abc import Mapping

from skipyard.api.sentences import say, shown, text_of, whole
from skipyard.games import Game, game
from skipyard.options import Option, Refused, Value, find


def game_of(name: object, language: str) -> Game:
    """The game of that name."""
    return game(text_of(name, "game", language), language)


def agreed(
    g: Game, seats: object, options: Mapping[str, object], language: str
) -> tuple[int, dict[str, Value]]:
    """Seats and values for all options; Refused with a sentence for what cannot be."""
    count = 2 if seats is None else whole(seats, "seats", language, 1)
    chosen = {option.name: option.default for option in g.options.OPTIONS}
    for name, value in options.items():
        option = find(g.options.OPTIONS, name, g.title, language)
        chosen[option.name] = option.read(written(option, value, language), language)
    g.options.check(count, chosen, language)
    return count, chosen


def written(option: Option, value: object, language: str) -> str:
    """A value as the text that an option reads."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return ",".join(str(whole(one, option.name, language)) for one in value)
    if value is None:
        return option.write(option.default)
    try:
        return str(whole(value, option.name, language, None))
    except Refused:
        said = say(language, "api.option", name=option.name, value=shown(value))
        raise Refused(said, option.rule, option.name) from None
