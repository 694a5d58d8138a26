"""The tables on which third-party test suites run: every game with several sets of options."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from skipyard.adapters.variant import Settings

SOON_OVER: Settings = {"no_progress_limit": 12}  # random players wander
SETS: dict[str, list[tuple[int, Settings]]] = {
    "skipbo": [
        (2, {}),
        (4, {"teams": True, "stock_size": 2, "show_discards": "top", "must_play": "when_no_draw"}),
        (3, {"stock_size": 2, "on_block": "recycle_discards", "deck": (3,) + 6 * (4,) + 6 * (0,)}),
    ],
    "skipbo_mod": [
        (2, {"stock_size": 3}),
        (4, {"teams": True, "short_game": True, "stock_size": 2, "dealer": "highest"}),
    ],
    "skip_or_trip": [
        (2, {}),
        (4, {"variant": "team", "removed_cards": 60}),
        (3, {"variant": "advanced", "cut": "random", "removed_cards": 40}),
        (4, {"mercy": "on", "removed_cards": 60}),
    ],
    "flip_and_skip": [
        (2, {"no_progress_limit": 6}),
        (2, {"setup_pick": "random", "light_seat": "random", "show_memory": False, **SOON_OVER}),
    ],
    "skippity": [
        (2, {}),
        (4, {"size": 6, "seeding": "rows", "allow_pass": True}),
        (3, {"size": 8, "scoring": "hundred", "first_player": "seat2"}),
    ],
}


def label(name: str, seats: int, options: Settings) -> str:
    return f"{name}-{seats}-{'-'.join(options) or 'book'}"


def tables(short_games: Collection[str] = tuple(SETS)) -> Any:
    """Parametrise a test with all tables; the short run has the first of each of these games."""
    given = [
        pytest.param(
            name,
            *table,
            marks=[pytest.mark.full] if nth or name not in short_games else [],
            id=label(name, *table),
        )
        for name, sets in SETS.items()
        for nth, table in enumerate(sets)
    ]
    return pytest.mark.parametrize(("name", "seats", "options"), given)


every_table = tables()
