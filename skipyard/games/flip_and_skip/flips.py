"""The flip: turning a coin of the hand over, and the six actions on the undersides."""

from typing import Any

from skipyard.core import NONE, rule
from skipyard.games.flip_and_skip import actions, board, coins
from skipyard.games.flip_and_skip.actions import Kind, No
from skipyard.games.flip_and_skip.coins import AltAction, Icon, Phase, State


# Another coin's action --------------------------------------------- FS-08, FS-09, FS-A12, FS-A48
@rule
def refuse_other(s: State, coin: int) -> int:
    """FS-09 FS-A12  Whether another coin's action may be taken instead; No.OK if it may."""
    if s.alt_action == AltAction.NO_OTHER:
        return No.NO_OTHER_COIN
    if s.where[coin] != coins.HANDS + s.turn:
        return No.NOT_IN_HAND
    if coin == s.flipped:
        return No.THE_FLIPPED_COIN
    if s.used != NONE:
        return No.USED_ALREADY
    return No.OK if coins.knows(s, s.turn, coin) else No.NOT_KNOWN  # FS-A48


@rule
def has_other(s: State) -> bool:
    """Whether any other coin's action may be taken instead."""
    if s.alt_action == AltAction.NO_OTHER or s.used != NONE or s.hand_left[s.turn] < 2:
        return False
    for coin in range(coins.COINS):
        if s.where[coin] == coins.HANDS + s.turn and refuse_other(s, coin) == No.OK:
            return True
    return False


# What an action can be done to ------------------------------- FS-15..FS-18, FS-21..FS-23, FS-A37
@rule
def picks(s: State) -> bool:
    """Whether the action moves a coin of the opponent."""
    return s.icon == Icon.HAND or s.icon == Icon.BOARD or s.icon == Icon.MONSTER


@rule
def pick_place(s: State) -> int:
    """FS-15 FS-17 FS-21  Where HAND, BOARD or MONSTER takes a coin from."""
    return (coins.HANDS if s.icon == Icon.BOARD else coins.PILES) + 1 - s.turn


@rule
def may_be_looked_at(s: State, coin: int) -> bool:
    """FS-23 FS-A21  On the board or the opponent's, never in the flipper's own hand or pile."""
    place, other = s.where[coin], 1 - s.turn
    return place < coins.SQUARES or place == coins.HANDS + other or place == coins.PILES + other


@rule
def has_target(s: State) -> bool:
    """FS-A15  Whether the action has anything to choose."""
    if s.icon == Icon.BOARD:
        return s.hand_left[1 - s.turn] > 0
    if s.icon == Icon.HAND or s.icon == Icon.MONSTER:
        return coins.pile_size(s, 1 - s.turn) > 0
    if s.icon == Icon.EYE:
        for coin in range(coins.COINS):
            if may_be_looked_at(s, coin):
                return True
    return False


@rule
def nothing_to_decide(s: State) -> bool:
    """FS-A15  Whether the action happens by itself, with nothing to choose."""
    if has_target(s) or has_other(s):
        return False
    return not s.action_optional or (s.icon != Icon.AXES and s.icon != Icon.WREATH)


@rule
def may_stand(s: State, square: int) -> bool:
    """FS-A16 FS-A53  Whether a coin may come back to a square of the right row."""
    return s.board[square] == coins.EMPTY and (not s.return_square or coins.DARK[square])


@rule
def return_row(s: State) -> int:
    """FS-17 FS-21 FS-A17  The nearest row of the flipper with room."""
    for i in range(coins.ROWS):
        row = coins.ROWS - 1 - i if coins.mine(s) else i
        for column in range(coins.ROWS):
            if may_stand(s, row * coins.ROWS + column):
                return row
    return NONE


# Verdicts and legal moves -------------------------------------------------------------------------
@rule
def refuse_flip(s: State, move: Any) -> int:
    """No.OK, or why flipping, or flipping nothing, is refused."""
    if s.phase == Phase.ACT or s.phase == Phase.PLACE:
        return No.ACT_FIRST
    if s.phase != Phase.FLIP:  # FS-A28
        return No.FLIP_DONE
    if move.kind == Kind.FLIP:  # FS-A11
        return No.OK if s.where[move.coin] == coins.HANDS + s.turn else No.NOT_IN_HAND
    if s.again:  # FS-A49
        return No.OK if s.action_optional else No.MUST_FLIP_AGAIN
    return No.OK if s.flip_optional else No.MUST_FLIP  # FS-A10


