"""Many tables on a GPU: the batch of cpu.py with its arrays and loops on the device.

With loops/nth_move.py the only file that imports numba.cuda. CuPy, PyTorch
and JAX share its arrays without a copy, by DLPack and by the CUDA array interface.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt


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

from numba.core.errors import NumbaPerformanceWarning  # noqa: E402

from skipyard import extras  # noqa: E402
from skipyard.arguments import whole  # noqa: E402
from skipyard.batch.arrays import SAVED, ZEROED, Arrays, columns  # noqa: E402
from skipyard.batch.batch import Step, Tables, own_player, random_moves, renamed  # noqa: E402
from skipyard.batch.kernel_settings import KernelSettings, block_for, settings_for  # noqa: E402
from skipyard.batch.kernels import Kernels, make_kernels  # noqa: E402
from skipyard.batch.nvvm_ir import shorten_all  # noqa: E402
from skipyard.batch.setup import Setup  # noqa: E402
from skipyard.games.contract import Key  # noqa: E402
from skipyard.internals import is_tested  # noqa: E402
from skipyard.options import Refused, Value  # noqa: E402

cuda: Any = numba.cuda
nvvm: Any = None
with contextlib.suppress(ImportError):  # it may be elsewhere in untested versions
    nvvm = importlib.import_module("numba.cuda.cudadrv.nvvm")
COLUMN_MAJOR = ("masks", "observations")  # adjacent threads write adjacent bytes


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
    originals = {name: getattr(nvvm, name) for name in changes}
    vars(nvvm).update(changes)
    try:
        yield
    finally:
        vars(nvvm).update(originals)


@functools.cache
def kernels_for(name: str, player: str, settings: KernelSettings) -> Kernels:
    """The kernels of a game; each compiles when it is first launched."""
    kernels = make_kernels(cuda, random_moves(name), name, player, settings)
    registers = settings.registers or None
    return Kernels(*(cuda.jit(kernel, max_registers=registers) for kernel in kernels))


def check_device() -> None:
    """Refuse in a sentence where there is no GPU, or no package for it."""
    if cuda is numba.cuda:  # Numba's own part of that name is old
        extras.require("numba_cuda", __name__)
        if not cuda.is_available():
            raise Refused(
                "There is no GPU here, or no driver for it; device='cpu' plays on all cores.",
                about="device",
            )


class OnDevice(Protocol):
    """An array on the device, of any library."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...


