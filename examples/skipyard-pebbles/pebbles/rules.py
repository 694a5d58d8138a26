"""Pebbles, in the order of its rulebook; RULES.md has the ids, cases.toml plays them."""

from enum import IntEnum
from typing import Any

from skipyard import core
from skipyard.core import NOBODY, below, copy, draw, i8, rule, total, wide

VERSION = 1
SEATS, NUMBERS, COPIES, HAND = 4, 4, 8, 3  # PB-01 PB-02 PB-03
LONGEST = NUMBERS * COPIES + 1  # PB-11  every move puts a pebble down
Kind = IntEnum("Kind", "WALK TRUST", start=0)
No = IntEnum("No", "OK OVER NOT_HELD BAG_EMPTY", start=0)
ACTIONS = core.table("kind number", [*((Kind.WALK, n) for n in (1, 2, 3, 4)), (Kind.TRUST, 0)])
TRUST = NUMBERS  # the last of them


class Open(core.Record):
    """What everybody sees; pebbles are counted by number, the 1s first."""

    seats, turn, over, winner, stones = i8(), i8(), i8(), i8(), i8()
    at, spent = i8(SEATS), i8(NUMBERS)  # where the frogs are; pebbles put down


class State(core.Dice, Open):
    hand, bag, reveals = i8(SEATS, NUMBERS), i8(NUMBERS), core.u16()


class View(Open):
    me, hand, hand_left = i8(), i8(NUMBERS), i8(SEATS)


@rule
def deal(s: State, key: Any, stream: int) -> None:
    core.start_dice(s, key, stream)
    for n in range(NUMBERS):
        s.bag[n] = COPIES
    for seat in range(s.seats):
        fill_hand(s, seat, HAND)  # PB-03
    s.turn, s.winner = below(s, s.seats), NOBODY  # PB-04


@rule
def fill_hand(s: State, seat: int, pebbles: int) -> None:
    for _ in range(pebbles):
        s.hand[seat, draw(s, s.bag, NUMBERS)] += 1


@rule
def verdict(s: State, move: Any) -> int:
    """No.OK, or why the move is refused."""
    if s.over:
        return No.OVER
    if move.kind == Kind.WALK:
        return No.OK if s.hand[s.turn, move.number - 1] > 0 else No.NOT_HELD  # PB-05
    return No.OK if total(s.bag, NUMBERS) > 0 else No.BAG_EMPTY  # PB-08


@rule
def moves(s: State, out: Any) -> int:
    """Write the legal actions of the player on turn to `out`; return their count."""
    n = 0
    for action in range(NUMBERS + 1):
        out[n] = action
        n += verdict(s, ACTIONS[action]) == No.OK
    return n


@rule
def play(s: State, action: int) -> None:
    """Apply a legal action; callers have checked it."""
    s.reveals += 1  # no undo: the mover has seen what was drawn
    if action == TRUST:
        number = draw(s, s.bag, NUMBERS) + 1
        steps = 2 * number if number > 1 else -s.at[s.turn]  # PB-06 PB-07
    else:
        number = steps = ACTIONS[action].number
        s.hand[s.turn, number - 1] -= 1
    s.spent[number - 1] += 1
    s.at[s.turn] += steps
    for seat in range(s.seats):
        if seat != s.turn and s.at[seat] == s.at[s.turn]:
            s.at[seat] = 0  # PB-09
    if s.at[s.turn] >= s.stones:  # PB-10
        s.over, s.winner = 1, s.turn
        return
    if action != TRUST and total(s.bag, NUMBERS) > 0:
        fill_hand(s, s.turn, 1)  # PB-05
    s.turn = (s.turn + 1) % s.seats  # PB-04
    s.over = total(s.bag, NUMBERS) + total(s.hand[s.turn], NUMBERS) == 0  # PB-11


@rule
def score(s: State, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = seat == s.winner


@rule
def sides(s: Any) -> int:
    return s.seats


@rule
def copy_open(source: Any, target: Any) -> None:
    target.seats, target.turn, target.stones = source.seats, source.turn, source.stones
    target.over, target.winner = source.over, source.winner
    copy(source.at, target.at, SEATS)
    copy(source.spent, target.spent, NUMBERS)


@rule
def observe(s: State, seat: int, v: View) -> None:
    """PB-03  Fill a zeroed view with what `seat` knows: its own pebbles, others' by count."""
    copy_open(s, v)
    v.me = seat
    for other in range(s.seats):
        v.hand_left[other] = total(s.hand[other], NUMBERS)
    if seat != NOBODY:
        copy(s.hand[seat], v.hand, NUMBERS)


@rule
def imagine(v: View, s: State, seed: int) -> None:
    """Fill a zeroed state with one that looks like `v`, as likely as any other."""
    core.seed_dice(s, seed)
    copy_open(v, s)
    for n in range(NUMBERS):
        s.bag[n] = COPIES - v.spent[n] - v.hand[n]
    for seat in range(v.seats):
        if seat == v.me:
            copy(v.hand, s.hand[seat], NUMBERS)
        else:
            fill_hand(s, seat, v.hand_left[seat])


@rule
def sound(s: State) -> bool:
    """PB-01  Whether every pebble is in one place."""
    for n in range(NUMBERS):
        held = wide(s.bag[n]) + s.spent[n]
        for seat in range(SEATS):
            held += s.hand[seat, n]
        if held != COPIES:
            return False
    return True
