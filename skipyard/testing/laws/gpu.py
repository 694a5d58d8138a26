"""Every game's kernels compile for a GPU, on machines without one."""

from __future__ import annotations

import importlib
import importlib.util
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

if importlib.util.find_spec("numba_cuda") is None:
    pytest.skip("the laws of GPU code need numba-cuda", allow_module_level=True)

from skipyard.batch.arrays import Arrays, columns
from skipyard.batch.batch import random_moves
from skipyard.batch.gpu import compiling, cuda
from skipyard.batch.kernel_settings import KernelSettings, settings_for
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


@pytest.fixture(autouse=True)
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fake a device to compile for."""
    import numba.cuda.dispatcher as dispatcher

    device = type("Device", (), {"compute_capability": CAPABILITY})()
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)


def compile_ptx(
    kernel: Callable[..., None], signature: Any, settings: KernelSettings = PLAIN
) -> str:
    with compiling(settings), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ptx, _ = cuda.compile(
            kernel, signature, cc=CAPABILITY, device=False, abi="numba", output="ptx"
        )
    return str(ptx)


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


def arrays_type(name: str) -> Any:
    """The Numba type of a batch's arrays."""
    from numba import from_dtype

    types: Any = importlib.import_module("numba.types")
    rules = game(name).rules
    kinds = {"template": rules.State.dtype, "blank": rules.View.dtype, "key": np.dtype(np.uint32)}
    kinds["dealt"] = np.dtype(np.bool_)
    fields = {field: types.Array(from_dtype(kind), 1, "C") for field, kind in kinds.items()}
    for field, (kind, width) in columns(game(name), 2).items():
        layout = "F" if field in ("masks", "observations") else "C"
        fields[field] = types.Array(from_dtype(np.dtype(kind)), 1 + len(width), layout)
    return types.NamedTuple([fields[field] for field in Arrays._fields], Arrays)


def batch_kernel(name: str, kind: str) -> Kernel:
    """One of the kernels that gpu.py launches."""
    from numba import from_dtype, types

    kernels = make_kernels(cuda, random_moves(name), name, player_module(name))
    arrays, number = arrays_type(name), types.int64
    actions, numbers = types.Array(types.int16, 1, "C"), types.Array(types.int64, 1, "C")
    takes = {
        "step": (actions, numbers, number, number),
        "check": (actions, numbers),
        "choose": (actions, number),
        "run": (number,),
        "run_bots": (number, numbers),
        "play_out": (types.Array(types.int64, 2, "C"), number),
        "renew": (types.Array(types.boolean, 1, "C"),),
        "keep": (types.Array(types.uint8, 2, "F"),),
        "show_seats": (types.Array(types.int8, 1, "C"), types.Array(types.uint8, 2, "F")),
        "imagine": (
            types.Array(from_dtype(game(name).rules.State.dtype), 1, "C"),
            types.Array(types.int8, 1, "C"),
            numbers,
        ),
    }
    return getattr(kernels, kind), types.void(arrays, *takes[kind])


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
