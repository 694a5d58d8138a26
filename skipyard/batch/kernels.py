"""The kernels of one game: a thread for each table, with the same operations as on the CPU.

`cuda` is numba.cuda and `picker` the game's loops/random_move.py; gpu.py passes both.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from skipyard.batch.batch import RANDOM, bot_moves, table_changes, table_steps
from skipyard.batch.kernel_settings import KernelSettings, settings_for
from skipyard.core import CheapDice, cheap_below
from skipyard.games import game

ALIGNED = 16  # bytes: records in local memory are copied by words


class Kernels(NamedTuple):
    """The kernels: Python functions, or what numba-cuda compiles them to."""

    reset: Any
    show: Any
    check: Any
    step: Any
    choose_randomly: Any
    choose: Any
    run: Any
    run_bots: Any
    play_out: Any
    renew: Any
    keep: Any
    show_seats: Any
    imagine: Any
    convert: Any


def make_kernels(
    cuda: Any,
    picker: ModuleType,
    name: str,
    player: str = RANDOM,
    settings: KernelSettings | None = None,
) -> Kernels:
    """Kernels as Python functions; gpu.py compiles them, tests call them without a GPU."""
    from numba import from_dtype

    steps, rules = table_steps(name), game(name).rules
    begin, begin_next, advance = steps.begin, steps.begin_next, steps.advance
    may_play, look, describe = steps.may_play, steps.look, steps.describe
    bot_move = bot_moves(name, player).bot_move
    changes = table_changes(name)
    show_seat, imagine_table = changes.show_seat, changes.imagine_table
    count, clone, play, score = steps.count, steps.clone, rules.play, rules.score
    longest, legal = rules.LONGEST, len(rules.ACTIONS)
    State, View = from_dtype(rules.State.dtype), from_dtype(rules.View.dtype)
    Dice = from_dtype(CheapDice.dtype)
    deal_fraction = (settings or settings_for(name)).deal_fraction
    random_move, count_moves, nth_move = picker.random_move, picker.count_moves, picker.nth_move
    memory_size = picker.MEMORY

    def reset_tables(arrays: Any) -> None:
        i = cuda.grid(1)
        if i < arrays.states.shape[0]:
            begin(arrays, arrays.states, i, i)

    def show_tables(arrays: Any) -> None:
        i = cuda.grid(1)
        if i < arrays.states.shape[0]:
            view = cuda.local.array(1, dtype=View, alignment=ALIGNED)
            out = cuda.local.array(legal, dtype=np.int16)
            look(arrays, arrays.states[i], i, view, 0, out)
            describe(arrays, i, view, 0)

    def check_tables(arrays: Any, actions: Any, illegal: Any) -> None:
        """Write the lowest number of a table whose action is illegal into `illegal`."""
        i = cuda.grid(1)
        if i < arrays.states.shape[0]:
            s = arrays.states[i]
            if s.over == 0 and not may_play(s, actions[i]):
                cuda.atomic.min(illegal, 0, i)

    def step_tables(arrays: Any, actions: Any, illegal: Any, renews: int, shows: int) -> None:
        i = cuda.grid(1)
        tables = arrays.states.shape[0]
        if i < tables and illegal[0] >= tables:
            advance(arrays, arrays.states, i, i, actions[i], renews)
            if shows:
                view = cuda.local.array(1, dtype=View, alignment=ALIGNED)
                out = cuda.local.array(legal, dtype=np.int16)
                look(arrays, arrays.states[i], i, view, 0, out)
                describe(arrays, i, view, 0)

    def choose_randomly(arrays: Any, actions: Any) -> None:
        i = cuda.grid(1)
        if i < arrays.states.shape[0]:
            memory = cuda.local.array(memory_size, dtype=np.int32)
            if arrays.states[i].over == 0:
                actions[i] = random_move(arrays.states[i], arrays.cheap_dice[i], memory)

    def choose_by_bot(arrays: Any, actions: Any, bot: int) -> None:
        i = cuda.grid(1)
        if i < arrays.states.shape[0]:
            view = cuda.local.array(1, dtype=View, alignment=ALIGNED)
            out = cuda.local.array(legal, dtype=np.int16)
            if arrays.states[i].over == 0:
                actions[i] = bot_move(
                    arrays, arrays.states[i], bot, view, arrays.cheap_dice[i], out
                )

    def run_randomly(arrays: Any, times: int) -> None:
        """Play `times` moves, with the state in the thread's local memory.

        A move takes far more code than the instruction cache holds, so the threads of a block run
        in lockstep: the warps share the instructions that one of them has fetched. They count,
        choose, play and deal together, and loop until the last thread is done.
        """
        i = cuda.grid(1)
        own = cuda.local.array(1, dtype=State, alignment=ALIGNED)
        dice = cuda.local.array(1, dtype=Dice)
        memory = cuda.local.array(memory_size, dtype=np.int32)
        s, left, length, choices, action = own[0], 0, 0, 0, 0
        if i < arrays.states.shape[0]:
            own[0], dice[0] = arrays.states[i], arrays.cheap_dice[i]
            left, length = times, arrays.lengths[i]
        active = cuda.syncthreads_count(np.int32(left > 0))
        while active != 0:
            over = left > 0 and (s.over != 0 or length >= longest)
            deals = cuda.syncthreads_count(np.int32(over)) * deal_fraction >= active and over
            if deals:
                count(arrays, s, i)
                begin_next(arrays, own, 0, i)
                length = 0
            moves = left > 0 and (deals or not over)
            if moves:
                choices = count_moves(s, memory)
            cuda.syncthreads()
            if moves:
                action = nth_move(s, cheap_below(dice[0], choices), memory)
            left -= moves
            active = cuda.syncthreads_count(np.int32(left > 0))
            if moves:
                play(s, action)
                length += 1
        if i < arrays.states.shape[0]:
            arrays.states[i], arrays.cheap_dice[i], arrays.lengths[i] = own[0], dice[0], length

    def run_bots(arrays: Any, times: int, bots: Any) -> None:
        i = cuda.grid(1)
        if i < arrays.states.shape[0]:
            own = cuda.local.array(1, dtype=State, alignment=ALIGNED)
            dice = cuda.local.array(1, dtype=Dice)
            view = cuda.local.array(1, dtype=View, alignment=ALIGNED)
            out = cuda.local.array(legal, dtype=np.int16)
            own[0], dice[0] = arrays.states[i], arrays.cheap_dice[i]
            s = own[0]
            for _ in range(times):
                if s.over != 0 or arrays.lengths[i] >= longest:
                    count(arrays, s, i)
                    begin_next(arrays, own, 0, i)
                play(s, bot_move(arrays, s, bots[s.turn], view, dice[0], out))
                arrays.lengths[i] += 1
            arrays.states[i], arrays.cheap_dice[i] = own[0], dice[0]

    def play_out(arrays: Any, points: Any, times: int) -> None:
        """Play `times` games to the end; in lockstep as in `run_randomly`."""
        i = cuda.grid(1)
        own = cuda.local.array(1, dtype=State, alignment=ALIGNED)
        dice = cuda.local.array(1, dtype=Dice)
        memory = cuda.local.array(memory_size, dtype=np.int32)
        s, left, length, choices, action = own[0], 0, 0, 0, 0
        if i < arrays.states.shape[0]:
            dice[0], left = arrays.cheap_dice[i], times
            for seat in range(points.shape[1]):
                points[i, seat] = 0
            if left > 0:
                clone(arrays, own, 0, i, dice[0])
        active = cuda.syncthreads_count(np.int32(left > 0))
        while active != 0:
            over = left > 0 and (s.over != 0 or length >= longest)
            if cuda.syncthreads_count(np.int32(over)) * deal_fraction >= active and over:
                score(s, arrays.rewards[i])
                for seat in range(points.shape[1]):
                    points[i, seat] += arrays.rewards[i, seat]
                left -= 1
                length = 0
                if left > 0:
                    clone(arrays, own, 0, i, dice[0])
            moves = left > 0 and s.over == 0 and length < longest
            if moves:
                choices = count_moves(s, memory)
            cuda.syncthreads()
            if moves:
                action = nth_move(s, cheap_below(dice[0], choices), memory)
            active = cuda.syncthreads_count(np.int32(left > 0))
            if moves:
                play(s, action)
                length += 1
        if i < arrays.states.shape[0]:
            arrays.cheap_dice[i] = dice[0]

    def renew_tables(arrays: Any, where: Any) -> None:
        i = cuda.grid(1)
        if i < arrays.states.shape[0] and where[i]:
            begin_next(arrays, arrays.states, i, i)

    def keep_final(arrays: Any, final: Any) -> None:
        """Copy the observations of the games that the last step ended."""
        i = cuda.grid(1)
        if i < arrays.states.shape[0] and arrays.dones[i]:
            for place in range(final.shape[1]):
                final[i, place] = arrays.observations[i, place]

    def show_seats(arrays: Any, seats: Any, seen: Any) -> None:
        i = cuda.grid(1)
        if i < arrays.states.shape[0]:
            view = cuda.local.array(1, dtype=View, alignment=ALIGNED)
            show_seat(arrays, seats, seen, i, view)

    def imagine_tables(arrays: Any, blank: Any, seats: Any, seeds: Any) -> None:
        i = cuda.grid(1)
        if i < arrays.states.shape[0]:
            view = cuda.local.array(1, dtype=View, alignment=ALIGNED)
            imagine_table(arrays, blank, seats, seeds, i, arrays.states, i, view)

    def convert_actions(arrays: Any, actions: Any, out: Any) -> None:
        """Write actions of another type in 16 bits; -1 for those that no game has."""
        i = cuda.grid(1)
        if i < arrays.states.shape[0]:
            out[i] = -1
            if actions[i] >= 0 and actions[i] < legal:
                out[i] = actions[i]

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
        renew_tables,
        keep_final,
        show_seats,
        imagine_tables,
        convert_actions,
    )
