"""Every move of Skip-Bo, one row each, and every reason to refuse one, those of MOD included."""

from enum import IntEnum

from skipyard.core import row_numbers, table
from skipyard.games.skipbo.cards import FACES, PILES, SEATS


# Moves --------------------------------------------------------------------- SB-33, SB-34, SB-44
class Kind(IntEnum):
    HAND = 0  # play hand face `source` on series `target`
    STOCK = 1  # play the top of the stock of `owner`
    PILE = 2  # play the top of discard pile `source` of `owner`
    DISCARD = 3  # put hand face `source` on own discard pile `target`
    END = 4  # SB-A15  end the turn without a discard
    TALK = 5  # from here to LET_STAND the referee's: player `target` talked
    EXCESS = 6  # player `target` drew `source` cards too many
    OUT_OF_TURN = 7  # player `target` played out of turn and was noticed
    LET_STAND = 8  # player `target` played out of turn and was not
    OPPONENT_DRAWS = 9  # MOD


OWN, PARTNER = 0, 1
MOST_EXCESS = 5  # SB-A61  for more, the referee acts twice
COLUMNS = "kind owner source target die"
ROWS = (
    [(Kind.HAND, OWN, face, pile, 0) for face in range(FACES) for pile in range(PILES)]
    + [(Kind.STOCK, owner, 0, pile, 0) for owner in (OWN, PARTNER) for pile in range(PILES)]
    + [
        (Kind.PILE, owner, own, pile, 0)
        for owner in (OWN, PARTNER)
        for own in range(PILES)
        for pile in range(PILES)
    ]
    + [(Kind.DISCARD, OWN, face, own, 0) for face in range(FACES) for own in range(PILES)]
    + [(Kind.END, OWN, 0, 0, 0)]
    + [(Kind.TALK, OWN, 0, seat, 0) for seat in range(SEATS)]
    + [
        (Kind.EXCESS, OWN, count, seat, 0)
        for seat in range(SEATS)
        for count in range(1, MOST_EXCESS + 1)
    ]
    + [(Kind.OUT_OF_TURN, OWN, 0, seat, 0) for seat in range(SEATS)]
    + [(Kind.LET_STAND, OWN, 0, seat, 0) for seat in range(SEATS)]
)
ACTIONS = table(COLUMNS, ROWS)
HAND_ON = row_numbers(ACTIONS, "source target", kind=Kind.HAND)
STOCK_ON = row_numbers(ACTIONS, "owner target", kind=Kind.STOCK)
PILE_ON = row_numbers(ACTIONS, "owner source target", kind=Kind.PILE)
DISCARD_ON = row_numbers(ACTIONS, "source target", kind=Kind.DISCARD)
END_TURN = int(row_numbers(ACTIONS, "kind", kind=Kind.END)[Kind.END])


class No(IntEnum):
    """Why a move is refused; words.toml has a sentence and a rule id for each."""

    OK = 0
    OVER = 1
    NOT_IN_HAND = 2
    STOCK_EMPTY = 3
    PILE_EMPTY = 4
    NO_PARTNER = 5
    NOT_A_ONE = 6
    NOT_NEXT = 7
    WILD_ON_WILD = 8
    WILD_AS_12 = 9
    DISCARD_WILD = 10
    MUST_DISCARD = 11
    MUST_PLAY = 12
    REFEREE_OFF = 13
    NO_SUCH_PLAYER = 14
    TALK_NEEDS_TEAMS = 15
    IS_ON_TURN = 16
    DIE_USED = 17
    DIE_IS_ACTION = 18
    DIE_RANGE = 19
    NOT_FOLLOW_UP = 20
    NOT_AFTER_TWELVE = 21
    NOT_DISCARD_TWO = 22
    NOT_OPPONENT_DRAWS = 23
    NOT_AN_OPPONENT = 24
    STOCK_FINISHED = 25