class DeviceArray(OnDevice, Protocol):
    """An array of numba-cuda, which has no type annotations."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def dtype(self) -> np.dtype[Any]: ...

    def copy_to_host(self) -> npt.NDArray[Any]: ...

    def copy_to_device(self, array: npt.NDArray[Any]) -> None: ...


class Shared:
    """A device array that other libraries can use: same memory, no copy."""

    def __init__(self, array: DeviceArray) -> None:
        self.array, self.shape, self.dtype = array, array.shape, array.dtype
        self.__cuda_array_interface__ = array.__cuda_array_interface__

    def __dlpack_device__(self) -> tuple[int, int]:
        device: tuple[int, int] = self.strided().__dlpack_device__()
        return device

    def __dlpack__(self, **options: Any) -> Any:
        options.pop("copy", None)  # never made
        options.pop("dl_device", None)
        return self.strided().__dlpack__(**options)

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
        seats: int | Sequence[int],
        tables: int,
        options: Mapping[str, Value] | Sequence[Mapping[str, Value]] | None = None,
        key: int | Key | None = None,
        *,
        positions: Sequence[Any] | None = None,
        seed: int = 0,
        auto_reset: bool = True,
        final: bool = False,
        shows: bool = True,
        points: bool = False,
        player: str | None = None,
        settings: KernelSettings | None = None,
        setup: Setup | None = None,
    ) -> None:
        check_device()
        super().__init__(name, seats, tables, options, key, seed, positions, setup)
        self.auto_reset, self.shows, self.points = auto_reset, shows, points
        self.check_final(final)
        self.player = player or own_player(self.game)
        self.settings = settings or settings_for(self.game.name)
        multiprocessors = cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.block = block_for(tables, self.settings, multiprocessors)
        self.kernels = kernels_for(self.game.name, self.player, self.settings)
        self.arrays = Arrays(
            **{name: cuda.to_device(array) for name, array in self.shared_arrays().items()},
            **{
                name: device_array(tables, width, kind, by_column=name in COLUMN_MAJOR)
                for name, (kind, width) in columns(self.game, self.seats).items()
            },
        )
        self.actions: DeviceArray = cuda.device_array(tables, np.int16)
        self.results: DeviceArray = cuda.device_array((tables, self.seats), np.int64)
        self.kept = self.device_observations() if final else None
        self.illegal: DeviceArray = cuda.device_array(1, np.int64)  # the first such table
        self.none_illegal = np.array([tables], np.int64)
        self.illegal.copy_to_device(self.none_illegal)
        self.reset()

    def launch(self, kernel: Any, *arguments: Any) -> None:
        """Launch a kernel with a thread for every table."""
        blocks = -(-self.tables // self.block)
        with compiling(self.settings), warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaPerformanceWarning)  # small batches are fine
            kernel[blocks, self.block](self.arrays, *arguments)

    # Observations, shared with other libraries --------------------------------------------------
    @property
    def observations(self) -> Shared:
        return Shared(self.arrays.observations)

    @property
    def masks(self) -> Shared:
        return Shared(self.arrays.masks)

    @property
    def turns(self) -> Shared:
        return Shared(self.arrays.turns)

    @property
    def rewards(self) -> Shared:
        return Shared(self.arrays.rewards if self.points else self.arrays.returns)

    @property
    def dones(self) -> Shared:
        return Shared(self.arrays.dones)

    @property
    def winners(self) -> Shared:
        return Shared(self.arrays.winners)

    @property
    def final_observations(self) -> Shared | None:
        return None if self.kept is None else Shared(self.kept)

    def device_observations(self) -> DeviceArray:
        size = self.game.features.SIZE
        return device_array(self.tables, (size,), np.uint8, by_column=True)

    # Steps --------------------------------------------------------------------------------------
    def reset(self, where: Any = None) -> None:
        """Deal the first game at every table, or the next one `where` a mask says so."""
        arrays = self.arrays
        if where is not None:
            self.launch(self.kernels.renew, cuda.to_device(self.mask_of(where)))
            self.show()
            return
        arrays.streams.copy_to_device(np.arange(self.tables, dtype=np.uint32))
        arrays.cheap_dice.copy_to_device(self.seeds())
        for name in ZEROED:
            array = getattr(arrays, name)
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        self.launch(self.kernels.reset)
        self.show()

    def show(self) -> None:
        """Write masks and observations again; a step does so by itself."""
        self.launch(self.kernels.show)

    def step(self, actions: Any, *, unchecked: bool = False, check: bool | None = None) -> Step:
        """Play an action at every table: an array on the device, of any library, or a list.

        If any action is illegal, nothing happens at any table; the check waits for the device.
        """
        if check is not None:
            renamed("check=False", "unchecked=True")
            unchecked = not check
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = cuda.to_device(self.host_actions(actions))
        self.check_shape(cuda.as_cuda_array(actions))
        if not unchecked:
            self.launch(self.kernels.check, actions, self.illegal)
        renews = self.auto_reset and self.kept is None
        arguments = (actions, self.illegal, int(renews), int(self.shows))
        self.launch(self.kernels.step, *arguments)
        if not unchecked:
            self.refuse(actions)
        if self.kept is not None:
            self.launch(self.kernels.keep, self.kept)
            if self.auto_reset:
                self.launch(self.kernels.renew, self.arrays.dones)
                self.show()
        return self.last()

    def last(self) -> Step:
        """What the last step led to; before the first one, what the deal did."""
        ends = Shared(self.arrays.terminated), Shared(self.arrays.cuts)
        return Step(self.observations, self.masks, self.rewards, *ends)

    def refuse(self, actions: OnDevice) -> None:
        """Raise the refusal of the first illegal action that the last check found."""
        table = int(self.illegal.copy_to_host()[0])
        if table < self.tables:
            self.illegal.copy_to_device(self.none_illegal)
            action = int(cuda.as_cuda_array(actions).copy_to_host()[table])
            state = self.arrays.states.copy_to_host().view(np.recarray)[table]
            raise self.refusal(table, action, state)

    def choose_randomly(self) -> DeviceArray:
        """A legal action for every table, uniformly at random: the array `actions`."""
        self.launch(self.kernels.choose_randomly, self.actions)
        return self.actions

    def choose(self, bot: int | str = "greedy") -> DeviceArray:
        """The action of a bot at every table, by its name: the array `actions`."""
        self.launch(self.kernels.choose, self.actions, self.number_of(bot))
        return self.actions

    def run(self, moves: int) -> None:
        """Play this many random moves at every table; `games` and `points` add up results."""
        moves = whole(moves, "moves")
        self.launch(self.kernels.run, moves)
        if self.shows:
            self.show()

    def run_bots(self, moves: int, bots: str | Sequence[int | str]) -> None:
        """Play this many moves of bots at every table, a bot for each seat."""
        moves, numbers = whole(moves, "moves"), self.bot_numbers(bots)
        self.launch(self.kernels.run_bots, moves, cuda.to_device(numbers))
        if self.shows:
            self.show()

    def play_out(self, times: int = 1) -> DeviceArray:
        """Play each table's position out at random this many times, with other dice."""
        self.launch(self.kernels.play_out, self.results, whole(times, "times"))
        return self.results

    def wait(self) -> None:
        """Wait until the device has finished everything."""
        cuda.synchronize()

    # Other views, other worlds ------------------------------------------------------------------
    def observe(self, seat: Any) -> Shared:
        """What a seat sees at each table, whoever is on turn; -1 is somebody who only watches."""
        out = self.device_observations()
        self.launch(self.kernels.show_seats, cuda.to_device(self.seats_of(seat)), out)
        return Shared(out)

    def imagine_here(self, seats: npt.NDArray[np.int8], seeds: npt.NDArray[np.int64]) -> None:
        blank = cuda.to_device(self.game.rules.State.many(1))
        self.launch(self.kernels.imagine, blank, cuda.to_device(seats), cuda.to_device(seeds))

    # Saving --------------------------------------------------------------------------------------
    def like(self, setup: Setup, tables: int, key: Key) -> Batch:
        kept: dict[str, Any] = {"auto_reset": self.auto_reset, "shows": self.shows}
        kept |= {"points": self.points, "player": self.player, "seed": self.seed}
        final, settings = self.kept is not None, self.settings
        return Batch(
            self.game.name,
            2,
            tables,
            None,
            key,
            setup=setup,
            final=final,
            settings=settings,
            **kept,
        )

    def read_rows(self, name: str) -> npt.NDArray[Any]:
        return getattr(self.arrays, name).copy_to_host()

    def write_rows(self, name: str, rows: npt.NDArray[Any]) -> None:
        array = getattr(self.arrays, name)
        plain = np.ascontiguousarray(rows).reshape(-1).view(array.dtype)
        array.copy_to_device(plain.reshape(array.shape))

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Everything that a batch needs to continue from here, on the host."""
        return {name: getattr(self.arrays, name).copy_to_host() for name in SAVED}

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Continue from what `save` returned, of this batch or one of the same kind."""
        self.check_saved(saved, {name: getattr(self.arrays, name).shape for name in SAVED})
        for name in SAVED:
            getattr(self.arrays, name).copy_to_device(saved[name])
        self.show()


def device_array(
    tables: int, width: tuple[int, ...], kind: npt.DTypeLike, by_column: bool
) -> DeviceArray:
    """A zeroed array with a row for each table."""
    array: DeviceArray = cuda.to_device(
        np.zeros((tables, *width), kind, order="F" if by_column else "C")
    )
    return array
