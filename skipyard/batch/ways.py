"""How each game's kernels are compiled; measured, see docs/decisions/0011-gpu.md."""

from __future__ import annotations

from typing import NamedTuple


class Way(NamedTuple):
    """What changes the speed of kernels, and nothing else about them."""

    together: int = 4  # a warp deals once one in so many of its threads waits for it
    long: int = 2500  # lines from which on a rule is not inlined everywhere; 0: all are
    rolled: bool = False  # loops are not unrolled
    registers: int = 64  # of a thread, at most: so a multiprocessor has room for 1,024 threads
    block: int = 64  # threads that are launched together


WAYS = {
    "skipbo": Way(),
    "skipbo_mod": Way(together=8),
    "skip_or_trip": Way(long=1500, rolled=True),
    "flip_and_skip": Way(together=8, long=1500, rolled=True),
    "skippity": Way(together=1, long=0),
}
