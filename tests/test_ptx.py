"""Every game's kernels compile for a GPU, on a machine that has none: CPU-only idioms show here."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from skipyard.core import Spin, below, spin
from skipyard.games import GAMES, game

vars(np).setdefault("row_stack", np.vstack)  # numba-cuda looks for it; numpy 2.5 has dropped it

cuda = pytest.importorskip("numba.cuda")
CAPABILITY = (9, 0)
Kernel = tuple[Callable[..., None], Any]


@pytest.fixture(autouse=True)
def _no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device to compile for, where there is none."""
    import numba.cuda.dispatcher as dispatcher

    device = type("Device", (), {"compute_capability": CAPABILITY})()
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)


def compile_ptx(kernel: Callable[..., None], signature: Any) -> str:
    with warnings.catch_warnings():
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
    assert not re.findall(r"\.extern \.func .*?numba_(unpickle|gil)", ptx)


def dice_kernel() -> Kernel:
    from numba import from_dtype, types

    from skipyard.core import Dice

    dice, chance = from_dtype(Dice.dtype), from_dtype(Spin.dtype)

    def roll(tables: Any, bots: Any, out: Any) -> None:
        i = cuda.grid(1)
        if i < tables.shape[0]:
            out[i] = below(tables[i], 6) + spin(bots[i], 6)

    return roll, types.void(dice[:], chance[:], types.int64[:])


def playout_kernel(rules: Any) -> Kernel:
    """Deal, and play at random to the end, with the state in the memory of one thread."""
    from numba import from_dtype, types

    state, chance = from_dtype(rules.State.dtype), from_dtype(Spin.dtype)
    length, longest = len(rules.ACTIONS), rules.LONGEST
    deal, moves, play, score = rules.deal, rules.moves, rules.play, rules.score

    def playout(options: Any, keys: Any, bots: Any, points: Any) -> None:
        i = cuda.grid(1)
        if i < keys.shape[0]:
            own = cuda.local.array(1, dtype=state)
            out = cuda.local.array(length, dtype=np.int16)
            own[0] = options[0]
            s = own[0]
            deal(s, keys[i], i)
            played = 0
            while s.over == 0 and played < longest:
                n = moves(s, out)
                play(s, out[spin(bots[i], n)])
                played += 1
            score(s, points[i])

    return playout, types.void(state[:], types.uint32[:, :], chance[:], types.int64[:, :])


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
@pytest.mark.parametrize("make", [playout_kernel, look_kernel, judge_kernel])
def test_every_rule_compiles(name: str, make: Callable[[Any], Kernel]) -> None:
    kernel, signature = make(game(name).rules)
    check_entry(compile_ptx(kernel, signature), kernel.__name__)


def test_what_a_gpu_refuses_is_refused_here() -> None:
    """The fence can fail: a kernel that makes a string does not compile."""
    from numba import types
    from numba.core.errors import NumbaError

    def wrong(out: Any) -> None:
        out[0] = len(str(out[0]))

    with pytest.raises(NumbaError):
        compile_ptx(wrong, types.void(types.int64[:]))
