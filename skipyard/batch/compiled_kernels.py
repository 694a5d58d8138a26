"""A game's kernels: read from disk, or compiled and stored there."""

from __future__ import annotations

import functools
import pathlib

from skipyard.batch import cuda_compiler, kernel_store
from skipyard.batch.batch import bot_moves, random_moves, table_changes, table_steps
from skipyard.batch.cuda_compiler import Capability
from skipyard.batch.kernel_settings import KernelSettings
from skipyard.batch.kernel_store import Kernel
from skipyard.batch.kernel_types import signature
from skipyard.batch.kernels import Kernels, make_kernels
from skipyard.games import game


@functools.cache
def functions(name: str, player: str, settings: KernelSettings) -> Kernels:
    """The kernels of a game as Python functions."""
    return make_kernels(cuda_compiler.cuda, random_moves(name), name, player, settings)


@functools.cache
def folder(name: str, player: str, settings: KernelSettings) -> pathlib.Path:
    """Where a game's kernels are stored."""
    loops = (
        random_moves(name),
        table_steps(name),
        table_changes(name),
        bot_moves(name, player),
    )
    modules = [(module.__name__, str(module.__file__)) for module in loops]
    compiled_in = settings._replace(block=0)  # the size of blocks matters only at a launch
    return kernel_store.kernels_folder(name, modules, compiled_in)


def kernel(
    name: str, player: str, settings: KernelSettings, kind: str, capability: Capability
) -> Kernel:
    """One kernel, from disk if it is there."""
    file = kernel_store.file_of(folder(name, player, settings), kind, capability)
    return kernel_store.read(file) or compile_kernel(name, player, settings, kind, capability)


def compile_kernel(
    name: str, player: str, settings: KernelSettings, kind: str, capability: Capability
) -> Kernel:
    """Compile a kernel and store it."""
    function = getattr(functions(name, player, settings), kind.partition("-")[0])
    ptx = cuda_compiler.compile_ptx(function, signature(game(name), kind), settings, capability)
    return link_again(ptx, name, player, settings, kind, capability)


def link_again(
    ptx: str,
    name: str,
    player: str,
    settings: KernelSettings,
    kind: str,
    capability: Capability,
) -> Kernel:
    """Make machine code of PTX, and store both."""
    code = cuda_compiler.machine_code(ptx, settings, capability)
    made = kernel_store.read_ptx(ptx, code)
    file = kernel_store.file_of(folder(name, player, settings), kind, capability)
    kernel_store.write(file, made)
    return made


def is_stored(
    name: str, player: str, settings: KernelSettings, kind: str, capability: Capability
) -> bool:
    """Whether a kernel need not be compiled."""
    file = kernel_store.file_of(folder(name, player, settings), kind, capability)
    return kernel_store.read(file) is not None
