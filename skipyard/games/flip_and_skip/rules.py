"""Flip & Skip, in the order of its rulebook; RULES.md has the ids, cases.toml plays them."""

from typing import Any

from skipyard.core import NOBODY, NONE, below, rule, start_dice
from skipyard.games.flip_and_skip import actions, board, coins, corners, flips
from skipyard.games.flip_and_skip.actions import ACTIONS, Kind, No
from skipyard.games.flip_and_skip.coins import CornerRule, Ended, Icon, Phase, State, sides
from skipyard.games.flip_and_skip.integrity import sound
from skipyard.games.flip_and_skip.view import View, imagine, observe

__all__ = [
    "ACTIONS",
    "LONGEST",
    "VERSION",
    "No",
    "State",
    "View",
    "deal",
    "imagine",
    "moves",
    "observe",
    "play",
    "score",
    "sides",
    "sound",
    "verdict",
]

VERSION = 2
THREE = 3  # FS-03 FS-34
TAKEN = 2  # FS-06
MOST_LIMIT = 500  # the largest no_progress_limit


# Every game ends: FS-A38 ---------------------------------------------------------------------
# The board is open for at most 25 times the limit: each of the 24 coins is skipped for the first
# time once (FS-A56), with fewer turns than the limit before it; after the last, the limit closes
# the board for good (FS-A41). Flip-only turns come in runs no longer than the limit (FS-A40), and
# between two runs the board is open for a turn.
# Only the last flip of a turn is not a WREATH, so a turn brings at most one coin back to the board
# or to a hand. Each skip takes a coin off the board, which begins with 20: there are at most turns
# + 20 skips. Each flip takes a coin out of a hand, and two begin there; it came from a skip, or
# from a HAND in a turn that brought nothing back to the board: at most turns + 22 flips.
def most_moves(limit: int) -> int:
    """A bound on the moves of a game with this no_progress_limit."""
    open_turns = (coins.COINS + 1) * limit
    turns = open_turns + (open_turns + 1) * limit
    skip_moves = turns + coins.COINS - coins.COLOURS * TAKEN
    flip_moves = skip_moves + coins.COLOURS
    others = turns * (board.STEPS_WITH_AXES + 2)  # steps; no flip; the end of the turn
    set_up = coins.COLOURS * (TAKEN + 1)
    # A flip is up to four moves: flip, use another coin, pick, put back.
    return set_up + 4 * flip_moves + skip_moves + others


LONGEST = most_moves(MOST_LIMIT)


# Set-up ------------------------------------------------------------------------- FS-04..FS-07
@rule
def deal(s: State, key: Any, stream: int) -> None:
    """Set up a state that holds its options and is zero elsewhere."""
    start_dice(s, key, stream)
    coins.lay_out(s)
    s.light = s.light_seat
    if s.light_seat == coins.RANDOM_LIGHT:  # FS-A43
        s.light = below(s, coins.COLOURS)
    for colour in range(coins.COLOURS):
        place_coins(s, colour)
    s.turn, s.phase = s.light, Phase.TAKE  # FS-04  light goes first
    if s.setup_pick:  # FS-A51
        take_at_random(s, s.light)
        take_at_random(s, 1 - s.light)
        s.phase = Phase.KEEP


@rule
def place_coins(s: State, colour: int) -> None:
    """FS-05 FS-A02  Twelve coins in random order on the dark squares of a side, type up."""
    for i in range(coins.SET):
        nth = below(s, coins.SET - i)
        kind = 0
        while nth >= left_to_place(s, colour, kind):
            nth -= left_to_place(s, colour, kind)
            kind += 1
        coin = coins.SET * colour + i
        s.face[coin] = coins.FACE[colour, kind]
        coins.put(s, coin, coins.START[coin])


@rule
def left_to_place(s: State, colour: int, kind: int) -> int:
    """FS-A03  How many coins of a type are not on the board yet."""
    left = -s.on_board[coins.FACE[colour, kind]]
    for icon in range(coins.ICONS):
        left += s.coin_set[kind * coins.ICONS + icon]
    return left


@rule
def take_at_random(s: State, seat: int) -> None:
    """FS-A51  Take two of the other's coins at random."""
    first = coins.SET * coins.colour_of(s, 1 - seat)
    one = below(s, coins.SET)
    other = below(s, coins.SET - 1)
    other += other >= one
    take(s, first + one, seat)
    take(s, first + other, seat)
    s.reveals += 1


@rule
def take(s: State, coin: int, seat: int) -> None:
    """FS-06  Take one of the other's coins off the board."""
    coins.lift(s, coin)
    coins.put(s, coin, coins.HANDS + seat)


