"""The card of a network: what it was trained on, how strong it is, how to make it again."""

from __future__ import annotations

import shlex
from typing import Any

from skipyard.games import Game

LEFT_OUT = ("game", "device", "graphs", "student")  # of the settings, in the command


def card(game: Game, made: dict[str, Any], layers: tuple[int, ...], size: int) -> str:
    """The card as Markdown; `made` is what the network's file says of its making."""
    kind, tables = game.profile.training.network, game.profile.training.tables
    settings = made["settings"]
    seats = ", ".join(str(seats) for seats in sorted({table.seats for table in tables}))
    trained = f"tables of {seats} seats with the options under `[training]` in its profile.toml"
    if settings["only"]:
        trained = f"one kind of table, {','.join(settings['only'])}"
    shares = "\n".join(f"| `{bot}` | {share:.1%} |" for bot, share in made["shares"].items())
    return f"""\
# The network of {game.title}
Kind `{kind}`, layers {", ".join(map(str, layers))}, {size:,} bytes, rules version \
{game.rules.VERSION}. It learned from {made["samples"]:,} moves in {made["seconds"]:,} s, at \
{trained}.

Its share of wins between two with one look a move, as last measured while it learned:

| against | share |
|---|--:|
{shares}

Made by:

```bash
{command(game.name, made)}
```
"""


def command(name: str, made: dict[str, Any]) -> str:
    """The command that makes such a network again, its settings in full."""
    settings = made["settings"]
    words = ["skipyard", "train", name, "--out", "FOLDER"]
    if settings["student"]:
        words += ["--student", ",".join(map(str, settings["student"])), "--begin", "TEACHER"]
    words += ["--samples", str(made["samples"]), "--device", settings["device"]]
    for field, value in settings.items():
        if field not in LEFT_OUT and value not in ((), []):
            text = ",".join(map(str, value)) if isinstance(value, list | tuple) else value
            words += ["--set", f"{field}={text}"]
    return shlex.join(words)
