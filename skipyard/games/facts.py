"""A game and its options as data, for lists, forms and scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skipyard.catalogue import common
from skipyard.games import Game
from skipyard.options import Option, Value


def game_facts(g: Game, language: str) -> dict[str, Any]:
    """A game's name, title, players and a sentence about it."""
    return {
        "name": g.name,
        "title": g.title,
        "fewest_players": g.options.FEWEST_SEATS,
        "most_players": g.options.MOST_SEATS,
        "about": g.options.sentences().say(language, "about.game"),
    }


def option_facts(g: Game, option: Option, language: str) -> dict[str, Any]:
    """Everything that a form needs to offer an option."""
    sentences, key = g.options.sentences(), f"option.{option.name}"
    facts: dict[str, Any] = {
        "name": option.name,
        "title": sentences.say(language, key),
        "help": sentences.about(key, f"help_{language}"),
        "rule": option.rule,
        "kind": option.kind,
        "default": default_of(option),
    }
    if option.kind == "number":
        facts |= {"low": option.low, "high": option.high}
    elif option.kind == "counts":
        facts |= {"most": list(option.counts)}
    elif option.kind == "choice":
        labels = [sentences.say(language, f"value.{option.name}-{name}") for name in option.names]
        facts |= {"values": list(option.names), "labels": labels}
    else:
        facts |= {"values": ["true", "false"]}
    return facts


def points_told(g: Game, chosen: Mapping[str, Value], language: str) -> str:
    """What a point is in this game with its options; empty where the game does not say."""
    sentences = g.options.sentences()
    own = [f"points.{name}-{value}".lower() for name, value in chosen.items()]
    for key in [*own, "points.game"]:
        if key in sentences.entries:
            return sentences.say(language, key)
    return ""


def chosen_facts(g: Game, chosen: Mapping[str, Value], language: str) -> list[str]:
    """One line for each option that differs from the default."""
    return [
        in_words(g, option, chosen[option.name], language)
        for option in g.options.OPTIONS
        if chosen[option.name] != option.default
    ]


def in_words(g: Game, option: Option, value: Value, language: str) -> str:
    """An option and its value as a sentence."""
    sentences, written = g.options.sentences(), option.write(value)
    title = sentences.say(language, f"option.{option.name}")
    if option.kind == "switch":
        return title if value else common().say(language, "option.off", title=title)
    if option.kind == "choice" and written in option.names:
        written = sentences.say(language, f"value.{option.name}-{written}")
    return common().say(language, "option.chosen", title=title, value=written)


def default_of(option: Option) -> str | None:
    """The default as text; None if it is a number below the range, which the game interprets."""
    if option.kind == "number" and isinstance(option.default, int) and option.default < option.low:
        return None
    return option.write(option.default)
