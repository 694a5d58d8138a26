"""What differs between the games under the laws: one module for each game, found by `of`.

| name | what it is |
|---|---|
| `EXAMPLES` | random tables of a law: a few, and many |
| `EVERY`, `MOST` | by law, each so manieth state is looked at; how many of a long game |
| `VALUES`, `mend` | how options are drawn where any value will not do; making a table fit |
| `POLICIES`, `choose` | how players choose |
| `telling` | tables on which rare things happen |
| `scripted`, `TWIN_MOVES`, `TWIN_EVERY` | what the twins play, how far, how often they look |
| `IN_TWINS` | what they must have met |
| `note`, `met`, `SHORTEST` | what a move brought about; what random play must have met |
| `unmet`, `RARE_REASONS` | reasons that cannot be met, or hardly |
| `REFUSALS` | how many reasons the telling games must meet |
| `FORBIDDEN` | how many moves the book names and forbids, at least |
| `check` | conservation, in plain Python |
| `unsound`, `WRONG_THINGS` | tables with one thing wrong; how many kinds of wrong |
| `redealt`, `HIDES` | the table with what a seat cannot see dealt anew; the fields of that |
| `SECRET`, `SET_UP` | fields that no view has; those that are there before the deal |
| `IN_FULL` | whether a position tells everything but the dice |
| `blind` | a game whose moves say nothing about hidden things |
| `unseen`, `BLIND_SEAT` | what a seat cannot see of it, and which seat |
| `check_end` | who has won, and the score |
"""

from __future__ import annotations

import importlib
from typing import Any

FAMILY = {"skipbo_mod": "skipbo"}  # one module for two books


def of(name: str) -> Any:
    """The module of a game."""
    return importlib.import_module(f"own.{FAMILY.get(name, name)}")
