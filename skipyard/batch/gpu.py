"""Many tables on a GPU: the batch of cpu.py with its arrays and loops on the device.

CuPy, PyTorch and JAX share its arrays without a copy, by DLPack and by the CUDA array interface.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from skipyard import extras
from skipyard.arguments import whole
from skipyard.batch import cuda_compiler
from skipyard.batch.arrays import SAVED, ZEROED, Arrays, columns
from skipyard.batch.batch import Step, Tables, player_of, random_moves, renamed
from skipyard.batch.cuda_compiler import cuda
from skipyard.batch.kernel_launch import Jitted, Launcher, Stored, stream_handle
from skipyard.batch.kernel_settings import KernelSettings, block_for, settings_for
from skipyard.batch.kernel_types import COLUMN_MAJOR
from skipyard.batch.kernels import Kernels, make_kernels
from skipyard.batch.setup import Setup
from skipyard.games.contract import Key
from skipyard.internals import is_tested
from skipyard.options import Refused, Value

# What other libraries see.
SHARED = (
    "observations",
    "masks",
    "turns",
    "rewards",
    "returns",
    "terminated",
    "dones",
    "cuts",
    "winners",
)


@functools.cache
def kernels_for(name: str, player: str, settings: KernelSettings) -> Kernels:
    """The kernels of a game; numba-cuda compiles each when it is first launched."""
    kernels = make_kernels(cuda, random_moves(name), name, player, settings)
    registers = settings.registers or None
    return Kernels(*(cuda.jit(kernel, max_registers=registers) for kernel in kernels))


def launcher_for(
    name: str,
    player: str,
    settings: KernelSettings,
    arrays: Arrays[DeviceArray],
    own: Sequence[DeviceArray],
) -> Launcher:
    """What launches the kernels of a batch: stored ones, or numba-cuda itself."""
    if cuda is cuda_compiler.cuda and is_tested("numba-cuda"):
        return Stored(name, player, settings, arrays, own)
    return Jitted(kernels_for(name, player, settings), settings, arrays, cuda)


def check_device() -> None:
    """Refuse in a sentence where there is no GPU, or no package for it."""
    if cuda is cuda_compiler.cuda:  # Numba's own part of that name is old
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

    def copy_to_device(self, array: npt.NDArray[Any], **options: Any) -> None: ...


class Asked(NamedTuple):
    """What actions are like, whatever library they are of."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]


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
        stream: Any = None,
        settings: KernelSettings | None = None,
        setup: Setup | None = None,
    ) -> None:
        check_device()
        super().__init__(name, seats, tables, options, key, seed, positions, setup)
        self.set_flags(auto_reset, shows, points, final)
        self.player = player_of(self.game, player)
        self.settings = settings or settings_for(self.game.name)
        multiprocessors = cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.block = block_for(tables, self.settings, multiprocessors)
        self.stream = stream
        self.arrays = Arrays(
            **{name: self.upload(array) for name, array in self.shared_arrays().items()},
            **{
                name: self.device_array(width, kind, by_column=name in COLUMN_MAJOR)
                for name, (kind, width) in columns(self.game, self.seats).items()
            },
        )
        self.actions: DeviceArray = cuda.device_array(tables, np.int16)
        self.converted: DeviceArray = cuda.device_array(tables, np.int16)
        self.results: DeviceArray = cuda.device_array((tables, self.seats), np.int64)
        self.kept = self.device_observations() if final else None
        self.illegal: DeviceArray = cuda.device_array(1, np.int64)  # the first such table
        self.none_illegal = np.array([tables], np.int64)
        self.write(self.illegal, self.none_illegal)
        own = (self.actions, self.converted, self.results, self.illegal)
        self.launcher = launcher_for(self.game.name, self.player, self.settings, self.arrays, own)
        self.shared = {name: Shared(getattr(self.arrays, name)) for name in SHARED}
        self.reset()

    # The stream ---------------------------------------------------------------------------------
    @property
    def stream(self) -> int:
        """The driver's number of the stream that everything is queued on; 0 is the default one."""
        return self.handle

    @stream.setter
    def stream(self, stream: Any) -> None:
        self.handle = stream_handle(stream)
        self.queue: dict[str, Any] = (
            {"stream": cuda.external_stream(self.handle)} if self.handle else {}
        )

    def upload(self, array: npt.NDArray[Any]) -> DeviceArray:
        """A new array on the device."""
        made: DeviceArray = cuda.to_device(array, **self.queue)
        return made

    def write(self, array: DeviceArray, values: npt.NDArray[Any]) -> None:
        """Write an array from the host."""
        array.copy_to_device(values, **self.queue)

    def download(self, array: DeviceArray) -> npt.NDArray[Any]:
        """A copy on the host, after everything that is queued."""
        for stream in self.queue.values():
            stream.synchronize()
        return array.copy_to_host()

    def launch(self, kind: str, *arguments: Any) -> None:
        """Launch a kernel with a thread for every table."""
        blocks = -(-self.tables // self.block)
        self.launcher.launch(kind, blocks, self.block, self.handle, arguments)

    # Observations, shared with other libraries --------------------------------------------------
    @property
    def observations(self) -> Shared:
        return self.shared["observations"]

    @property
    def masks(self) -> Shared:
        return self.shared["masks"]

    @property
    def turns(self) -> Shared:
        return self.shared["turns"]

    @property
    def rewards(self) -> Shared:
        return self.shared["rewards" if self.points else "returns"]

    @property
    def dones(self) -> Shared:
        return self.shared["dones"]

    @property
    def winners(self) -> Shared:
        return self.shared["winners"]

    @property
    def final_observations(self) -> Shared | None:
        return None if self.kept is None else Shared(self.kept)

    def device_observations(self) -> DeviceArray:
        size = self.game.features.SIZE
        return self.device_array((size,), np.uint8, by_column=True)

    def device_array(
        self, width: tuple[int, ...], kind: npt.DTypeLike, by_column: bool
    ) -> DeviceArray:
        """A zeroed array with a row for each table."""
        order: Any = "F" if by_column else "C"
        return self.upload(np.zeros((self.tables, *width), kind, order=order))

    # Steps --------------------------------------------------------------------------------------
    def reset(self, where: Any = None) -> None:
        """Deal the first game at every table, or the next one `where` a mask says so."""
        arrays = self.arrays
        if where is not None:
            self.launch("renew", self.upload(self.mask_of(where)))
            self.show()
            return
        self.write(arrays.streams, np.arange(self.tables, dtype=np.uint32))
        self.write(arrays.cheap_dice, self.seeds())
        for name in ZEROED:
            array = getattr(arrays, name)
            self.write(array, np.zeros(array.shape, array.dtype))
        self.launch("reset")
        self.show()

    def show(self) -> None:
        """Write masks and observations again; a step does so by itself."""
        self.launch("show")

    def step(self, actions: Any, *, unchecked: bool = False, check: bool | None = None) -> Step:
        """Play an action at every table: an array on the device, of any library, or a list.

        If any action is illegal, nothing happens at any table; the check waits for the device.
        """
        if check is not None:
            renamed("check=False", "unchecked=True")
            unchecked = not check
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = self.upload(self.host_actions(actions))
        asked, actions = actions, self.as_played(actions)
        if not unchecked:
            self.launch("check", actions, self.illegal)
        renews = self.auto_reset and self.kept is None
        arguments = (actions, self.illegal, int(renews), int(self.shows))
        self.launch("step", *arguments)
        if not unchecked:
            self.refuse(asked)
        if self.kept is not None:
            self.launch("keep", self.kept)
            if self.auto_reset:
                self.launch("renew", self.arrays.dones)
                self.show()
        return self.last()

    def as_played(self, actions: OnDevice) -> OnDevice:
        """Actions in the type that kernels are compiled for; what does not exist becomes -1."""
        interface = actions.__cuda_array_interface__
        kind, strides = np.dtype(interface["typestr"]), interface.get("strides")
        self.check_shape(Asked(tuple(interface["shape"]), kind))
        if kind == np.int16 and (strides is None or tuple(strides) == (kind.itemsize,)):
            return actions
        self.launch(f"convert-{kind.name}", actions, self.converted)
        return self.converted

    def last(self) -> Step:
        """What the last step led to; before the first one, what the deal did."""
        ends = self.shared["terminated"], self.shared["cuts"]
        return Step(self.observations, self.masks, self.rewards, *ends)

    def refuse(self, actions: OnDevice) -> None:
        """Raise the refusal of the first illegal action that the last check found."""
        table = int(self.download(self.illegal)[0])
        if table < self.tables:
            self.write(self.illegal, self.none_illegal)
            action = int(cuda.as_cuda_array(actions).copy_to_host()[table])
            state = self.download(self.arrays.states).view(np.recarray)[table]
            raise self.refusal(table, action, state)

    def choose_randomly(self) -> DeviceArray:
        """A legal action for every table, uniformly at random: the array `actions`."""
        self.launch("choose_randomly", self.actions)
        return self.actions

    def choose(self, bot: int | str = "greedy") -> DeviceArray:
        """The action of a bot at every table, by its name: the array `actions`.

        On a GPU these are `random`, `greedy` and `rules`.
        """
        self.launch("choose", self.actions, self.number_of(bot))
        return self.actions

    def run(self, moves: int) -> None:
        """Play this many random moves at every table; `games` and `points` add up results."""
        moves = whole(moves, "moves")
        self.launch("run", moves)
        if self.shows:
            self.show()

    def run_bots(self, moves: int, bots: str | Sequence[int | str]) -> None:
        """Play this many moves of bots at every table, a bot for each seat."""
        moves, numbers = whole(moves, "moves"), self.bot_numbers(bots)
        self.launch("run_bots", moves, self.upload(numbers))
        if self.shows:
            self.show()

    def play_out(self, times: int = 1) -> DeviceArray:
        """Play each table's position out at random this many times, with other dice."""
        self.launch("play_out", self.results, whole(times, "times"))
        return self.results

    def wait(self) -> None:
        """Wait until the device has finished everything."""
        cuda.synchronize()

    # Other views, other worlds ------------------------------------------------------------------
    def observe(self, seat: Any) -> Shared:
        """What a seat sees at each table, whoever is on turn; -1 is somebody who only watches."""
        out = self.device_observations()
        self.launch("show_seats", self.upload(self.seats_of(seat)), out)
        return Shared(out)

    def imagine_here(self, seats: npt.NDArray[np.int8], seeds: npt.NDArray[np.int64]) -> None:
        blank = self.upload(self.game.rules.State.many(1))
        self.launch("imagine", blank, self.upload(seats), self.upload(seeds))

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
            stream=self.handle,
            **kept,
        )

    def read_rows(self, name: str) -> npt.NDArray[Any]:
        return self.download(getattr(self.arrays, name))

    def write_rows(self, name: str, rows: npt.NDArray[Any]) -> None:
        array = getattr(self.arrays, name)
        plain = np.ascontiguousarray(rows).reshape(-1).view(array.dtype)
        self.write(array, plain.reshape(array.shape))

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Everything that a batch needs to continue from here, on the host."""
        return {name: self.download(getattr(self.arrays, name)) for name in SAVED}

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Continue from what `save` returned, of this batch or one of the same kind."""
        self.check_saved(saved, {name: getattr(self.arrays, name).shape for name in SAVED})
        for name in SAVED:
            self.write(getattr(self.arrays, name), saved[name])
        self.show()
