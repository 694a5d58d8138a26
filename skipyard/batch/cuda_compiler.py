"""Compiles kernels for a GPU: Python to PTX, and PTX to the machine code of one architecture.

Neither needs a GPU. With loops/nth_move.py the only file that imports numba.cuda.
"""

from __future__ import annotations

import contextlib
import importlib
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np


@contextlib.contextmanager
def numpy_with_row_stack() -> Iterator[None]:
    """numba-cuda names `np.row_stack` while it is imported; numpy 2.5 has dropped it."""
    lacks = not hasattr(np, "row_stack")
    if lacks:
        vars(np)["row_stack"] = np.vstack
    try:
        yield
    finally:
        if lacks:
            del vars(np)["row_stack"]


with numpy_with_row_stack():
    import numba.cuda

    with contextlib.suppress(ImportError):  # it may be elsewhere in untested versions
        importlib.import_module("numba.cuda.np.arrayobj")  # otherwise with the first kernel

from skipyard.batch.kernel_settings import KernelSettings  # noqa: E402
from skipyard.batch.nvvm_ir import shorten_all  # noqa: E402
from skipyard.internals import is_tested  # noqa: E402

Capability = tuple[int, int]
cuda: Any = numba.cuda
nvvm: Any = None
dispatcher: Any = None
with contextlib.suppress(ImportError):  # they may be elsewhere in untested versions
    nvvm = importlib.import_module("numba.cuda.cudadrv.nvvm")
    dispatcher = importlib.import_module("numba.cuda.dispatcher")


@contextlib.contextmanager
def compiling(settings: KernelSettings) -> Iterator[None]:
    """Compile to short code (see nvvm_ir.py) that reads a game's tables from global memory.

    numba-cuda has no settings for either, so this patches the number of the address space and the
    function that compiles. Tables go to global memory in untested versions too, if possible:
    constant memory has 64 KB, one game's bots have 244 KB of tables, and threads that read
    different rows of constant memory wait for one another.
    """
    changes: dict[str, Any] = {}
    if hasattr(nvvm, "ADDRSPACE_CONSTANT") and hasattr(nvvm, "ADDRSPACE_GLOBAL"):
        changes["ADDRSPACE_CONSTANT"] = nvvm.ADDRSPACE_GLOBAL
    if is_tested("numba-cuda"):
        compile_ir = nvvm.compile_ir
        changes["compile_ir"] = lambda modules, **options: compile_ir(
            shorten_all(modules, settings.inline_lines), **options
        )
    with replaced(nvvm, changes):
        yield


@contextlib.contextmanager
def replaced(module: Any, changes: dict[str, Any]) -> Iterator[None]:
    """Give names of a module other values for a while."""
    originals = {name: getattr(module, name) for name in changes}
    vars(module).update(changes)
    try:
        yield
    finally:
        vars(module).update(originals)


@contextlib.contextmanager
def device_of(capability: Capability) -> Iterator[None]:
    """Compile as if this machine's GPU had this compute capability; it may have none."""
    device = type("Device", (), {"compute_capability": capability})()
    with replaced(dispatcher, {"get_current_device": lambda: device}):
        yield


def compile_ptx(
    kernel: Callable[..., None], signature: Any, settings: KernelSettings, capability: Capability
) -> str:
    """The PTX of a kernel, which is readable code for any GPU of this capability or later."""
    with compiling(settings), device_of(capability), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ptx, _ = cuda.compile(
            kernel, signature, cc=capability, device=False, abi="numba", output="ptx"
        )
    return str(ptx)


def machine_code(ptx: str, settings: KernelSettings, capability: Capability) -> bytes:
    """The code of GPUs of one capability; empty if nvJitLink is missing or too old for the PTX."""
    try:
        linker = importlib.import_module("cuda.bindings.nvjitlink")
        options = ["-arch=sm_{}{}".format(*capability)]
        if settings.registers:
            options.append(f"-maxrregcount={settings.registers}")
        handle = linker.create(len(options), options)
    except (ImportError, RuntimeError):  # what is not found, the linker says with RuntimeError
        return b""
    try:
        text = ptx.encode()
        linker.add_data(handle, linker.InputType.PTX, text, len(text), "kernel")
        linker.complete(handle)
        code = bytearray(linker.get_linked_cubin_size(handle))
        linker.get_linked_cubin(handle, code)
        return bytes(code)
    except linker.nvJitLinkError:
        return b""
    finally:
        linker.destroy(handle)
