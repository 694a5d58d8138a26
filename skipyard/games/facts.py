"""A game and its options as data: what a list, a form or a script needs to offer them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skipyard.catalogue import common
from skipyard.games import Game
from skipyard.options import Option, Value


def game_facts(found: Game, language: str) -> dict[str, Any]:
    """A game in a few words."""
    return {
        "name": found.name,
        "title": found.title,
        "fewest_players": found.options.FEWEST_SEATS,
        "most_players": found.options.MOST_SEATS,
        "about": found.options.sentences().say(language, "about.game"),
    }


def option_facts(found: Game, option: Option, language: str) -> dict[str, Any]:
    """An option as data: what a form or a script needs to offer it."""
    sentences, key = found.options.sentences(), f"option.{option.name}"
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


def chosen_facts(found: Game, chosen: Mapping[str, Value], language: str) -> list[str]:
    """What was chosen where it is not the usual, in words."""
    return [
        in_words(found, option, chosen[option.name], language)
        for option in found.options.OPTIONS
        if chosen[option.name] != option.default
    ]


def in_words(found: Game, option: Option, value: Value, language: str) -> str:
    """An option and what was chosen for it."""
    sentences, written = found.options.sentences(), option.write(value)
    title = sentences.say(language, f"option.{option.name}")
    if option.kind == "switch":
        return title if value else common().say(language, "option.off", title=title)
    if option.kind == "choice" and written in option.names:
        written = sentences.say(language, f"value.{option.name}-{written}")
    return common().say(language, "option.chosen", title=title, value=written)


def default_of(option: Option) -> str | None:
    """The default as it is written; None, where a number out of range leaves it to the book."""
    if option.kind == "number" and isinstance(option.default, int) and option.default < option.low:
        return None
    return option.write(option.default)
