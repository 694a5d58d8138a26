"""How a game's kernels are compiled, from its profile.toml (docs/decisions/0009-gpu.md)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from skipyard.games import game

WARP = 32  # threads that a multiprocessor runs together


class KernelSettings(NamedTuple):
    """Settings that change how fast kernels are, not what they compute."""

    deal_fraction: int = 4  # a block deals when 1/n of its threads have finished
    inline_lines: int = 0  # rules with more lines of code are not inlined; 0: all are
    registers: int = 64  # at most, per thread, so that 1,024 threads fit a multiprocessor
    block: int = 512  # threads launched together, in lockstep; fewer for few tables


def settings_for(name: str) -> KernelSettings:
    """The settings in a game's profile.toml."""
    return KernelSettings(**msgspec.structs.asdict(game(name).profile.gpu))


def block_for(tables: int, settings: KernelSettings, multiprocessors: int) -> int:
    """The threads of a block, few enough to give nearly every multiprocessor a block."""
    share = -(-tables // multiprocessors)
    return min(settings.block, max(WARP, 1 << (share - 1).bit_length()))
