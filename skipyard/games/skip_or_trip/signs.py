"""Symbols as numbers: every group of up to three symbols has a number, its sign.

A card has one or two symbols, a square up to three. The rules make tables from this file, and the
reader of symbol sets uses it too.
"""

from itertools import combinations_with_replacement

SYMBOLS = 8  # the most different symbols that a set may have
ON_CARD, ON_SQUARE = 2, 3  # the most symbols that a card and a square may show
GROUPS: tuple[tuple[int, ...], ...] = tuple(
    group
    for size in range(ON_SQUARE + 1)
    for group in combinations_with_replacement(range(SYMBOLS), size)
)  # by sign: nothing, one symbol, two, three; symbols in order
SIGN_OF = {group: sign for sign, group in enumerate(GROUPS)}
CARD_SIGNS = sum(len(group) <= ON_CARD for group in GROUPS)  # signs below this fit on a card


def rest_of(sign: int, part: int) -> int | None:
    """The sign that is left of a group when a part of it is taken away; None if it is no part."""
    left = list(GROUPS[sign])
    for symbol in GROUPS[part]:
        if symbol not in left:
            return None
        left.remove(symbol)
    return SIGN_OF[tuple(left)]
