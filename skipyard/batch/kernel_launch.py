"""Launches kernels on a batch's arrays, on any stream.

A launch costs microseconds: the arrays of a batch never move, so their addresses and shapes are
written down once, and a launch adds what is its own. With an untested version of numba-cuda,
kernels are compiled and launched by numba-cuda itself (`Jitted`), which costs 150 microseconds.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from skipyard.arguments import shown
from skipyard.batch import compiled_kernels
from skipyard.batch.cuda_compiler import Capability, compiling, cuda
from skipyard.batch.kernel_settings import KernelSettings
from skipyard.batch.kernel_store import Kernel
from skipyard.batch.kernels import Kernels
from skipyard.options import Refused

NO_CONTEXT = ("CUDA_ERROR_INVALID_CONTEXT", "CUDA_ERROR_CONTEXT_IS_DESTROYED")


class Launcher(Protocol):
    """Launches a batch's kernels by their names."""

    def launch(
        self, kind: str, blocks: int, block: int, stream: int, arguments: Sequence[Any]
    ) -> None: ...


class Jitted:
    """Kernels that numba-cuda compiles at their first launch."""

    def __init__(self, kernels: Kernels, settings: KernelSettings, arrays: Any, api: Any) -> None:
        self.kernels, self.settings, self.arrays, self.api = kernels, settings, arrays, api

    def launch(
        self, kind: str, blocks: int, block: int, stream: int, arguments: Sequence[Any]
    ) -> None:
        from numba.core.errors import NumbaPerformanceWarning

        kernel = getattr(self.kernels, kind.partition("-")[0])
        queue = (self.api.external_stream(stream),) if stream else ()
        with compiling(self.settings), warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaPerformanceWarning)  # small batches are fine
            kernel[(blocks, block, *queue)](self.arrays, *arguments)


class Stored:
    """Kernels that are found on disk, launched with arguments that are packed once."""

    def __init__(
        self,
        name: str,
        player: str,
        settings: KernelSettings,
        arrays: Any,
        own: Sequence[Any] = (),
    ) -> None:
        self.asked = (name, player, settings)
        self.shared = [word for array in arrays for word in words(array)]
        self.own = (*arrays, *own)  # kept, so that no other array has their identity
        self.known = {id(array): words(array) for array in self.own}
        self.packed: dict[str, Packed] = {}

    def launch(
        self, kind: str, blocks: int, block: int, stream: int, arguments: Sequence[Any]
    ) -> None:
        packed = self.packed.get(kind)
        if packed is None:
            function, parameters = function_of(*self.asked, kind)
            packed = self.packed[kind] = Packed(function, parameters, self.shared)
        if arguments:
            packed.pack([self.known.get(id(each)) or words(each) for each in arguments])
        packed.launch(blocks, block, stream)


class Packed:
    """A kernel and its arguments: words of 64 bits, and a pointer to each, as the driver asks."""

    def __init__(self, function: Any, parameters: int, shared: Sequence[int]) -> None:
        self.function, self.parameters, self.first = function, parameters, len(shared)
        self.words = (ctypes.c_uint64 * parameters)(*shared)
        start, size = ctypes.addressof(self.words), ctypes.sizeof(ctypes.c_uint64)
        self.pointers = (ctypes.c_void_p * parameters)(
            *(start + size * number for number in range(parameters))
        )
        self.address = ctypes.addressof(self.pointers)

    def pack(self, arguments: Sequence[Sequence[int]]) -> None:
        """Write the arguments of one launch behind the batch's arrays."""
        own = [word for argument in arguments for word in argument]
        if self.first + len(own) != self.parameters:
            raise TypeError(f"a kernel of {self.parameters} words got {self.first + len(own)}")
        self.words[self.first :] = own  # type: ignore[assignment]

    def launch(self, blocks: int, block: int, stream: int) -> None:
        driver = cuda_driver()
        sizes = blocks, 1, 1, block, 1, 1, 0
        status = driver.cuLaunchKernel(self.function, *sizes, stream, self.address, 0)[0]
        if int(status) and status.name in NO_CONTEXT:  # the first launch of this thread
            cuda.current_context()
            status = driver.cuLaunchKernel(self.function, *sizes, stream, self.address, 0)[0]
        refuse(status, "launch a kernel")


def words(argument: Any) -> list[int]:
    """What a kernel takes for an array or a number, as numba-cuda passes it."""
    if isinstance(argument, int):
        return [argument & (1 << 64) - 1]
    interface: Mapping[str, Any] = argument.__cuda_array_interface__
    shape, item = tuple(interface["shape"]), int(interface["typestr"][2:])
    strides = interface.get("strides")
    if strides is None:
        strides = tuple(item * math.prod(shape[axis + 1 :]) for axis in range(len(shape)))
    return [0, 0, math.prod(shape), item, int(interface["data"][0]), *shape, *strides]


@functools.cache
def cuda_driver() -> Any:
    return importlib.import_module("cuda.bindings.driver")


def refuse(status: Any, what: str) -> None:
    """Raise what the driver says, unless it is content."""
    if int(status):
        raise RuntimeError(f"The CUDA driver could not {what}: {status.name}")


@functools.cache
def function_of(name: str, player: str, settings: KernelSettings, kind: str) -> tuple[Any, int]:
    """A kernel on the current device, and how many words it takes."""
    capability = current_capability()
    kernel = compiled_kernels.kernel(name, player, settings, kind, capability)
    cuda.current_context()  # code is loaded into it
    if kernel.code:
        status, function = load(kernel, kernel.code, settings)
        if not int(status):
            return function, kernel.parameters
        # Another machine's linker made code that is too new for this driver.
        kernel = compiled_kernels.link_again(kernel.ptx, name, player, settings, kind, capability)
        if kernel.code:
            status, function = load(kernel, kernel.code, settings)
            if not int(status):
                return function, kernel.parameters
    status, function = load(kernel, kernel.ptx.encode() + b"\0", settings)
    refuse(status, f"load the kernel “{kind}”")
    return function, kernel.parameters


def current_capability() -> Capability:
    major, minor = cuda.get_current_device().compute_capability
    return int(major), int(minor)


def load(kernel: Kernel, image: bytes, settings: KernelSettings) -> tuple[Any, Any]:
    """Load machine code, or PTX that the driver compiles; the driver's status and the function."""
    driver = cuda_driver()
    options, values = [], []
    if settings.registers:
        options.append(driver.CUjit_option.CU_JIT_MAX_REGISTERS)
        values.append(settings.registers)
    status, module = driver.cuModuleLoadDataEx(image, len(options), options, values)
    if int(status):
        return status, None
    LOADED.append(module)
    status, function = driver.cuModuleGetFunction(module, kernel.entry.encode())
    return status, function


LOADED: list[Any] = []  # modules, which stay until the process ends


def stream_handle(stream: Any) -> int:
    """The driver's number of a stream of any library; 0 is the default stream."""
    if stream is None:
        return 0
    if isinstance(stream, int) and not isinstance(stream, bool) and stream >= 0:
        return stream
    if hasattr(stream, "__cuda_stream__"):  # NVIDIA's protocol: a version and the number
        return int(stream.__cuda_stream__()[1])
    for name in ("cuda_stream", "ptr"):  # PyTorch's and CuPy's
        if isinstance(getattr(stream, name, None), int):
            return int(getattr(stream, name))
    raise Refused(
        "stream is a CUDA stream of PyTorch, CuPy or cuda.core, or its number; you gave "
        f"{shown(stream)}.",
        about="stream",
    )