@rule
def refuse_act(s: State, move: Any) -> int:
    """No.OK, or why a part of an action is refused."""
    if s.phase != Phase.ACT and s.phase != Phase.PLACE:
        return No.NO_ACTION
    if move.kind == Kind.PLACE:
        return refuse_place(s, move.target)
    if s.phase == Phase.PLACE:
        return No.ACT_FIRST
    if move.kind == Kind.USE:
        return refuse_other(s, move.coin)
    if move.kind == Kind.ACCEPT:
        return No.MUST_CHOOSE if has_target(s) else No.OK
    if move.kind == Kind.DECLINE:  # FS-A14
        return No.OK if s.icon == Icon.EYE or s.action_optional else No.MUST_ACT
    if move.kind == Kind.LOOK:
        if s.icon != Icon.EYE:
            return No.OTHER_ACTION
        return No.OK if may_be_looked_at(s, move.coin) else No.NOT_TO_LOOK_AT
    if not picks(s):
        return No.OTHER_ACTION
    if s.where[move.coin] == pick_place(s):  # FS-16 FS-18 FS-22 FS-A37
        return No.OK
    return No.NOT_IN_THEIR_HAND if s.icon == Icon.BOARD else No.NOT_IN_THEIR_PILE


@rule
def refuse_place(s: State, square: int) -> int:
    """FS-A16  Whether the coin picked may come back to a square; No.OK if it may."""
    if s.phase != Phase.PLACE:
        return No.NOTHING_PICKED
    if s.board[square] != coins.EMPTY:
        return No.NOT_EMPTY
    if not may_stand(s, square):
        return No.NOT_DARK
    return No.OK if square // coins.ROWS == return_row(s) else No.NOT_THE_ROW


@rule
def add_flips(s: State, out: Any) -> int:
    """List the legal moves of the flip."""
    n = 0
    for coin in range(coins.COINS):
        out[n] = actions.FLIP[coin]
        n += s.where[coin] == coins.HANDS + s.turn
    if (s.action_optional if s.again else s.flip_optional) != 0:
        out[n] = actions.LEAVE
        n += 1
    return n


@rule
def add_acts(s: State, out: Any) -> int:
    """List the legal parts of an action."""
    n = 0
    if s.icon == Icon.EYE:
        for coin in range(coins.COINS):
            out[n] = actions.LOOK[coin]
            n += may_be_looked_at(s, coin)
    elif picks(s):
        for coin in range(coins.COINS):
            out[n] = actions.PICK[coin]
            n += s.where[coin] == pick_place(s)
    if n == 0:
        out[n] = actions.ACCEPT
        n += 1
    if s.icon == Icon.EYE or s.action_optional:
        out[n] = actions.DECLINE
        n += 1
    if has_other(s):
        for coin in range(coins.COINS):
            out[n] = actions.USE[coin]
            n += refuse_other(s, coin) == No.OK
    return n


@rule
def add_places(s: State, out: Any) -> int:
    """List the squares that the coin picked may come back to."""
    n, first = 0, return_row(s) * coins.ROWS
    for column in range(coins.ROWS):
        out[n] = actions.PLACE[first + column]
        n += may_stand(s, first + column)
    return n


# Playing ------------------------------------------------------------------------------------------
@rule
def flip(s: State, coin: int) -> None:
    """FS-08 FS-14 FS-A13  Turn a coin of the hand over for everybody to see."""
    coins.show(s, coin, coins.SEEN_BY_ALL)
    if s.alt_action == AltAction.ANY:  # FS-A12 FS-A48  a look at all the others
        for other in range(coins.COINS):
            if s.where[other] == coins.HANDS + s.turn:
                coins.show(s, other, coins.LOOKER[s.turn])
    s.flipped, s.used, s.icon, s.phase = coin, NONE, s.under[coin], Phase.ACT


@rule
def use_other(s: State, coin: int) -> None:
    """FS-09 FS-A12 FS-A48  Take the other coin's action; both see it, and it stays in the hand."""
    coins.show(s, coin, coins.SEEN_BY_ALL)
    s.used, s.icon = coin, s.under[coin]


@rule
def pick(s: State, coin: int) -> None:
    """FS-15 FS-17 FS-21  HAND gives a coin back; BOARD and MONSTER put it on the board."""
    if s.icon == Icon.HAND:
        coins.lift(s, coin)
        coins.put(s, coin, coins.HANDS + 1 - s.turn)
        s.phase = Phase.PAY
    else:
        s.picked, s.phase = coin, Phase.PLACE


@rule
def place(s: State, square: int) -> None:
    """FS-17 FS-21 FS-A09 FS-A16  The coin picked comes back to the board."""
    coins.lift(s, s.picked)
    coins.put(s, s.picked, square)
    s.picked, s.phase = NONE, Phase.PAY


@rule
def accept(s: State) -> None:
    """FS-19 FS-20  AXES and WREATH; FS-A15 an action without a target has no effect."""
    if s.icon == Icon.AXES:
        s.steps_left = board.STEPS_WITH_AXES  # FS-A18
    s.phase = Phase.PAY


@rule
def act(s: State, move: Any) -> None:
    """Carry out a part of an action."""
    if move.kind == Kind.USE:
        use_other(s, move.coin)
    elif move.kind == Kind.PICK:
        pick(s, move.coin)
    elif move.kind == Kind.PLACE:
        place(s, move.target)
    elif move.kind == Kind.ACCEPT:
        accept(s)
    elif move.kind == Kind.LOOK:
        coins.show(s, move.coin, coins.LOOKER[s.turn])  # FS-23 FS-A21
        s.phase = Phase.PAY
    else:
        s.icon, s.phase = NONE, Phase.PAY
