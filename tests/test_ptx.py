"""Every game's kernels compile for a GPU, on a machine that has none: CPU-only idioms show here."""

from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from versions import Fake

from skipyard.batch.arrays import Room, columns
from skipyard.batch.batch import picking
from skipyard.batch.gpu import compiling, cuda
from skipyard.batch.kernel_settings import KernelSettings, settings_for
from skipyard.batch.kernels import make_kernels
from skipyard.bots.registry import player_module
from skipyard.core import CheapDice, Dice, below, cheap_below
from skipyard.games import GAMES, game

CAPABILITY = (9, 0)
IN_FULL = "skippity"  # kernels differ little between games: of one of them, all are compiled
KERNELS = [(name, "step") for name in GAMES]  # all rules
KERNELS += [(name, "choose") for name in GAMES if name != IN_FULL]  # all bots
KERNELS += [(IN_FULL, kind) for kind in ("run", "run_bots", "check", "play_out")]
PLAIN = KernelSettings()
Kernel = tuple[Callable[..., None], Any]


@pytest.fixture(autouse=True)
def _no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device to compile for, where there is none."""
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
    """The text has the kernel as an entry, for the right target, and calls nothing foreign."""
    entries = re.findall(r"\.visible \.entry (\S+?)\(", ptx)
    assert len(entries) == 1
    assert name in entries[0]
    assert ".target sm_90" in ptx
    assert "NRT_" not in ptx
    assert not re.search(r"^\.const .*_cudapy_cmem", ptx, re.M)  # it holds 64 KB, our tables more
    assert not re.findall(r"\.extern \.func .*?numba_(unpickle|gil)", ptx)


def dice_kernel() -> Kernel:
    from numba import from_dtype, types

    dice, chance = from_dtype(Dice.dtype), from_dtype(CheapDice.dtype)

    def roll(tables: Any, bots: Any, out: Any) -> None:
        i = cuda.grid(1)
        if i < tables.shape[0]:
            out[i] = below(tables[i], 6) + cheap_below(bots[i], 6)

    return roll, types.void(dice[:], chance[:], types.int64[:])


def room_type(name: str) -> Any:
    """The arrays of a batch as a kernel is given them."""
    from numba import from_dtype

    types: Any = importlib.import_module("numba.types")
    rules = game(name).rules
    kinds = {"template": rules.State.dtype, "blank": rules.View.dtype, "key": np.dtype(np.uint32)}
    fields = {field: types.Array(from_dtype(kind), 1, "C") for field, kind in kinds.items()}
    for field, (kind, width) in columns(game(name), 2).items():
        layout = "F" if field in ("masks", "observations") else "C"
        fields[field] = types.Array(from_dtype(np.dtype(kind)), 1 + len(width), layout)
    return types.NamedTuple([fields[field] for field in Room._fields], Room)


def batch_kernel(name: str, kind: str) -> Kernel:
    """One of the kernels that gpu.py launches."""
    from numba import types

    kernels = make_kernels(cuda, picking(name), name, player_module(name))
    room, number = room_type(name), types.int64
    actions, numbers = types.Array(types.int16, 1, "C"), types.Array(types.int64, 1, "C")
    takes = {
        "step": (actions, numbers, number, number),
        "check": (actions, numbers),
        "choose": (actions, number),
        "run": (number,),
        "run_bots": (number, numbers),
        "play_out": (types.Array(types.int64, 2, "C"), number),
    }
    return getattr(kernels, kind), types.void(room, *takes[kind])


def look_kernel(rules: Any) -> Kernel:
    """Observe and imagine, in one thread's memory."""
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


def test_the_dice_compile() -> None:
    check_entry(compile_ptx(*dice_kernel()), "roll")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("make", [look_kernel, judge_kernel])
def test_every_rule_compiles(name: str, make: Callable[[Any], Kernel]) -> None:
    kernel, signature = make(game(name).rules)
    check_entry(compile_ptx(kernel, signature), kernel.__name__)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), KERNELS)
def test_the_kernels_of_a_batch_compile(name: str, kind: str) -> None:
    kernel, signature = batch_kernel(name, kind)
    check_entry(compile_ptx(kernel, signature, settings_for(name)), kernel.__name__)


def twice_kernel() -> Kernel:
    """A rule that is called in two places."""
    from numba import from_dtype, types

    dice = from_dtype(Dice.dtype)

    def twice(tables: Any, out: Any) -> None:
        for i in range(out.shape[0]):
            out[i] = below(tables[0], 6) * below(tables[0], 7)

    return twice, types.void(dice[:], types.int64[:])


def test_long_rules_are_compiled_once_where_a_way_says_so() -> None:
    inlined = compile_ptx(*twice_kernel(), KernelSettings(inline_lines=0))
    called = compile_ptx(*twice_kernel(), KernelSettings(inline_lines=400))
    word = "1634760805"  # the first of ChaCha
    assert inlined.count(word) == 2 * called.count(word) > 0
    assert re.search(r"call.uni.*\n.*make_ready", called)


def test_a_record_is_copied_by_words() -> None:
    from numba import from_dtype, types

    state = from_dtype(game("skipbo").rules.State.dtype)

    def move(tables: Any, target: Any) -> None:
        target[0] = tables[0]

    text = compile_ptx(move, types.void(state[:], state[:]))
    assert re.search(r"ld\.u32", text[text.index("skipyard_copy") :])
    assert "u8" not in text


def test_the_text_is_left_alone_where_numba_cuda_is_untested(fake_version: Fake) -> None:
    fake_version("numba-cuda")
    plain = compile_ptx(*twice_kernel(), KernelSettings(inline_lines=400))
    assert not re.search(r"call.uni.*\n.*make_ready", plain)


@pytest.mark.slow
def test_a_kernel_that_lists_moves_compiles_too(fake_version: Fake) -> None:
    fake_version("numba-cuda")
    kernel, signature = batch_kernel(IN_FULL, "run")
    ptx = compile_ptx(kernel, signature, settings_for(IN_FULL))
    check_entry(ptx, kernel.__name__)
    assert "skipyard_copy" not in ptx


def test_what_a_gpu_refuses_is_refused_here() -> None:
    """The fence can fail: a kernel that makes a string does not compile."""
    from numba import types
    from numba.core.errors import NumbaError

    def wrong(out: Any) -> None:
        out[0] = len(str(out[0]))

    with pytest.raises(NumbaError):
        compile_ptx(wrong, types.void(types.int64[:]))
