"""Names of people who meet: at a table, in a tournament."""

from __future__ import annotations

import itertools
from collections.abc import Collection


def numbered(name: str, taken: Collection[str]) -> str:
    """A name with a number behind it if somebody has it already: Nora, Nora 2, Nora 3."""
    known = {other.casefold() for other in taken}
    names = (name if n == 1 else f"{name} {n}" for n in itertools.count(1))
    return next(each for each in names if not name or each.casefold() not in known)
