"""Compiled kernels are stored, found again and launched, tested without a GPU."""

from __future__ import annotations

import ctypes
import pathlib
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from skipyard.batch import (
    Batch,
    compiled_kernels,
    cuda_compiler,
    kernel_launch,
    kernel_store,
)
from skipyard.batch.batch import RANDOM
from skipyard.batch.kernel_launch import Packed, Stored, stream_handle, words
from skipyard.batch.kernel_settings import settings_for
from skipyard.batch.kernel_store import Kernel
from skipyard.options import Refused

CAPABILITY = (9, 0)
KIND = "convert-int64"  # the smallest kernel
ASKED = ("skippity", RANDOM, settings_for("skippity"), KIND, CAPABILITY)
needs_compiler = pytest.mark.skipif(sys.platform == "darwin", reason="numba-cuda has no wheels")
PTX = ".visible .entry play(\n.param .u64 play_0,\n\t.param .u64 play_1\n)\n{ ret; }"


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """An empty folder for kernels."""
    empty = tmp_path / "kernels"
    monkeypatch.setattr(compiled_kernels, "folder", lambda *asked: empty)
    return empty


# On disk ----------------------------------------------------------------------------------------
@pytest.mark.full  # NVIDIA's compiler and linker are in the long run's set-up
@needs_compiler
def test_a_kernel_is_compiled_once_and_a_damaged_one_again(
    folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = compiled_kernels.kernel(*ASKED)
    assert made.code.startswith(b"\x7fELF")
    assert ".target sm_90" in made.ptx
    (file,) = folder.iterdir()
    assert file.name == "convert-int64-9.0.kernel"

    compiled = list[str]()

    def compile_ptx(kernel: Any, *_: Any) -> str:
        compiled.append(kernel.__name__)
        return made.ptx

    monkeypatch.setattr(cuda_compiler, "compile_ptx", compile_ptx)
    assert compiled_kernels.kernel(*ASKED) == made
    assert compiled == []
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], b"[]\n" + whole, whole.replace(b"sha", b"sho"), b"\0" * 99):
        file.write_bytes(damaged)
        assert compiled_kernels.kernel(*ASKED) == made
        assert file.read_bytes() == whole
    assert compiled == ["convert_actions"] * 5
    assert [each.name for each in folder.iterdir()] == [file.name]  # no drafts


@pytest.mark.full
@needs_compiler
def test_a_kernel_takes_as_many_words_as_its_types_say(folder: pathlib.Path) -> None:
    actions, arrays = np.zeros(3, np.int64), [np.zeros(3)] * 14 + [np.zeros((3, 2))] * 5
    taken = [word for each in (*arrays, actions, actions) for word in words(on_device(each))]
    assert compiled_kernels.kernel(*ASKED).parameters == len(taken)


