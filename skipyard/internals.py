"""Private parts of other packages that we use, and the versions we tested them with.

Their authors may change these parts in any release, so pyproject.toml bounds the versions. If
another version is installed all the same, `is_tested` logs one warning and its callers use only
what the package documents: slower, with the same results.
"""

from __future__ import annotations

import functools
import importlib.metadata
import logging
import os
import re
from typing import NamedTuple

LOG = "skipyard"  # the logger of server/logs.py
WARNED = "SKIPYARD_UNTESTED"  # packages we warned about, for child processes


class Private(NamedTuple):
    """What we use of one package that its authors do not document."""

    oldest: str  # version that was tested
    before: str  # the first version that was not
    uses: dict[str, tuple[str, ...]]  # names by the file, below skipyard/, that uses them
    otherwise: str  # what happens with an untested version; the end of the warning


PRIVATE = {
    "numba": Private(
        "0.68",
        "0.69",
        {
            "compiler.py": ("_nrt", "no_cfunc_wrapper", "forceinline"),
            "inlining.py": (
                "JITCodeLibrary",
                "CPUDispatcher",
                "_linking_libraries",
                "_shared_module",
                "_final_module",
                "_compiling_counter",
                "insert_user_function",
                "no_compile",
            ),
        },
        "rules are compiled with documented options only: that takes several times as long, and "
        "so does a move",
    ),
    "numba-cuda": Private(
        "0.30",
        "0.31",
        {
            "batch/cuda_compiler.py": (
                "compile_ir",
                "ADDRSPACE_CONSTANT",
                "ADDRSPACE_GLOBAL",
                "get_current_device",
            ),
            "batch/kernel_launch.py": ("words", "strides"),  # how kernels take arrays
            "batch/nvvm_ir.py": ("alwaysinline", "x i8]*", "define"),  # the text for NVVM
            "loops/nth_move.py": ("cudaimpl", "cudadecl", "datamodel", "templates"),
        },
        "kernels are longer, list all legal moves to choose a random one, which is slower, take "
        "longer to launch, and compile at every start",
    ),
    "uvicorn": Private(
        "0.54",
        "0.55",
        {
            "server/net/uvicorn_protocols.py": (
                "HttpToolsProtocol",
                "pipeline",
                "WebSocketsSansIOProtocol",
                "handle_connect",
                "handle_websocket_upgrade",
                "on_response_complete",
                "response_started",
                "app_state",
                "send_receive_event_to_app",
                "curr_msg_data_type",
                "close_sent",
                "read_paused",
                "writable",
                "queue",
                "start_keepalive",
            )
        },
        "its own protocols serve: messages take longer, and clients that stop reading or do not "
        "finish a request stay",
    ),
    "websockets": Private(
        "17.4",
        "18",
        {
            "server/net/uvicorn_protocols.py": (
                "speedups",
                "apply_mask",
                "current_size",
                "reader.buffer",
            )
        },
        "uvicorn's own protocols serve: messages take longer, and clients that stop reading stay",
    ),
}


@functools.cache
def is_tested(package: str) -> bool:
    """Whether the installed version of a package is one whose private parts we know."""
    private, version = PRIVATE[package], installed(package)
    if release(private.oldest) <= release(version) < release(private.before):
        return True
    warn(package, version)
    return False


def installed(package: str) -> str:
    """The version of a package; empty if it is unknown."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def release(version: str) -> tuple[int, ...]:
    """The numbers that a version begins with: (0, 68, 1) of `0.68.1rc2`."""
    numbers = re.match(r"\d+(\.\d+)*", version)
    return tuple(int(number) for number in numbers[0].split(".")) if numbers else ()


def warn(package: str, version: str) -> None:
    """Log one line, once for this process and all that it starts."""
    warned = os.environ.get(WARNED, "").split()
    if package in warned:
        return
    os.environ[WARNED] = " ".join([*warned, package])
    private = PRIVATE[package]
    logging.getLogger(LOG).warning(
        "%s %s was not tested with Skipyard (%s was, and what comes before %s): %s.",
        package,
        version or "of an unknown version",
        private.oldest,
        private.before,
        private.otherwise,
    )
