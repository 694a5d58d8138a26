"""Many tables on a GPU: the batch of cpu.py with its arrays and loops on the device.

With loops/nth_move.py the only file that imports numba.cuda. Its arrays are shared with CuPy,
PyTorch and JAX without a copy, by DLPack and by the CUDA array interface.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

vars(np).setdefault("row_stack", np.vstack)  # numba-cuda looks for it; numpy 2.5 has dropped it

import numba.cuda  # noqa: E402
from numba.core.errors import NumbaPerformanceWarning  # noqa: E402

from skipyard.batch.arrays import KEPT, Room, columns  # noqa: E402
from skipyard.batch.batch import RANDOM, Tables, picking  # noqa: E402
from skipyard.batch.kernel_settings import KernelSettings, block_for, settings_for  # noqa: E402
from skipyard.batch.kernels import Kernels, make_kernels  # noqa: E402
from skipyard.batch.nvvm_ir import shorter  # noqa: E402
from skipyard.games.contract import Key  # noqa: E402
from skipyard.internals import is_tested  # noqa: E402
from skipyard.options import Value  # noqa: E402

cuda: Any = numba.cuda
nvvm: Any = None
with contextlib.suppress(ImportError):  # in untested versions it may be elsewhere
    nvvm = importlib.import_module("numba.cuda.cudadrv.nvvm")
WIDE = ("masks", "observations")  # kept column by column: neighbouring threads write neighbours


@contextlib.contextmanager
def compiling(settings: KernelSettings) -> Iterator[None]:
    """Compile to short code (see nvvm_ir.py) that reads a game's tables from global memory.

    numba-cuda has no settings for either, so the number of the address space is changed, and what
    it calls to compile. Tables go to global memory in untested versions too, if they can: constant
    memory has 64 KB, Skippity's bots have 244 KB of tables, and threads that look up different rows
    of it wait for one another.
    """
    changes: dict[str, Any] = {}
    if hasattr(nvvm, "ADDRSPACE_CONSTANT") and hasattr(nvvm, "ADDRSPACE_GLOBAL"):
        changes["ADDRSPACE_CONSTANT"] = nvvm.ADDRSPACE_GLOBAL
    if is_tested("numba-cuda"):
        compile_ir = nvvm.compile_ir
        changes["compile_ir"] = lambda modules, **asked: compile_ir(
            shorter(modules, settings.inline_lines), **asked
        )
    usual = {name: getattr(nvvm, name) for name in changes}
    vars(nvvm).update(changes)
    try:
        yield
    finally:
        vars(nvvm).update(usual)


@functools.cache
def kernels_for(name: str, player: str, settings: KernelSettings) -> Kernels:
    """The compiled kernels of a game; they compile when first launched."""
    made = make_kernels(cuda, picking(name), name, player, settings)
    return Kernels(*(cuda.jit(kernel, max_registers=settings.registers or None) for kernel in made))


class OnDevice(Protocol):
    """An array on the device, of any library."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...


