"""`skipyard games`: the games and their options, without importing the compiler."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from skipyard.games import GAMES, game
from skipyard.games.facts import game_facts, option_facts
from skipyard.terminal.sentences import say


def run(args: argparse.Namespace) -> int:
    facts: Any
    if args.game is None:
        facts = [game_facts(game(name), args.lang) for name in GAMES]
    else:
        g = game(args.game, args.lang)
        options = [option_facts(g, option, args.lang) for option in g.options.OPTIONS]
        facts = game_facts(g, args.lang) | {"options": options}
    if args.json:
        print(json.dumps(facts, ensure_ascii=False, indent=2))
    elif args.game is None:
        show_games(Console(), facts, args.lang)
    else:
        show_options(Console(), facts, args.lang)
    return 0


def show_games(console: Console, facts: list[dict[str, Any]], language: str) -> None:
    grid = Table.grid(padding=(0, 2))
    for each in facts:
        fewest, most = each["fewest_players"], each["most_players"]
        players = say(language, "games.players", fewest=fewest, most=most)
        title = Text(each["title"], style="bold")
        title.append(f"\n{players}", style="not bold")
        grid.add_row(Text(each["name"], style="bold"), title, Text(each["about"]))
    console.print(grid)
    console.print(say(language, "games.more"), markup=False, highlight=False)


def show_options(console: Console, facts: dict[str, Any], language: str) -> None:
    title = Text(facts["title"], style="bold")
    fewest, most = facts["fewest_players"], facts["most_players"]
    title.append("  " + say(language, "games.players", fewest=fewest, most=most), "not bold")
    console.print(title)
    console.print(facts["about"], markup=False, highlight=False)
    console.print(Text("\n" + say(language, "games.options", title=facts["title"])))
    grid = Table.grid(padding=(0, 2))
    for option in facts["options"]:
        text = Text(option["help"])
        text.append(f"\n{values_of(option, language)} ({option['rule']})", style="dim")
        grid.add_row(Text(option["name"], style="bold"), text)
    console.print(grid)


def values_of(option: dict[str, Any], language: str) -> str:
    """The values that an option takes, and its default."""
    default = option["default"] or say(language, "games.book")
    if option["kind"] == "number":
        values = say(language, "games.range", low=option["low"], high=option["high"])
    elif option["kind"] == "counts":
        values = say(language, "games.counts", length=len(option["most"]))
    else:
        values = ", ".join(option["values"])
    return say(language, "games.values", values=values, default=default)
