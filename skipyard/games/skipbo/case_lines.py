"""Lines of a case that follow from the deal and are not in the state."""

from typing import Any

from skipyard.core import start_dice
from skipyard.games.skipbo import cards


def lines_of_deal(undealt: Any, key: Any) -> list[str]:
    """SB-A17  The card that each player drew, if the highest deals: the draw is repeated."""
    if undealt.dealer != cards.Dealer.HIGHEST:
        return []
    start_dice(undealt, key, 0)
    cards.clear_table(undealt)
    left = range(undealt.unseen_left, undealt.unseen_left - undealt.seats, -1)
    faces = [int(cards.pick(undealt, undealt.unseen, size)) for size in left]
    return ["drew: " + " ".join("W" if face == cards.WILD else str(face) for face in faces)]
