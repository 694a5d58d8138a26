"""Which file knows which game, and what such a file has to offer.

| name | what it is |
|---|---|
| `choose(bot, v, legal, n, dice)` | a legal action, of bot number GREEDY, RANDOM or RULES |
| `outlook(s, seat)` | roughly the chance that `seat` wins, 0.0 to 1.0, in a whole state |
| `distinct(s, legal, n)` | puts the moves that do not come to the same in front; how many |

All are compiled with `core.rule`. `choose` gets what its seat sees, and leaves the view as it was.
`outlook` gets a state, which is an imagined one wherever a bot thinks: search cuts its playouts
short with it. It should be quick (well under a microsecond), even-handed (about the same rule for
every seat, the chances of all sides adding up to about 1) and finer than the score: what is nearly
won counts. It is not asked about a game that is over.
"""

from __future__ import annotations

import importlib
from typing import Any

GREEDY, RANDOM, RULES = 0, 1, 2  # golden games were played with these numbers

FILES = {
    "skipbo": "skipyard.bots.skipbo",
    "skipbo_mod": "skipyard.bots.skipbo",
    "skippity": "skipyard.bots.skippity",
    "flip_and_skip": "skipyard.bots.flip_and_skip",
    "skip_or_trip": "skipyard.bots.skip_or_trip",
}
SEARCHERS = dict.fromkeys(
    FILES, "skipyard.bots.search"
) | {  # `Searcher(game, spec, seed, threads)`
    "skippity": "skipyard.bots.skippity_search",  # nothing is hidden there
}
EQUALS = dict.fromkeys(FILES, "skipyard.bots.plain_equals") | {
    "skipbo": "skipyard.bots.skipbo_equals",
    "skipbo_mod": "skipyard.bots.skipbo_equals",
}


def of(game: str) -> Any:
    """The compiled knowledge of a game, as a module."""
    return importlib.import_module(FILES[game])
