"""Flip & Skip, in the order of its rulebook; RULES.md tells the ids, cases.toml plays them."""

from typing import Any

from skipyard.core import NOBODY, NONE, below, rule, start_dice
from skipyard.games.flip_and_skip.actions import ACTIONS, KEEP, TAKE, Kind, No
from skipyard.games.flip_and_skip.board import (
    STEPS,
    STEPS_WITH_AXES,
    add_steps,
    can_step,
    finish_chain,
    hides,
    refuse_end,
    refuse_step,
    take_step,
)
from skipyard.games.flip_and_skip.coins import (
    COINS,
    COLOUR,
    COLOURS,
    FACE,
    HANDS,
    ICONS,
    PILES,
    RANDOM_LIGHT,
    SET,
    SQUARES,
    START,
    TYPES,
    CornerRule,
    Ended,
    Icon,
    Phase,
    State,
    colour_of,
    lay_out,
    lift,
    mine,
    pile_size,
    put,
    sides,
)
from skipyard.games.flip_and_skip.corners import owing, pressed, threatened_corners
from skipyard.games.flip_and_skip.flips import (
    accept,
    act,
    add_acts,
    add_flips,
    add_places,
    flip,
    nothing_to_decide,
    refuse_act,
    refuse_flip,
)
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
# time once (FS-A56), and with fewer turns than the limit before it; after the last, the limit
# closes the board for good (FS-A41). Flip-only turns come in runs no longer than the limit
# (FS-A40), and between two runs the board is open for a turn.
# Only the last flip of a turn is no WREATH, so a turn brings at most one coin back to the board
# or to a hand. Each skip takes a coin off the board, where 20 began: no more skips than turns and
# 20. Each flip takes a coin out of a hand, where two began; it came from a skip, or from a HAND in
# a turn that brought nothing back to the board: no more flips than turns and 22.
def most_moves(limit: int) -> int:
    """A bound on the moves of a game with this no_progress_limit."""
    open_turns = (COINS + 1) * limit
    turns = open_turns + (open_turns + 1) * limit
    skips = turns + COINS - COLOURS * TAKEN
    flips = skips + COLOURS
    others = turns * (STEPS_WITH_AXES + 2)  # moves; a flip left; the end of the turn
    set_up = COLOURS * (TAKEN + 1)
    return set_up + 4 * flips + skips + others  # a flip: flip, use another, pick, put back


LONGEST = most_moves(MOST_LIMIT)


# Set-up ------------------------------------------------------------------------- FS-04..FS-07
@rule
def deal(s: State, key: Any, stream: int) -> None:
    """Set up a state that holds its options and is zero elsewhere."""
    start_dice(s, key, stream)
    lay_out(s)
    s.light = below(s, COLOURS) if s.light_seat == RANDOM_LIGHT else s.light_seat  # FS-A43
    for colour in range(COLOURS):
        place_coins(s, colour)
    s.turn, s.phase = s.light, Phase.TAKE  # FS-04  light goes first
    if s.setup_pick:  # FS-A51
        take_at_random(s, s.light)
        take_at_random(s, 1 - s.light)
        s.phase = Phase.KEEP


@rule
def place_coins(s: State, colour: int) -> None:
    """FS-05 FS-A02  Twelve coins in random order on the dark squares of a side, type up."""
    for i in range(SET):
        nth = below(s, SET - i)
        kind = 0
        while nth >= left_to_place(s, colour, kind):
            nth -= left_to_place(s, colour, kind)
            kind += 1
        coin = SET * colour + i
        s.face[coin] = FACE[colour, kind]
        put(s, coin, START[coin])


@rule
def left_to_place(s: State, colour: int, kind: int) -> int:
    """FS-A03  How many coins of a type are not on the board yet."""
    left = -s.on_board[FACE[colour, kind]]
    for icon in range(ICONS):
        left += s.coin_set[kind * ICONS + icon]
    return left


@rule
def take_at_random(s: State, seat: int) -> None:
    """FS-A51  The dice take two of the other's coins."""
    first = SET * colour_of(s, 1 - seat)
    one = below(s, SET)
    other = below(s, SET - 1)
    other += other >= one
    take(s, first + one, seat)
    take(s, first + other, seat)
    s.reveals += 1


@rule
def take(s: State, coin: int, seat: int) -> None:
    """FS-06  Take a coin of the other's off the board."""
    lift(s, coin)
    put(s, coin, HANDS + seat)


@rule
def keep(s: State, coin: int) -> None:
    """FS-07 FS-A06  One coin begins the victory pile, the other is the hand."""
    lift(s, coin)
    put(s, coin, PILES + s.turn)
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
        theirs = COLOUR[move.coin] != mine(s) and s.where[move.coin] < SQUARES
        return No.OK if theirs else No.NOT_THEIR_COIN  # FS-A05
    if s.phase == Phase.TAKE:
        return No.TAKE_TWO
    return No.OK if s.where[move.coin] == HANDS + s.turn else No.NOT_IN_HAND


@rule
def add_set_up(s: State, out: Any) -> int:
    n = 0
    for coin in range(COINS):
        if s.phase == Phase.TAKE:
            out[n] = TAKE[coin]
            n += COLOUR[coin] != mine(s) and s.where[coin] < SQUARES
        else:
            out[n] = KEEP[coin]
            n += s.where[coin] == HANDS + s.turn
    return n


