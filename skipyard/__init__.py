"""Skipyard: five tabletop games, played by people and simulated at speed.

    >>> import skipyard as sy
    >>> table = sy.Table("skippity", seats=2, seed=7)
    >>> table.push("jump e3 to e5")
    Move(46, 'jump e3 to e5')

The public names are those of `__all__`; docs/api.md says what may change.
"""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
OBSERVATIONS = 1  # the version of what `View.observation` means; networks carry it along

if TYPE_CHECKING:
    from skipyard.api.analysis import Advice as Advice
    from skipyard.api.analysis import analyse as analyse
    from skipyard.api.bots import Bot as Bot
    from skipyard.api.bots import bot as bot
    from skipyard.api.matches import MatchResult as MatchResult
    from skipyard.api.matches import match as match
    from skipyard.api.moves import Move as Move
    from skipyard.api.saving import loads as loads
    from skipyard.api.table import Table as Table
    from skipyard.api.view import WATCHER as WATCHER
    from skipyard.api.view import View as View
    from skipyard.batch.cpu import Batch as Batch
    from skipyard.games import GAMES as GAMES
    from skipyard.options import Refused as Refused

# Where each public name is: imported on first use, so that `import skipyard` takes a moment.
PUBLIC = {
    "Advice": "skipyard.api.analysis",
    "Batch": "skipyard.batch.cpu",
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
}
__all__ = ["OBSERVATIONS", "__version__", *sorted(PUBLIC)]


def __getattr__(name: str) -> Any:
    if name not in PUBLIC:
        raise AttributeError(f"skipyard has no {name!r}; it has {', '.join(__all__)}")
    value = globals()[name] = getattr(importlib.import_module(PUBLIC[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
