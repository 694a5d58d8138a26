"""Pebbles, in the order of its rulebook; RULES.md tells the ids, cases.toml plays them."""

from enum import IntEnum
from typing import Any

from skipyard import core
from skipyard.core import NOBODY, below, copy, i8, rule, total, u8, wide

VERSION = 1
SEATS, NUMBERS, COPIES, HAND = 4, 4, 8, 3  # PB-01 PB-02 PB-03
LONGEST = NUMBERS * COPIES + 1  # PB-11  every move puts a pebble down
Kind = IntEnum("Kind", "WALK TRUST", start=0)
No = IntEnum("No", "OK OVER NOT_HELD BAG_EMPTY", start=0)
Ended = IntEnum("Ended", "NOT_YET ACROSS NO_PEBBLES", start=0)
ACTIONS = core.table("kind number", [*((Kind.WALK, n) for n in (1, 2, 3, 4)), (Kind.TRUST, 0)])
TRUST = NUMBERS  # the last of them


class Open(core.Record):
    """What everybody sees."""

    seats, turn, over, winner = i8(), i8(), i8(), i8()
    stones, splash = u8(), u8()
    at, spent = u8(SEATS), u8(NUMBERS)  # where the frogs sit; pebbles put down, the 1s first


class State(core.Dice, Open):
    hand, bag, reveals = u8(SEATS, NUMBERS), u8(NUMBERS), core.u16()


class View(Open):
    me, hand, hand_left, bag_left = i8(), u8(NUMBERS), u8(SEATS), u8()


@rule
def draw(s: State) -> int:
    """Take a pebble from the bag by chance: its number."""
    left, n = below(s, total(s.bag, NUMBERS)), 0
    while left >= s.bag[n]:
        left -= s.bag[n]
        n += 1
    s.bag[n] -= 1
    return n + 1


@rule
def deal(s: State, key: Any, stream: int) -> None:
    core.start_dice(s, key, stream)
    for n in range(NUMBERS):
        s.bag[n] = COPIES
    for seat in range(s.seats):
        for _ in range(HAND):  # PB-03
            s.hand[seat, draw(s) - 1] += 1
    s.turn, s.winner = below(s, s.seats), NOBODY  # PB-04


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
    """Write the legal actions of the player on turn to `out`; how many there are."""
    n = 0
    for action in range(NUMBERS + 1):
        if verdict(s, ACTIONS[action]) == No.OK:
            out[n] = action
            n += 1
    return n


@rule
def play(s: State, action: int) -> None:
    """Apply a legal action. Callers check; rules do not check twice."""
    number, steps = wide(action) + 1, wide(action) + 1
    if action == TRUST:
        number = draw(s)  # PB-06
        steps = 2 * number if number > 1 else -wide(s.at[s.turn])  # PB-07
        s.reveals += 1
    else:
        s.hand[s.turn, number - 1] -= 1
    s.spent[number - 1] += 1
    s.at[s.turn] = wide(s.at[s.turn]) + steps
    for seat in range(s.seats):
        if s.splash and seat != s.turn and s.at[seat] == s.at[s.turn]:
            s.at[seat] = 0  # PB-09
    if s.at[s.turn] >= s.stones:  # PB-10
        s.over, s.winner = Ended.ACROSS, s.turn
        return
    if action != TRUST and total(s.bag, NUMBERS) > 0:  # PB-05
        s.hand[s.turn, draw(s) - 1] += 1
        s.reveals += 1
    s.turn = (s.turn + 1) % s.seats  # PB-04
    if total(s.bag, NUMBERS) == 0 and total(s.hand[s.turn], NUMBERS) == 0:
        s.over, s.winner = Ended.NO_PEBBLES, furthest(s)


@rule
def furthest(s: State) -> int:
    """PB-11  Who is ahead of all others, or NOBODY."""
    found, most = NOBODY, wide(-1)
    for seat in range(s.seats):
        if s.at[seat] >= most:
            found = seat if s.at[seat] > most else NOBODY
            most = wide(s.at[seat])
    return found


@rule
def score(s: State, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = s.at[seat]


@rule
def sides(s: Any) -> int:
    return s.seats


@rule
def copy_open(source: Any, target: Any) -> None:
    target.seats, target.turn, target.over = source.seats, source.turn, source.over
    target.winner, target.stones, target.splash = source.winner, source.stones, source.splash
    copy(source.at, target.at, SEATS)
    copy(source.spent, target.spent, NUMBERS)


@rule
def observe(s: State, seat: int, v: View) -> None:
    """PB-03  Fill a zeroed view with what `seat` knows: its own pebbles, others' by count."""
    copy_open(s, v)
    v.me, v.bag_left = seat, total(s.bag, NUMBERS)
    for other in range(s.seats):
        v.hand_left[other] = total(s.hand[other], NUMBERS)
    if seat != NOBODY:
        copy(s.hand[seat], v.hand, NUMBERS)


@rule
def imagine(v: View, s: State, seed: int) -> None:
    """Fill a zeroed state with a world that looks like `v`."""
    core.seed_dice(s, seed)
    copy_open(v, s)
    for n in range(NUMBERS):
        s.bag[n] = COPIES - v.spent[n] - v.hand[n]
    for seat in range(v.seats):
        if seat == v.me:
            copy(v.hand, s.hand[seat], NUMBERS)
        else:
            for _ in range(v.hand_left[seat]):
                s.hand[seat, draw(s) - 1] += 1


@rule
def sound(s: State) -> bool:
    """PB-01  Every pebble is in one place."""
    for n in range(NUMBERS):
        held = wide(s.bag[n]) + s.spent[n]
        for seat in range(SEATS):
            held += s.hand[seat, n]
        if held != COPIES:
            return False
    return True
