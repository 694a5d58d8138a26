"""How each game's kernels are compiled; measured, see docs/decisions/0009-gpu.md."""

from __future__ import annotations

from typing import NamedTuple


class Way(NamedTuple):
    """What changes the speed of kernels, and nothing else about them."""

    together: int = 4  # a block deals once one in so many of its threads waits for it
    long: int = 0  # lines from which on a rule is not inlined everywhere; 0: all are
    registers: int = 64  # of a thread, at most: so a multiprocessor has room for 1,024 threads
    block: int = 512  # threads that are launched together, and go in step; of few tables, fewer


WAYS = {
    "skipbo": Way(together=8),
    "skipbo_mod": Way(together=12, long=4000, block=1024),
    "skip_or_trip": Way(long=1500),
    "flip_and_skip": Way(together=16, long=4000, block=1024),
    "skippity": Way(together=1, block=64),
}


WARP = 32  # threads that a multiprocessor always runs together


def block_for(tables: int, way: Way, multiprocessors: int) -> int:
    """Threads of a block: no more than leave hardly a multiprocessor without a block."""
    share = -(-tables // multiprocessors)
    return min(way.block, max(WARP, 1 << (share - 1).bit_length()))