# The law -----------------------------------------------------------------------------------------
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
        return refuse_flip(s, move)
    if move.kind != Kind.STEP and move.kind != Kind.SKIP and move.kind != Kind.END:
        return refuse_act(s, move)
    if s.flip_only and move.kind != Kind.END:  # FS-36
        return No.BOARD_CLOSED
    if s.phase == Phase.FLIP:  # FS-08 FS-A10
        return No.FLIP_FIRST
    if s.phase != Phase.STEP:
        return No.ACT_FIRST
    if move.kind == Kind.END:
        owes = owing(s)
        return refuse_end(s, hides(s), owes, pressed(s, owes))
    return refuse_step(s, move)


@rule
def moves(s: State, out: Any) -> int:
    """Write the legal actions of the player on turn to `out`; how many there are."""
    if s.over:
        return 0
    if s.phase == Phase.STEP:
        return add_steps(s, out)
    if s.phase == Phase.FLIP:
        return add_flips(s, out)
    if s.phase == Phase.ACT:
        return add_acts(s, out)
    if s.phase == Phase.PLACE:
        return add_places(s, out)
    return add_set_up(s, out)


# Playing a move ------------------------------------------------------------------ FS-08..FS-14
@rule
def play(s: State, action: int) -> None:
    """Apply a legal action. Callers check; rules do not check twice."""
    move = ACTIONS[action]
    if move.kind == Kind.STEP or move.kind == Kind.SKIP:
        take_step(s, move)
    elif move.kind == Kind.END:
        s.phase = Phase.CLOSE
    elif move.kind == Kind.FLIP:
        flip(s, move.coin)
    elif move.kind == Kind.LEAVE:
        go_to_board(s)
    elif move.kind == Kind.TAKE:
        take(s, move.coin, s.turn)
        if s.hand_left[s.turn] == TAKEN:
            s.phase = Phase.KEEP
    elif move.kind == Kind.KEEP:
        keep(s, move.coin)
    else:
        act(s, move)
    run_on(s)


@rule
def run_on(s: State) -> None:
    """Do what needs no decision, until somebody has one to make."""
    while not s.over:
        if s.phase == Phase.OPEN:
            open_turn(s)
        elif s.phase == Phase.PAY:
            pay(s)
        elif s.phase == Phase.CLOSE:
            close_turn(s)
        elif s.phase == Phase.ACT and nothing_to_decide(s):
            accept(s)
        elif s.phase == Phase.STEP and not can_step(s):  # FS-35 FS-A31 FS-A55
            s.phase = Phase.CLOSE
        else:
            return


@rule
def pay(s: State) -> None:
    """FS-10  The flipped coin goes to the victory pile; a WREATH asks for another flip (FS-20)."""
    wreath = s.icon == Icon.WREATH
    lift(s, s.flipped)
    put(s, s.flipped, PILES + s.turn)
    s.flipped, s.used, s.icon = NONE, NONE, NONE
    if three_of_each(s, s.turn):  # FS-03 FS-34 FS-A30  at once
        s.over, s.winner = Ended.THREE_OF_EACH, s.turn
    elif wreath and s.hand_left[s.turn] > 0:  # FS-A19 FS-A20 FS-A49
        s.again, s.phase = 1, Phase.FLIP
    else:
        go_to_board(s)


@rule
def go_to_board(s: State) -> None:
    """The second part of the turn, where there is one (FS-36)."""
    s.phase = Phase.CLOSE if s.flip_only else Phase.STEP


@rule
def close_turn(s: State) -> None:
    """FS-13  The other player's turn."""
    finish_chain(s)
    s.entered[s.turn], s.entering = s.entering, 0
    if s.progress:  # FS-A56
        s.idle = 0
    elif not s.flip_only:
        s.idle += 1
    s.turn, s.phase = 1 - s.turn, Phase.OPEN


@rule
def open_turn(s: State) -> None:
    """A turn begins: FS-A47 the board is looked at, then FS-08 a coin is flipped (FS-A34)."""
    s.steps_left, s.chain, s.progress, s.again, s.began = STEPS, NONE, 0, 0, 0
    if not s.show_memory:  # FS-A13  what was seen two turns ago is shown no more
        for coin in range(COINS):
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
            s.began = threatened_corners(s)  # FS-A29
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
    """FS-36 FS-A32 FS-A47  Whether no coin on the board could ever skip another."""
    either = s.move_any or s.capture_own
    for kind in range(TYPES):
        prey = (kind + 1) % TYPES
        for colour in range(COLOURS):
            if s.on_board[FACE[colour, kind]] > 0:
                if s.on_board[FACE[1 - colour, prey]] > 0:
                    return False
                if either and s.on_board[FACE[colour, prey]] > 0:
                    return False
    return True


@rule
def triples(s: State, seat: int) -> int:
    """FS-A42 FS-A57  The types of which a pile has three or more."""
    found = 0
    for kind in range(TYPES):
        found += s.pile[seat, kind] >= THREE
    return found


@rule
def count_piles(s: State) -> None:
    """FS-37 FS-A35 FS-A42  The larger victory pile wins."""
    ahead = pile_size(s, 0) - pile_size(s, 1)
    if ahead == 0 and s.tie_break:
        ahead = triples(s, 0) - triples(s, 1)
    s.over = Ended.COUNT
    s.winner = NOBODY if ahead == 0 else 0 if ahead > 0 else 1


@rule
def score(s: State, out: Any) -> None:
    """The result of a finished game per seat: 1 for the winner, -1 for the other, 0 in a draw."""
    for seat in range(COLOURS):
        out[seat] = 0 if s.winner == NOBODY else 1 if s.winner == seat else -1
