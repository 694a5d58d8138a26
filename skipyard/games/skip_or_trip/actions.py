"""Every move of Skip or Trip, one row each, and every reason to refuse one.

A trip takes several moves: the token to trip, the own token to move, then card by card.
"""

from enum import IntEnum

from skipyard.core import row_numbers, table
from skipyard.games.skip_or_trip.board import CARDS, SEATS, TOKENS


class Kind(IntEnum):
    SKIP = 0  # ST-10  play `card`, move own `token`
    TRIP = 1  # ST-11  begin a trip of `token` of side `side`
    WITH = 2  # ST-A36  the own `token` that the trip moves
    LAY = 3  # ST-11  lay `card` for the trip
    END = 4  # ST-A59  end a turn of trips
    PASS = 5  # ST-A03


COLUMNS = "kind card side token"
ROWS = (
    [(Kind.SKIP, card, 0, token) for card in range(CARDS) for token in range(TOKENS)]
    + [(Kind.TRIP, 0, side, token) for side in range(SEATS) for token in range(TOKENS)]
    + [(Kind.WITH, 0, 0, token) for token in range(TOKENS)]
    + [(Kind.LAY, card, 0, 0) for card in range(CARDS)]
    + [(Kind.END, 0, 0, 0), (Kind.PASS, 0, 0, 0)]
)
ACTIONS = table(COLUMNS, ROWS)
SKIP_WITH = row_numbers(ACTIONS, "card token", kind=Kind.SKIP)
TRIP_OF = row_numbers(ACTIONS, "side token", kind=Kind.TRIP)
WITH_TOKEN = row_numbers(ACTIONS, "token", kind=Kind.WITH)
LAY_CARD = row_numbers(ACTIONS, "card", kind=Kind.LAY)
END_TURN = int(row_numbers(ACTIONS, "kind", kind=Kind.END)[Kind.END])
PASS_TURN = int(row_numbers(ACTIONS, "kind", kind=Kind.PASS)[Kind.PASS])


class No(IntEnum):
    """Why a move is refused; words.toml has a sentence and a rule id for each."""

    OK = 0
    OVER = 1
    NOT_IN_HAND = 2
    NO_SUCH_TOKEN = 3  # of one's own
    SKIP_AFTER_TRIP = 4
    PASS_AFTER_TRIP = 5
    TOO_LARGE = 6
    NOT_WINNING = 7
    NOT_ON_TRACK = 8  # the target
    OWN_TOKEN = 9
    AT_START = 10
    MERCY = 11
    NO_MATCH = 12
    IN_TRIP = 13  # a trip has begun and must be finished first
    TOKEN_FIRST = 14
    NO_TRIP_BEGUN = 15
    NOTHING_TO_CHOOSE = 16
    NO_PART = 17  # the card has a symbol that is not needed
    DEAD_END = 18
    NOT_TRIPPED = 19
    MUST_ACT = 20
    NOT_STUCK = 21
