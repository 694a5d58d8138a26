"""Deals the undersides that a viewer of Flip & Skip cannot know anew."""

from __future__ import annotations

import random
from typing import Any

from skipyard.core import NOBODY, NONE
from skipyard.games.flip_and_skip.coins import COINS, COLOUR, ICONS, TYPE_OF, WATCHER


def shown(s: Any, viewer: int, coin: int) -> bool:
    """Whether a viewer is shown an underside; without `show_memory`, only for a while."""
    looker = WATCHER if viewer == NOBODY else viewer
    if not s.known[coin] >> looker & 1:
        return False
    now = int(s.fresh[coin]) & 7 | int(s.fresh[coin]) >> 3
    return bool(s.show_memory or now >> looker & 1 or coin in (s.flipped, s.used))


def saw(s: Any, viewer: int, coin: int) -> bool:
    """Whether a viewer has ever seen an underside."""
    return bool(s.known[coin] >> (WATCHER if viewer == NOBODY else viewer) & 1)


def redeal(s: Any, viewer: int, dice: random.Random, forgotten: bool) -> None:
    """Shuffle hidden icons among coins of one colour and type and their bag."""
    known = shown if forgotten else saw
    kinds: dict[tuple[int, int], list[int]] = {}
    for coin in range(COINS):
        if s.under[coin] != NONE and not known(s, viewer, coin):
            kind = int(COLOUR[coin]), int(TYPE_OF[s.face[coin]])
            kinds.setdefault(kind, []).append(coin)
    for kind, hidden in kinds.items():
        bag = s.bag[kind]
        icons = [int(s.under[coin]) for coin in hidden]
        icons += [icon for icon in range(ICONS) for _ in range(bag[icon])]
        dice.shuffle(icons)
        bag[:] = 0
        for coin in hidden:
            s.under[coin] = icons.pop()
        for icon in icons:
            bag[icon] += 1