@rule
def keep(s: State, coin: int) -> None:
    """FS-07 FS-A06  One coin begins the victory pile, the other is the hand."""
    coins.lift(s, coin)
    coins.put(s, coin, coins.PILES + s.turn)
    if s.turn == s.light:  # FS-A05  light first, then dark
        s.turn = 1 - s.turn
        s.phase = Phase.KEEP if s.setup_pick else Phase.TAKE
    else:
        s.turn, s.phase = s.light, Phase.OPEN  # FS-A22  a first turn is like any other


@rule
def refuse_set_up(s: State, move: Any) -> int:
    """No.OK, or why taking or sorting a coin is refused."""
    if s.phase > Phase.KEEP:
        return No.ALREADY_SET_UP
    if move.kind == Kind.TAKE:
        if s.phase == Phase.KEEP:
            return No.HAS_TWO
        theirs = coins.COLOUR[move.coin] != coins.mine(s) and s.where[move.coin] < coins.SQUARES
        return No.OK if theirs else No.NOT_THEIR_COIN  # FS-A05
    if s.phase == Phase.TAKE:
        return No.TAKE_TWO
    return No.OK if s.where[move.coin] == coins.HANDS + s.turn else No.NOT_IN_HAND


@rule
def add_set_up(s: State, out: Any) -> int:
    n = 0
    for coin in range(coins.COINS):
        if s.phase == Phase.TAKE:
            out[n] = actions.TAKE[coin]
            n += coins.COLOUR[coin] != coins.mine(s) and s.where[coin] < coins.SQUARES
        else:
            out[n] = actions.KEEP[coin]
            n += s.where[coin] == coins.HANDS + s.turn
    return n


# Verdicts and legal moves -------------------------------------------------------------------------
@rule
def verdict(s: State, move: Any) -> int:
    """No.OK, or why the move is refused."""
    if s.over:
        return No.OVER
    if move.kind == Kind.TAKE or move.kind == Kind.KEEP:
        return refuse_set_up(s, move)
    if s.phase <= Phase.KEEP:
        return No.SET_UP_FIRST
    if move.kind == Kind.FLIP or move.kind == Kind.LEAVE:
        return flips.refuse_flip(s, move)
    if move.kind != Kind.STEP and move.kind != Kind.SKIP and move.kind != Kind.END:
        return flips.refuse_act(s, move)
    if s.flip_only and move.kind != Kind.END:  # FS-36
        return No.BOARD_CLOSED
    if s.phase == Phase.FLIP:  # FS-08 FS-A10
        return No.FLIP_FIRST
    if s.phase != Phase.STEP:
        return No.ACT_FIRST
    if move.kind == Kind.END:
        duties = corners.duties_left(s)
        return board.refuse_end(
            s, board.must_skip_on(s), duties, corners.must_settle_now(s, duties)
        )
    return board.refuse_step(s, move)


@rule
def moves(s: State, out: Any) -> int:
    """Write the legal actions of the player on turn to `out`; return their count."""
    if s.over:
        return 0
    if s.phase == Phase.STEP:
        return board.add_steps(s, out)
    if s.phase == Phase.FLIP:
        return flips.add_flips(s, out)
    if s.phase == Phase.ACT:
        return flips.add_acts(s, out)
    if s.phase == Phase.PLACE:
        return flips.add_places(s, out)
    return add_set_up(s, out)


# Playing a move ------------------------------------------------------------------ FS-08..FS-14
@rule
def play(s: State, action: int) -> None:
    """Apply a legal action; callers have checked it."""
    move = ACTIONS[action]
    if move.kind == Kind.STEP or move.kind == Kind.SKIP:
        board.take_step(s, move)
    elif move.kind == Kind.END:
        s.phase = Phase.CLOSE
    elif move.kind == Kind.FLIP:
        flips.flip(s, move.coin)
    elif move.kind == Kind.LEAVE:
        go_to_board(s)
    elif move.kind == Kind.TAKE:
        take(s, move.coin, s.turn)
        if s.hand_left[s.turn] == TAKEN:
            s.phase = Phase.KEEP
    elif move.kind == Kind.KEEP:
        keep(s, move.coin)
    else:
        flips.act(s, move)
    go_on(s)


@rule
def go_on(s: State) -> None:
    """Go on until somebody has to decide something."""
    while not s.over:
        if s.phase == Phase.OPEN:
            open_turn(s)
        elif s.phase == Phase.PAY:
            pay(s)
        elif s.phase == Phase.CLOSE:
            close_turn(s)
        elif s.phase == Phase.ACT and flips.nothing_to_decide(s):
            flips.accept(s)
        elif s.phase == Phase.STEP and not board.can_step(s):  # FS-35 FS-A31 FS-A55
            s.phase = Phase.CLOSE
        else:
            return