def test_without_a_linker_only_ptx_is_stored(
    folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cuda.bindings.nvjitlink", None)
    assert cuda_compiler.machine_code(PTX, settings_for("skippity"), CAPABILITY) == b""
    kernel_store.write(folder / "a.kernel", kernel_store.read_ptx(PTX, b""))
    assert kernel_store.read(folder / "a.kernel") == Kernel("play", 2, PTX, b"")


def test_a_linker_that_refuses_makes_no_code() -> None:
    assert cuda_compiler.machine_code("no PTX", settings_for("skippity"), CAPABILITY) == b""


@pytest.mark.parametrize("wrong", ["", PTX + PTX, PTX.replace(".u64 play_1", ".f32 play_1")])
def test_ptx_has_one_kernel_that_takes_words(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"PTX with|words of 64 bits"):
        kernel_store.read_ptx(wrong, b"")


def test_what_a_kernel_is_made_from_names_its_folder(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def name(text: str, place: str, settings: object = 1) -> str:
        file = tmp_path / place / "rules.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        kernel_store.own_digest.cache_clear()
        return kernel_store.kernels_folder("g", [("rules", str(file))], settings).name

    one = name("a = 1", "here")
    assert one == name("a = 1", "there")  # on another machine
    assert one != name("a = 2", "elsewhere")
    assert one != name("a = 1", "here", 2)
    monkeypatch.setattr(kernel_store, "installed", lambda package: "1.0")
    assert one != name("a = 1", "here")
    kernel_store.own_digest.cache_clear()


def test_the_size_of_blocks_needs_no_other_code() -> None:
    settings = settings_for("skippity")
    folders = {
        compiled_kernels.folder("skippity", RANDOM, settings._replace(**change))
        for change in ({}, {"block": 32}, {"registers": 80})
    }
    assert len(folders) == 2


# Launches ---------------------------------------------------------------------------------------
def on_device(array: Any) -> Any:
    """An array that says where it is as those on a GPU do."""
    return SimpleNamespace(__cuda_array_interface__=array.__array_interface__)


def test_arrays_are_passed_as_addresses_shapes_and_strides() -> None:
    rows = np.zeros((3, 5), np.int16)
    start = rows.ctypes.data
    assert words(on_device(rows)) == [0, 0, 15, 2, start, 3, 5, 10, 2]
    assert words(on_device(rows.T)) == [0, 0, 15, 2, start, 5, 3, 2, 10]
    assert words(on_device(rows[:, 1])) == [0, 0, 3, 2, start + 2, 3, 10]
    assert words(-1) == [(1 << 64) - 1]


class Driver:
    """Writes down what is launched; no thread has a context at first."""

    def __init__(self) -> None:
        self.launched: list[Any] = []
        self.ready = False

    def cuLaunchKernel(self, function: str, *arguments: int) -> tuple[Any]:
        if not self.ready:
            return (Status(201, "CUDA_ERROR_INVALID_CONTEXT"),)
        *sizes, stream, address, extra = arguments
        pointers = ctypes.cast(address, ctypes.POINTER(ctypes.POINTER(ctypes.c_uint64)))
        self.launched.append((function, sizes, stream, [pointers[i][0] for i in range(8)], extra))
        return (Status(0, "CUDA_SUCCESS"),)

    def current_context(self) -> None:
        self.ready = True


class Status(int):
    """A result of the driver: a number with a name."""

    def __new__(cls, number: int, name: str) -> Status:
        made = super().__new__(cls, number)
        made.name = name
        return made

    name: str


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Driver:
    fake = Driver()
    monkeypatch.setattr(kernel_launch, "cuda_driver", lambda: fake)
    monkeypatch.setattr(kernel_launch, "cuda", fake)
    return fake


def test_a_launch_adds_its_own_arguments_to_the_arrays(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_launch, "function_of", lambda *asked: ("step", 8))
    tables = on_device(np.zeros(4, np.int8))
    stored = Stored("skippity", RANDOM, settings_for("skippity"), [tables])
    for number in (7, -1):
        stored.launch("step", 2, 64, 99, (number,))
    shared = words(tables)
    assert driver.launched == [
        ("step", [2, 1, 1, 64, 1, 1, 0], 99, [*shared, number & (1 << 64) - 1], 0)
        for number in (7, -1)
    ]
    with pytest.raises(TypeError, match="a kernel of 8 words got 9"):
        stored.launch("step", 2, 64, 99, (1, 2))


def test_what_the_driver_refuses_is_said(driver: Driver) -> None:
    driver.cuLaunchKernel = lambda *_: (Status(1, "CUDA_ERROR_INVALID_VALUE"),)  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match=r"could not launch a kernel: CUDA_ERROR_INVALID_VALUE"):
        Packed("step", 8, [0] * 8).launch(1, 32, 0)


# Streams ----------------------------------------------------------------------------------------
def test_streams_of_any_library_are_taken() -> None:
    assert stream_handle(None) == 0
    assert stream_handle(5) == 5
    assert stream_handle(SimpleNamespace(cuda_stream=6)) == 6  # PyTorch
    assert stream_handle(SimpleNamespace(ptr=7)) == 7  # CuPy
    assert stream_handle(SimpleNamespace(__cuda_stream__=lambda: (0, 8))) == 8  # cuda.core
    for wrong in ("side", True, -1, 1.5):
        with pytest.raises(Refused, match="stream is a CUDA stream of PyTorch"):
            stream_handle(wrong)


def test_a_cpu_has_no_streams() -> None:
    with pytest.raises(Refused, match="leave it out on a CPU"):
        Batch("skippity", tables=1, stream=0)