class DeviceArray(OnDevice, Protocol):
    """One of numba-cuda, which has no types."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def dtype(self) -> np.dtype[Any]: ...

    def copy_to_host(self) -> npt.NDArray[Any]: ...

    def copy_to_device(self, array: npt.NDArray[Any]) -> None: ...


class Shared:
    """An array of the device for other libraries: same memory, no copy."""

    def __init__(self, array: DeviceArray) -> None:
        self.array, self.shape, self.dtype = array, array.shape, array.dtype
        self.__cuda_array_interface__ = array.__cuda_array_interface__

    def __dlpack_device__(self) -> tuple[int, int]:
        device: tuple[int, int] = self.strided().__dlpack_device__()
        return device

    def __dlpack__(self, **asked: Any) -> Any:
        asked.pop("copy", None)  # never made
        asked.pop("dl_device", None)
        return self.strided().__dlpack__(**asked)

    def strided(self) -> Any:
        from cuda.core.utils import StridedMemoryView

        return StridedMemoryView.from_cuda_array_interface(self, stream_ptr=-1)

    def copy_to_host(self) -> npt.NDArray[Any]:
        return self.array.copy_to_host()


class Batch(Tables[DeviceArray]):
    """n tables of one kind on the GPU; like cpu.Batch, and the same bytes for the same actions."""

    def __init__(
        self,
        name: str,
        seats: int,
        tables: int,
        options: Mapping[str, Value] | None = None,
        key: int | Key | None = None,
        *,
        seed: int = 0,
        renews: bool = True,
        shows: bool = True,
        player: str = RANDOM,
        settings: KernelSettings | None = None,
    ) -> None:
        super().__init__(name, seats, tables, options or {}, key, seed)
        self.renews, self.shows = renews, shows
        self.settings = settings or settings_for(self.game.name)
        multiprocessors = cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.block = block_for(tables, self.settings, multiprocessors)
        self.kernels = kernels_for(self.game.name, player, self.settings)
        self.room = Room(
            **{name: cuda.to_device(array) for name, array in self.alike().items()},
            **{
                name: device_array(tables, width, kind, by_column=name in WIDE)
                for name, (kind, width) in columns(self.game, seats).items()
            },
        )
        self.actions: DeviceArray = cuda.device_array(tables, np.int16)
        self.results: DeviceArray = cuda.device_array((tables, seats), np.int64)
        self.wrong: DeviceArray = cuda.device_array(1, np.int64)
        self.nobody = np.array([tables], np.int64)
        self.wrong.copy_to_device(self.nobody)
        self.reset()

    def launch(self, kernel: Any, *arguments: Any) -> None:
        """A thread for every table."""
        blocks = -(-self.tables // self.block)
        with compiling(self.settings), warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaPerformanceWarning)  # small batches are welcome
            kernel[blocks, self.block](self.room, *arguments)

    # What there is to see, shared with other libraries ------------------------------------------
    @property
    def observations(self) -> Shared:
        return Shared(self.room.observations)

    @property
    def masks(self) -> Shared:
        return Shared(self.room.masks)

    @property
    def turns(self) -> Shared:
        return Shared(self.room.turns)

    @property
    def rewards(self) -> Shared:
        return Shared(self.room.rewards)

    @property
    def dones(self) -> Shared:
        return Shared(self.room.dones)

    # Deeds --------------------------------------------------------------------------------------
    def reset(self) -> None:
        """Deal the first game at every table."""
        room = self.room
        room.streams.copy_to_device(np.arange(self.tables, dtype=np.uint32))
        room.cheap_dice.copy_to_device(self.seeds())
        for array in (room.games, room.points, room.rewards, room.dones, room.cuts, room.winners):
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        self.launch(self.kernels.reset)
        self.show()

    def show(self) -> None:
        """Write masks and observations anew; a step does so by itself."""
        self.launch(self.kernels.show)

    def step(self, actions: OnDevice, check: bool = True) -> None:
        """Play an action at every table: an array on the device, of any library.

        With a wrong action anywhere nothing happens at all; the check waits for the device.
        """
        self.check_shape(cuda.as_cuda_array(actions))
        if check:
            self.launch(self.kernels.check, actions, self.wrong)
        arguments = (actions, self.wrong, int(self.renews), int(self.shows))
        self.launch(self.kernels.step, *arguments)
        if check:
            self.refuse(actions)

    def refuse(self, actions: OnDevice) -> None:
        """Raise what the last check has found."""
        table = int(self.wrong.copy_to_host()[0])
        if table < self.tables:
            self.wrong.copy_to_device(self.nobody)
            action = int(cuda.as_cuda_array(actions).copy_to_host()[table])
            state = self.room.states.copy_to_host().view(np.recarray)[table]
            raise self.refusal(table, action, state)

    def choose_randomly(self) -> DeviceArray:
        """A legal action for every table, each as likely: the array `actions`."""
        self.launch(self.kernels.choose_randomly, self.actions)
        return self.actions

    def choose(self, bot: int = 0) -> DeviceArray:
        """What the batch's player does at every table: the array `actions`."""
        self.launch(self.kernels.choose, self.actions, bot)
        return self.actions

    def run(self, moves: int) -> None:
        """So many random moves at every table, deal after deal; `games` and `points` count."""
        self.launch(self.kernels.run, moves)
        if self.shows:
            self.show()

    def run_bots(self, moves: int, bots: list[int]) -> None:
        """So many moves of bots at every table, a bot for each seat, deal after deal."""
        self.launch(self.kernels.run_bots, moves, cuda.to_device(np.array(bots, np.int64)))
        if self.shows:
            self.show()

    def play_out(self, times: int = 1) -> DeviceArray:
        """From where each table stands, under other dice, so many random games to the end."""
        self.launch(self.kernels.play_out, self.results, times)
        return self.results

    def wait(self) -> None:
        """Until the device has done all that it was asked."""
        cuda.synchronize()

    # Saving --------------------------------------------------------------------------------------
    def save(self) -> dict[str, npt.NDArray[Any]]:
        """All that a batch needs to go on from here, on the host."""
        return {name: getattr(self.room, name).copy_to_host() for name in KEPT}

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        for name in KEPT:
            getattr(self.room, name).copy_to_device(saved[name])
        self.show()


def device_array(
    tables: int, width: tuple[int, ...], kind: npt.DTypeLike, by_column: bool
) -> DeviceArray:
    """A zeroed array with a row for each table."""
    array: DeviceArray = cuda.to_device(
        np.zeros((tables, *width), kind, order="F" if by_column else "C")
    )
    return array
