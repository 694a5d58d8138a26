"""Compiles rules and loops with Numba, and stores the result on disk.

With NUMBA_DISABLE_JIT=1 everything stays plain Python: a hundred times slower and ready at once.
The server starts that way while other processes compile (server/workers/compiling.py).
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

from skipyard import compile_notice
from skipyard.cachedir import folder_of, remove_old
from skipyard.internals import is_tested

F = TypeVar("F", bound=Callable[..., Any])
VARIABLE = "NUMBA_DISABLE_JIT"  # Numba's own name for it
INTERPRETED = os.environ.get(VARIABLE, "0") not in ("", "0")
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
LOOP_OPTIONS: dict[str, Any] = {"no_cfunc_wrapper": True}  # the wrapper is one more compilation
RULE_OPTIONS: dict[str, Any] = {**LOOP_OPTIONS, "forceinline": True, "_nrt": False}


def rule(function: F) -> F:
    """Compile a rule, which Python, other rules and GPU kernels can all call.

    Rules call rules in hot loops, so all are inlined. They allocate no memory, so Numba need not
    count references (`_nrt`), and they never divide by zero. Together this halves the time of a
    move.
    """
    return compiled(function, RULE_OPTIONS)


def loop(function: F) -> F:
    """Compile a loop over rules; it needs a file of its own, so that Numba can cache it."""
    return compiled(function, LOOP_OPTIONS)


def compiled(function: F, options: dict[str, Any]) -> F:
    """A function that is compiled when it is first called with arguments of some types."""
    if INTERPRETED:
        return function
    install_notice()
    if is_tested("numba"):
        from skipyard.inlining import Entry

        entry = Entry(function, OPTIONS | options)
        entry.enable_cache = enable_cache
        return cast(F, entry)
    import numba  # then with documented options only

    dispatcher: Any = numba.njit(**OPTIONS)(function)
    enable_cache(dispatcher)
    return cast(F, dispatcher)


@functools.cache
def install_notice() -> None:
    """Tell people at a terminal what is being compiled; once for this process."""
    compile_notice.install()


def enable_cache(dispatcher: Any) -> None:
    """Store a function's compiled code in its module's folder."""
    function = dispatcher.py_func
    folder = folder_of(function.__module__, function.__code__.co_filename)
    is_new = not folder.exists()
    with numba_cache_dir(str(folder)):
        dispatcher.enable_caching()
    if is_new:
        remove_old(folder)


@contextlib.contextmanager
def numba_cache_dir(folder: str) -> Iterator[None]:
    """Numba's setting for where it stores code, which it reads when caching is enabled."""
    settings = vars(sys.modules["numba"].config)
    before = settings["CACHE_DIR"]
    settings["CACHE_DIR"] = folder
    try:
        yield
    finally:
        settings["CACHE_DIR"] = before
