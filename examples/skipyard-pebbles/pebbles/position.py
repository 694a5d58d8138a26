"""A position of Pebbles as text: the fields of a state by name, all but the bag."""

from typing import Any

from pebbles.rules import COPIES
from skipyard.games import game
from skipyard.games.plain_position import PlainPosition


def fill_bag(s: Any) -> None:
    """PB-01  All other pebbles are in the bag; `sound` refuses negative counts."""
    s.bag = COPIES - s.spent - s.hand.sum(axis=0)


PLAIN = PlainPosition(game("pebbles"), left_out=("bag", "reveals"), complete=fill_bag)
read, write, write_view = PLAIN.read, PLAIN.write, PLAIN.write_view
