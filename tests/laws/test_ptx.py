"""The laws of GPU code for our games, and what else must compile, or must not."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest
from helpers.fake_versions import Fake

if sys.platform == "darwin":
    pytest.skip("numba-cuda has no wheels for macOS", allow_module_level=True)

from skipyard.batch.cuda_compiler import cuda
from skipyard.batch.kernel_settings import KernelSettings, settings_for
from skipyard.core import CheapDice, Dice, below, cheap_below
from skipyard.games import game
from skipyard.testing.laws.gpu import *  # noqa: F403
from skipyard.testing.laws.gpu import IN_FULL, Kernel, batch_kernel, check_entry, compile_ptx

pytestmark = pytest.mark.full


def dice_kernel() -> Kernel:
    from numba import from_dtype, types

    dice, chance = from_dtype(Dice.dtype), from_dtype(CheapDice.dtype)

    def roll(tables: Any, bots: Any, out: Any) -> None:
        i = cuda.grid(1)
        if i < tables.shape[0]:
            out[i] = below(tables[i], 6) + cheap_below(bots[i], 6)

    return roll, types.void(dice[:], chance[:], types.int64[:])


def test_the_dice_compile() -> None:
    check_entry(compile_ptx(*dice_kernel()), "roll")


def twice_kernel() -> Kernel:
    """A rule that is called in two places."""
    from numba import from_dtype, types

    dice = from_dtype(Dice.dtype)

    def twice(tables: Any, out: Any) -> None:
        for i in range(out.shape[0]):
            out[i] = below(tables[0], 6) * below(tables[0], 7)

    return twice, types.void(dice[:], types.int64[:])


def test_long_rules_are_compiled_once_where_settings_say_so() -> None:
    inlined = compile_ptx(*twice_kernel(), KernelSettings(inline_lines=0))
    called = compile_ptx(*twice_kernel(), KernelSettings(inline_lines=400))
    word = "1634760805"  # the first of ChaCha
    assert inlined.count(word) == 2 * called.count(word) > 0
    assert re.search(r"call.uni.*\n.*refill", called)


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
    assert not re.search(r"call.uni.*\n.*refill", plain)


def test_a_kernel_that_lists_moves_compiles_too(fake_version: Fake) -> None:
    fake_version("numba-cuda")
    kernel, signature = batch_kernel(IN_FULL, "run")
    ptx = compile_ptx(kernel, signature, settings_for(IN_FULL))
    check_entry(ptx, kernel.__name__)
    assert "skipyard_copy" not in ptx


def test_what_a_gpu_refuses_is_refused_here() -> None:
    """This law can fail: a kernel that makes a string does not compile."""
    from numba import types
    from numba.core.errors import NumbaError

    def wrong(out: Any) -> None:
        out[0] = len(str(out[0]))

    with pytest.raises(NumbaError):
        compile_ptx(wrong, types.void(types.int64[:]))
