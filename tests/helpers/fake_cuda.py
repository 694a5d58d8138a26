"""A fake numba.cuda for machines without a GPU: runs threads one after the other, in Python.

Kernels are plain Python functions that call compiled ones, so their logic and the batch around
them run anywhere; test_ptx.py shows that they compile for a GPU.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skipyard.batch.batch import table_steps
from skipyard.games import game

thread = 0


class DeviceArray(np.ndarray):
    """An array with the methods that copy between host and device."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return self.__array_interface__

    def copy_to_host(self) -> Any:
        return raw_copy(self).view(np.ndarray)

    def copy_to_device(self, array: Any) -> None:
        if self.dtype.names:
            self.view(np.uint8)[...] = np.ascontiguousarray(array).view(np.uint8)
        else:
            self[...] = array


def raw_copy(array: Any) -> Any:
    """All bytes of an array: numpy alone copies records field by field."""
    if array.dtype.names:
        return np.frombuffer(bytearray(array.tobytes()), array.dtype)
    return np.array(array)


def to_device(array: Any) -> Any:
    return raw_copy(array).view(DeviceArray)


def device_array(shape: Any, kind: Any) -> Any:
    return to_device(np.zeros(shape, kind))


as_cuda_array = to_device


def synchronize() -> None:
    """Nothing runs in the background."""


class external_stream:
    """A stream of another library's: it makes no difference here."""

    def __init__(self, number: int) -> None:
        self.handle = number

    def synchronize(self) -> None:
        """Nothing runs in the background."""


class Launcher:
    """A kernel: `kernel[blocks, block](arguments)` runs it for every thread."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel

    def __getitem__(self, sizes: tuple[Any, ...]) -> Any:
        def launch(*arguments: Any) -> None:
            global thread
            plain = [as_plain(argument) for argument in arguments]
            for number in range(sizes[0] * sizes[1]):
                thread = number
                self.kernel(*plain)

        return launch


def as_plain(argument: Any) -> Any:
    """Plain arrays, which compiled functions take."""
    if isinstance(argument, tuple):
        return type(argument)(*(as_plain(part) for part in argument))
    return argument.view(np.ndarray) if isinstance(argument, DeviceArray) else argument


def jit(kernel: Any, max_registers: int | None = None) -> Launcher:
    return Launcher(kernel)


def grid(dimensions: int) -> int:
    return thread


class local:
    @staticmethod
    def array(length: int, dtype: Any, alignment: int = 1) -> Any:
        if isinstance(dtype, type):
            return np.zeros(length, dtype)
        return np.zeros(length, np.dtype((np.record, dtype.dtype)))


class random_moves:
    """What a GPU thread picks without a list of moves, picked from a list."""

    MEMORY = 2

    def __init__(self, name: str) -> None:
        self.steps, self.rules = table_steps(name), game(name).rules
        self.legal = len(self.rules.ACTIONS)

    def random_move(self, s: Any, dice: Any, memory: Any) -> int:
        return int(self.steps.random_move(s, dice, np.zeros(self.legal, np.int16)))

    def count_moves(self, s: Any, memory: Any) -> int:
        return int(self.rules.moves(s, np.zeros(self.legal, np.int16)))

    def nth_move(self, s: Any, number: int, memory: Any) -> int:
        out = np.zeros(self.legal, np.int16)
        self.rules.moves(s, out)
        return int(out[number])


class atomic:
    @staticmethod
    def min(array: Any, index: int, value: int) -> None:
        array[index] = min(array[index], value)


def syncthreads() -> None:
    """There is only one thread to wait for."""


def syncthreads_count(predicate: int) -> int:
    return int(predicate)


class Device:
    """Two multiprocessors."""

    MULTIPROCESSOR_COUNT = 2


def get_current_device() -> Device:
    return Device()
