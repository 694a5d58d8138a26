"""Every game's kernels compile for a GPU, on machines without one."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from typing import Any

import pytest

if importlib.util.find_spec("numba_cuda") is None:
    pytest.skip("the laws of GPU code need numba-cuda", allow_module_level=True)

from skipyard.batch import cuda_compiler
from skipyard.batch.batch import random_moves
from skipyard.batch.cuda_compiler import cuda
from skipyard.batch.kernel_settings import KernelSettings, settings_for
from skipyard.batch.kernel_types import signature
from skipyard.batch.kernels import make_kernels
from skipyard.bots.registry import player_module
from skipyard.games import game
from skipyard.testing.selection import selected_games

CAPABILITY = (9, 0)
GAMES = selected_games()
IN_FULL = GAMES[-1]  # the game of which all kernels are compiled; they differ little between games
KERNELS = [(name, "step") for name in GAMES]  # all rules
KERNELS += [(name, "choose") for name in GAMES if name != IN_FULL]  # all bots
KERNELS += [
    (IN_FULL, kind)
    for kind in ("run", "run_bots", "check", "play_out", "show_seats", "imagine", "renew", "keep")
]
PLAIN = KernelSettings()
Kernel = tuple[Callable[..., None], Any]


def compile_ptx(
    kernel: Callable[..., None], signature: Any, settings: KernelSettings = PLAIN
) -> str:
    return cuda_compiler.compile_ptx(kernel, signature, settings, CAPABILITY)


def check_entry(ptx: str, name: str) -> None:
    """Check that PTX has the kernel as its entry, for the right target, and no foreign calls."""
    entries = re.findall(r"\.visible \.entry (\S+?)\(", ptx)
    assert len(entries) == 1
    assert name in entries[0]
    assert ".target sm_90" in ptx
    assert "NRT_" not in ptx
    assert not re.search(
        r"^\.const .*_cudapy_cmem", ptx, re.M
    )  # constant memory holds 64 KB, our tables need more
    assert not re.findall(r"\.extern \.func .*?numba_(unpickle|gil)", ptx)


def batch_kernel(name: str, kind: str) -> Kernel:
    """One of the kernels that gpu.py launches."""
    kernels = make_kernels(cuda, random_moves(name), name, player_module(name))
    return getattr(kernels, kind), signature(game(name), kind)


def look_kernel(rules: Any) -> Kernel:
    """Observe and imagine, in one thread."""
    from numba import from_dtype, types

    state, view = from_dtype(rules.State.dtype), from_dtype(rules.View.dtype)
    observe, imagine = rules.observe, rules.imagine

    def look(states: Any, seat: int, views: Any, worlds: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            observe(states[i], seat, views[i])
            imagine(views[i], worlds[i], i)

    return look, types.void(state[:], types.int64, view[:], state[:])


def judge_kernel(rules: Any) -> Kernel:
    """The verdict on every action, and whether the table is sound."""
    from numba import from_dtype, types

    state, action = from_dtype(rules.State.dtype), from_dtype(rules.ACTIONS.dtype)
    verdict, sound = rules.verdict, rules.sound

    def judge(states: Any, actions: Any, out: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            for a in range(actions.shape[0]):
                out[i, a] = verdict(states[i], actions[a])
            if not sound(states[i]):
                out[i, 0] = -1

    return judge, types.void(state[:], action[:], types.int8[:, :])


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("make", [look_kernel, judge_kernel])
def test_every_rule_compiles(name: str, make: Callable[[Any], Kernel]) -> None:
    kernel, signature = make(game(name).rules)
    check_entry(compile_ptx(kernel, signature), kernel.__name__)


@pytest.mark.full
@pytest.mark.parametrize(("name", "kind"), KERNELS)
def test_the_kernels_of_a_batch_compile(name: str, kind: str) -> None:
    kernel, signature = batch_kernel(name, kind)
    check_entry(compile_ptx(kernel, signature, settings_for(name)), kernel.__name__)
