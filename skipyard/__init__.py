"""Skipyard: five tabletop games, played by people and simulated at speed.

    >>> import skipyard as sy
    >>> table = sy.Table("skippity", seats=2, seed=7)
    >>> table.push("jump e3 to e5")
    Move(46, 'jump e3 to e5')

The public names are those of `__all__`; docs/api.md says what may change. Classes and functions
explain themselves: `help(sy.Table)`. The others are:

    GAMES  the names of all games, those of other packages included
    WATCHER  the seat of somebody who only watches, for `Table.view`
    OBSERVATIONS  the version of what the bytes of an observation mean
    __version__  the version of the package

    >>> "skippity" in sy.GAMES
    True
    >>> sy.Table("skippity", seed=7).view(sy.WATCHER).legal
    []
    >>> sy.OBSERVATIONS, len(sy.__version__.split("."))
    (1, 3)
"""

import importlib
from typing import Any

__version__ = "0.1.0"
OBSERVATIONS = 1  # the version of what `View.observation` means; networks carry it along

# Where each public name is: imported on first use, so that `import skipyard` is
# instant. For type checkers and editors the same names are in __init__.pyi.
PUBLIC = {
    "Advice": "skipyard.api.analysis",
    "Batch": "skipyard.batch",
    "Bot": "skipyard.api.bots",
    "GAMES": "skipyard.games",
    "MatchResult": "skipyard.api.matches",
    "Move": "skipyard.api.moves",
    "Refused": "skipyard.options",
    "Table": "skipyard.api.table",
    "View": "skipyard.api.view",
    "WATCHER": "skipyard.api.view",
    "analyse": "skipyard.api.analysis",
    "bot": "skipyard.api.bots",
    "loads": "skipyard.api.saving",
    "match": "skipyard.api.matches",
    "observation_digest": "skipyard.games.feature_layout",
}
__all__ = ["OBSERVATIONS", "__version__", *sorted(PUBLIC)]


def __getattr__(name: str) -> Any:
    if name not in PUBLIC:
        raise AttributeError(f"skipyard has no {name!r}; it has {', '.join(__all__)}")
    value = globals()[name] = getattr(importlib.import_module(PUBLIC[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
