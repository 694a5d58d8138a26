"""How each game's kernels are compiled and launched; measured, docs/decisions/0011-gpu.md."""

from __future__ import annotations

from typing import NamedTuple


class Way(NamedTuple):
    """What changes the speed of kernels, and nothing else about them."""

    block: int = 64  # threads that share memory; the states of so many fit in
    registers: int = 0  # at most so many for a thread; 0: as many as the compiler likes
    shared: bool = True  # states lie in the memory that a block shares, not in each thread's own
    together: int = 4  # a warp deals once one in so many of its threads waits for it
    long: int = 0  # lines from which on a rule is not inlined everywhere; 0: all are inlined
    rolled: bool = False  # loops are not unrolled


WAYS = {
    "skipbo": Way(registers=64, shared=False, long=400),
    "skipbo_mod": Way(registers=64, shared=False, long=1500, rolled=True),
    "skip_or_trip": Way(registers=64, shared=False, long=1500, rolled=True),
    "flip_and_skip": Way(shared=False, together=8, long=1500, rolled=True),
    "skippity": Way(together=1),
}