@rule
def pay(s: State) -> None:
    """FS-10  The flipped coin goes to the victory pile; a WREATH asks for another flip (FS-20)."""
    wreath = s.icon == Icon.WREATH
    coins.lift(s, s.flipped)
    coins.put(s, s.flipped, coins.PILES + s.turn)
    s.flipped, s.used, s.icon = NONE, NONE, NONE
    if three_of_each(s, s.turn):  # FS-03 FS-34 FS-A30  at once
        s.over, s.winner = Ended.THREE_OF_EACH, s.turn
    elif wreath and s.hand_left[s.turn] > 0:  # FS-A19 FS-A20 FS-A49
        s.again, s.phase = 1, Phase.FLIP
    else:
        go_to_board(s)


@rule
def go_to_board(s: State) -> None:
    """Begin the second part of the turn, if there is one (FS-36)."""
    s.phase = Phase.CLOSE if s.flip_only else Phase.STEP


@rule
def close_turn(s: State) -> None:
    """FS-13  End the turn; it is the other player's."""
    board.finish_chain(s)
    s.entered[s.turn], s.entering = s.entering, 0
    if s.progress:  # FS-A56
        s.idle = 0
    elif not s.flip_only:
        s.idle += 1
    s.turn, s.phase = 1 - s.turn, Phase.OPEN


@rule
def open_turn(s: State) -> None:
    """Begin a turn: FS-A47 test the board, then FS-08 wait for a flip (FS-A34)."""
    s.steps_left, s.chain, s.progress, s.again, s.began = board.STEPS, NONE, 0, 0, 0
    if not s.show_memory:  # FS-A13  what was seen two turns ago is no longer shown
        for coin in range(coins.COINS):
            s.fresh[coin] = (s.fresh[coin] & 7) << 3
    nobody_flips = s.hand_left[0] == 0 and s.hand_left[1] == 0
    if s.idle >= s.no_progress_limit:  # FS-A32 FS-A38 FS-A41
        s.closed = 1
    s.flip_only = s.closed or dead(s)  # FS-36 FS-A36
    ends = nobody_flips and (s.flip_only or s.literal_no_flip)  # FS-37 FS-A33 FS-A54
    if ends or (s.flip_only and s.quiet >= s.no_progress_limit):  # FS-A40
        count_piles(s)
    else:
        s.quiet = s.quiet + 1 if s.flip_only else 0
        if s.corner_rule == CornerRule.STRICT and not s.flip_only:
            s.began = corners.threatened_corners(s)  # FS-A29
        if s.hand_left[s.turn] > 0:
            s.phase = Phase.FLIP
        else:
            go_to_board(s)


# Endings ------------------------------------------------------------------------- FS-34..FS-37
@rule
def three_of_each(s: State, seat: int) -> bool:
    return s.pile[seat, 0] >= THREE and s.pile[seat, 1] >= THREE and s.pile[seat, 2] >= THREE


@rule
def dead(s: State) -> bool:
    """FS-36 FS-A32 FS-A47  Whether no coin on the board can ever skip another."""
    either = s.move_any or s.capture_own
    for kind in range(coins.TYPES):
        prey = (kind + 1) % coins.TYPES
        for colour in range(coins.COLOURS):
            if s.on_board[coins.FACE[colour, kind]] > 0:
                if s.on_board[coins.FACE[1 - colour, prey]] > 0:
                    return False
                if either and s.on_board[coins.FACE[colour, prey]] > 0:
                    return False
    return True


@rule
def triples(s: State, seat: int) -> int:
    """FS-A42 FS-A57  How many types a pile has three or more of."""
    count = 0
    for kind in range(coins.TYPES):
        count += s.pile[seat, kind] >= THREE
    return count


@rule
def count_piles(s: State) -> None:
    """FS-37 FS-A35 FS-A42  The larger victory pile wins."""
    ahead = coins.pile_size(s, 0) - coins.pile_size(s, 1)
    if ahead == 0 and s.tie_break:
        ahead = triples(s, 0) - triples(s, 1)
    s.over = Ended.COUNT
    s.winner = NOBODY if ahead == 0 else 0 if ahead > 0 else 1


@rule
def score(s: State, out: Any) -> None:
    """The result of each seat: 1 for the winner, -1 for the other, 0 in a draw."""
    for seat in range(coins.COLOURS):
        out[seat] = 0 if s.winner == NOBODY else 1 if s.winner == seat else -1
