"""Lines that a case may ask for although no state keeps them."""

from typing import Any

from skipyard.core import start_dice
from skipyard.games.skipbo import cards


def lines_of_deal(undealt: Any, key: Any) -> list[str]:
    """SB-A17  The card that each player drew first, where the highest deals: drawn once more."""
    if undealt.dealer != cards.Dealer.HIGHEST:
        return []
    start_dice(undealt, key, 0)
    cards.lay_out(undealt)
    left = range(undealt.unseen_left, undealt.unseen_left - undealt.seats, -1)
    faces = [int(cards.pick(undealt, undealt.unseen, size)) for size in left]
    return ["drew: " + " ".join("W" if face == cards.WILD else str(face) for face in faces)]
