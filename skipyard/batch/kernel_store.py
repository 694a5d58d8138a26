"""Compiled kernels on disk: found again by the next process, and on another machine.

A kernel's file is in a folder whose name has a digest of everything that its code depends on: the
sources of the rules, the bots and the kernels, the settings, and the versions of the compilers.
Neither paths nor the version of Python are part of it, so a folder of compiled code may be copied
to a machine with a GPU. The file has PTX and, if a linker was there, the machine code for one
compute capability. A damaged file is made again.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import pathlib
import re
import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from skipyard.cachedir import cache_root, remove_old
from skipyard.internals import installed
from skipyard.sources import DIGITS, digest_of

COMPILERS = ("numba", "llvmlite", "numba-cuda")
HERE = pathlib.Path(__file__).parent
OWN_FILES = (
    "arrays.py",
    "cuda_compiler.py",
    "kernel_types.py",
    "kernels.py",
    "nvvm_ir.py",
)  # their bytes count, not what they import
ENTRY = re.compile(r"\.visible \.entry ([^\s(]+)\(([^)]*)\)")
PARAMETER = re.compile(r"\.param \.[bsu]64 \w+$")  # numbers and pointers of 64 bits


class Kernel(NamedTuple):
    """A compiled kernel."""

    entry: str  # its name in the code
    parameters: int  # how many words of 64 bits it takes
    ptx: str
    code: bytes  # machine code; empty if only the driver can make it


def read_ptx(ptx: str, code: bytes) -> Kernel:
    """A kernel from its PTX, which names what it takes."""
    found = ENTRY.findall(ptx)
    if len(found) != 1:
        raise ValueError(f"PTX with {len(found)} kernels")
    entry, listed = found[0]
    parameters = [each.strip() for each in listed.split(",") if each.strip()]
    if not all(PARAMETER.fullmatch(each) for each in parameters):
        raise ValueError(f"{entry} takes other arguments than words of 64 bits")
    return Kernel(entry, len(parameters), ptx, code)


def kernels_folder(game: str, modules: Sequence[tuple[str, str]], settings: object) -> pathlib.Path:
    """The folder for a game's kernels; `modules` are names and files of what they are made from."""
    digest = hashlib.sha256(own_digest())
    digest.update(digest_of({name: pathlib.Path(file) for name, file in modules}).encode())
    digest.update(repr(settings).encode())
    return cache_root() / f"kernels-{game}-{digest.hexdigest()[:DIGITS]}"


@functools.cache
def own_digest() -> bytes:
    """A digest of the files that kernels are written and compiled in, and of the compilers."""
    digest = hashlib.sha256()
    for file in OWN_FILES:
        digest.update((HERE / file).read_bytes())
    for package in COMPILERS:
        digest.update(f"{package} {installed(package)}\n".encode())
    return digest.digest()


def file_of(folder: pathlib.Path, kind: str, capability: Iterable[int]) -> pathlib.Path:
    """The file of one kernel for one compute capability."""
    return folder / f"{kind}-{'.'.join(map(str, capability))}.kernel"


def read(file: pathlib.Path) -> Kernel | None:
    """A stored kernel; None if there is none, or a damaged one."""
    try:
        head, _, rest = file.read_bytes().partition(b"\n")
        header = json.loads(head)
        if hashlib.sha256(rest).hexdigest() != header["sha256"]:
            return None
        ptx, code = rest[: header["ptx"]], rest[header["ptx"] :]
        return read_ptx(zlib.decompress(ptx).decode(), zlib.decompress(code))
    except (OSError, ValueError, KeyError, TypeError, zlib.error):
        return None


def write(file: pathlib.Path, kernel: Kernel) -> None:
    """Store a kernel, atomically; a full disk costs only the next process its time."""
    ptx, code = zlib.compress(kernel.ptx.encode()), zlib.compress(kernel.code)
    header = {"ptx": len(ptx), "sha256": hashlib.sha256(ptx + code).hexdigest()}
    draft = file.with_suffix(f".{os.getpid()}.draft")
    try:
        is_new = not file.parent.exists()
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(json.dumps(header).encode() + b"\n" + ptx + code)
        draft.replace(file)
        if is_new:
            remove_old(file.parent)
    except OSError:
        draft.unlink(missing_ok=True)
