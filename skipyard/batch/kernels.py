"""The kernels of one game: a thread for each table, the same deeds as on the CPU.

`cuda` is numba.cuda and `pick` the game's loops/random_move.py, both handed in by gpu.py.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from skipyard.batch.batch import RANDOM, playing, stepping
from skipyard.batch.kernel_settings import KernelSettings, settings_for
from skipyard.core import CheapDice, cheap_below
from skipyard.games import game

ALIGNED = 16  # bytes: records in a thread's own memory are copied by words


class Kernels(NamedTuple):
    """What is launched over all tables: functions, or what numba-cuda makes of them."""

    reset: Any
    show: Any
    check: Any
    step: Any
    choose_randomly: Any
    choose: Any
    run: Any
    run_bots: Any
    play_out: Any


def make_kernels(
    cuda: Any,
    pick: ModuleType,
    name: str,
    player: str = RANDOM,
    settings: KernelSettings | None = None,
) -> Kernels:
    """Kernels as Python functions; gpu.py compiles them, the tests do so without a GPU."""
    from numba import from_dtype

    deeds, rules = stepping(name), game(name).rules
    begin, begin_next, advance = deeds.begin, deeds.begin_next, deeds.advance
    may_play, look, describe = deeds.may_play, deeds.look, deeds.describe
    bot_move = playing(name, player).bot_move
    count, clone, play, score = deeds.count, deeds.clone, rules.play, rules.score
    longest, legal = rules.LONGEST, len(rules.ACTIONS)
    State, View = from_dtype(rules.State.dtype), from_dtype(rules.View.dtype)
    Dice, together = from_dtype(CheapDice.dtype), (settings or settings_for(name)).deal_fraction
    random_move, count_moves, nth_move = pick.random_move, pick.count_moves, pick.nth_move
    numbers = pick.MEMORY

    def reset_tables(room: Any) -> None:
        i = cuda.grid(1)
        if i < room.states.shape[0]:
            begin(room, room.states, i, i)

    def show_tables(room: Any) -> None:
        i = cuda.grid(1)
        if i < room.states.shape[0]:
            view = cuda.local.array(1, dtype=View, alignment=ALIGNED)
            out = cuda.local.array(legal, dtype=np.int16)
            look(room, room.states[i], i, view, 0, out)
            describe(room, i, view, 0)

    def check_tables(room: Any, actions: Any, wrong: Any) -> None:
        """The lowest number of a table whose action is refused."""
        i = cuda.grid(1)
        if i < room.states.shape[0]:
            s = room.states[i]
            if s.over == 0 and not may_play(s, actions[i]):
                cuda.atomic.min(wrong, 0, i)

    def step_tables(room: Any, actions: Any, wrong: Any, renews: int, shows: int) -> None:
        i = cuda.grid(1)
        tables = room.states.shape[0]
        if i < tables and wrong[0] >= tables:
            advance(room, room.states, i, i, actions[i], renews)
            if shows:
                view = cuda.local.array(1, dtype=View, alignment=ALIGNED)
                out = cuda.local.array(legal, dtype=np.int16)
                look(room, room.states[i], i, view, 0, out)
                describe(room, i, view, 0)

    def choose_randomly(room: Any, actions: Any) -> None:
        i = cuda.grid(1)
        if i < room.states.shape[0]:
            memory = cuda.local.array(numbers, dtype=np.int32)
            if room.states[i].over == 0:
                actions[i] = random_move(room.states[i], room.cheap_dice[i], memory)

    def choose_by_bot(room: Any, actions: Any, bot: int) -> None:
        i = cuda.grid(1)
        if i < room.states.shape[0]:
            view = cuda.local.array(1, dtype=View, alignment=ALIGNED)
            out = cuda.local.array(legal, dtype=np.int16)
            if room.states[i].over == 0:
                actions[i] = bot_move(room, room.states[i], bot, view, room.cheap_dice[i], out)

    def run_randomly(room: Any, times: int) -> None:
        """So many moves, with the state in the thread's own memory.

        A multiprocessor's warps read far more code in a move than it keeps at hand, so the threads
        of a block keep in step: what one warp has read, the others need too. They count, choose,
        play, and deal together, which some wait for; all go round until the last is done.
        """
        i = cuda.grid(1)
        own = cuda.local.array(1, dtype=State, alignment=ALIGNED)
        dice = cuda.local.array(1, dtype=Dice)
        memory = cuda.local.array(numbers, dtype=np.int32)
        s, left, length, choices, action = own[0], 0, 0, 0, 0
        if i < room.states.shape[0]:
            own[0], dice[0] = room.states[i], room.cheap_dice[i]
            left, length = times, room.lengths[i]
        playing = cuda.syncthreads_count(np.int32(left > 0))
        while playing != 0:
            over = left > 0 and (s.over != 0 or length >= longest)
            deals = cuda.syncthreads_count(np.int32(over)) * together >= playing and over
            if deals:
                count(room, s, i)
                begin_next(room, own, 0, i)
                length = 0
            moves = left > 0 and (deals or not over)
            if moves:
                choices = count_moves(s, memory)
            cuda.syncthreads()
            if moves:
                action = nth_move(s, cheap_below(dice[0], choices), memory)
            left -= moves
            playing = cuda.syncthreads_count(np.int32(left > 0))
            if moves:
                play(s, action)
                length += 1
        if i < room.states.shape[0]:
            room.states[i], room.cheap_dice[i], room.lengths[i] = own[0], dice[0], length

    def run_bots(room: Any, times: int, bots: Any) -> None:
        i = cuda.grid(1)
        if i < room.states.shape[0]:
            own = cuda.local.array(1, dtype=State, alignment=ALIGNED)
            dice = cuda.local.array(1, dtype=Dice)
            view = cuda.local.array(1, dtype=View, alignment=ALIGNED)
            out = cuda.local.array(legal, dtype=np.int16)
            own[0], dice[0] = room.states[i], room.cheap_dice[i]
            s = own[0]
            for _ in range(times):
                if s.over != 0 or room.lengths[i] >= longest:
                    count(room, s, i)
                    begin_next(room, own, 0, i)
                play(s, bot_move(room, s, bots[s.turn], view, dice[0], out))
                room.lengths[i] += 1
            room.states[i], room.cheap_dice[i] = own[0], dice[0]

    def play_out(room: Any, points: Any, times: int) -> None:
        """As many games to the end; in step as in `run_randomly`."""
        i = cuda.grid(1)
        own = cuda.local.array(1, dtype=State, alignment=ALIGNED)
        dice = cuda.local.array(1, dtype=Dice)
        memory = cuda.local.array(numbers, dtype=np.int32)
        s, left, length, choices, action = own[0], 0, 0, 0, 0
        if i < room.states.shape[0]:
            dice[0], left = room.cheap_dice[i], times
            for seat in range(points.shape[1]):
                points[i, seat] = 0
            if left > 0:
                clone(room, own, 0, i, dice[0])
        playing = cuda.syncthreads_count(np.int32(left > 0))
        while playing != 0:
            over = left > 0 and (s.over != 0 or length >= longest)
            if cuda.syncthreads_count(np.int32(over)) * together >= playing and over:
                score(s, room.rewards[i])
                for seat in range(points.shape[1]):
                    points[i, seat] += room.rewards[i, seat]
                left -= 1
                length = 0
                if left > 0:
                    clone(room, own, 0, i, dice[0])
            moves = left > 0 and s.over == 0 and length < longest
            if moves:
                choices = count_moves(s, memory)
            cuda.syncthreads()
            if moves:
                action = nth_move(s, cheap_below(dice[0], choices), memory)
            playing = cuda.syncthreads_count(np.int32(left > 0))
            if moves:
                play(s, action)
                length += 1
        if i < room.states.shape[0]:
            room.cheap_dice[i] = dice[0]

    return Kernels(
        reset_tables,
        show_tables,
        check_tables,
        step_tables,
        choose_randomly,
        choose_by_bot,
        run_randomly,
        run_bots,
        play_out,
    )
