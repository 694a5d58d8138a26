"""Compiles a function that other compiled functions call only as far as they need it.

Numba compiles every function to machine code, callees first, and a caller that inlines them
optimises their code once more. Rules call rules eight levels deep, so most of the time went into
machine code that nobody runs. Here a callee stops at LLVM's intermediate code: `Callee` compiles
it, and the function that Python calls, an `Entry`, is optimised once, with all its callees in it.
A cold compile of the five games takes half the time, and the machine code is as fast
(docs/decisions/0011).

All of this is private to Numba: internals.py bounds the versions, and compiler.py does without in
others.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from numba.core import compiler, sigutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

Base: Any = CPUDispatcher
signatures: Any = sigutils
unliteral: Any = types.unliteral
Library: Any = JITCodeLibrary
Pipeline: Any = compiler.Compiler
LONGEST_COPY = 2000  # lines of a rule that is inlined in several places
SYMBOL = re.compile(r'@(?:"([^"]+)"|([\w.$-]+))\(')
CALL = re.compile(r'\bcall [^@\n]*@(?:"([^"]+)"|([\w.$-]+))\(')


class CalleeLibrary(Library):  # type: ignore[misc]
    """A function's intermediate code, neither optimised nor linked with its own callees."""

    forced = False  # whether callers should inline it
    functions: list[Function]
    _shared_module: Any

    def finalize(self) -> None:
        self._finalized = True
        self.functions = list(functions_in(str(self._final_module)))
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "external":
                function.linkage = "linkonce_odr"  # several callers may bring it

    def with_callees(self) -> list[Any]:
        """This library and those of all that it calls; among them Numba's own, which are whole."""
        pending, known = [self], dict[Any, None]()
        while pending:
            each = pending.pop()
            if each not in known:
                known[each] = None
                pending.extend(each._linking_libraries if isinstance(each, CalleeLibrary) else ())
        return list(known)

    def _get_module_for_linking(self) -> Any:
        """The code with that of its callees, for callers compiled by Numba's own decorators."""
        if self._shared_module is None:
            module, libraries = self._final_module.clone(), self.with_callees()
            for each in libraries[1:]:
                module.link_in(own_code(each)._get_module_for_linking(), preserve=True)
            force_inlining(module, libraries)
            self._shared_module = module
        return self._shared_module


class Unlinked:
    """A callee's own code as an entry links it: its callees come by themselves."""

    def __init__(self, library: CalleeLibrary) -> None:
        self.library, self._reload_init = library, library._reload_init

    def _get_module_for_linking(self) -> Any:
        return self.library._final_module


def own_code(library: Any) -> Any:
    """A library to link, without callees where they are linked besides."""
    return Unlinked(library) if isinstance(library, CalleeLibrary) else library


class EntryLibrary(Library):  # type: ignore[misc]
    """The code of a function that Python calls, with that of all its callees."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.linked = dict[Any, None]()

    def add_linking_library(self, library: Any) -> None:
        library._ensure_finalized()
        is_callee = isinstance(library, CalleeLibrary)
        for each in library.with_callees() if is_callee else [library]:
            if each not in self.linked:
                self.linked[each] = None
                self._linking_libraries.append(own_code(each))

    def finalize(self) -> None:
        self.functions = list(functions_in(str(self._final_module)))
        super().finalize()

    def _optimize_final_module(self) -> None:
        force_inlining(self._final_module, self.linked, self.functions)
        super()._optimize_final_module()


def force_inlining(
    module: Any, libraries: Collection[Any], entries: Sequence[Function] = ()
) -> None:
    """Mark the functions of a linked module that are to be inlined."""
    callees = [library for library in libraries if isinstance(library, CalleeLibrary)]
    functions = {f.name: f for library in callees for f in library.functions}
    functions |= {f.name: f for f in entries}
    forced = {f.name for library in callees if library.forced for f in library.functions}
    for name in to_inline(functions, forced):
        module.get_function(name).add_function_attribute("alwaysinline")


class Function(NamedTuple):
    """A function in intermediate code: its length in lines, and how often it calls which others."""

    name: str
    length: int
    calls: Counter[str]


def functions_in(text: str) -> Iterator[Function]:
    """The functions that a module defines."""
    for part in text.split("\ndefine ")[1:]:
        head, _, body = part.partition("{\n")
        name = SYMBOL.search(head)
        body = body.partition("\n}")[0]
        if name is not None:
            calls = Counter(call[1] or call[2] for call in CALL.finditer(body))
            yield Function(name[1] or name[2], body.count("\n"), calls)


def to_inline(functions: Mapping[str, Function], forced: Collection[str]) -> list[str]:
    """Which callees to inline: all that are called in one place, and short ones everywhere.

    A long rule that is inlined in several places costs more time to optimise than its calls do.
    """
    sites = Counter[str]()
    for function in functions.values():
        sites.update(function.calls)

    @functools.cache
    def whole_length(name: str) -> int:
        """A function's length with the callees that are inlined in it."""
        function = functions[name]
        inlined = (callee for callee in function.calls if callee in forced and is_inlined(callee))
        return function.length + sum(function.calls[n] * whole_length(n) for n in inlined)

    def is_inlined(name: str) -> bool:
        return sites[name] < 2 or whole_length(name) <= LONGEST_COPY

    return [name for name in functions if name in forced and is_inlined(name)]


class CalleePipeline(Pipeline):  # type: ignore[misc]
    """Numba's pipeline up to intermediate code, without wrappers for Python and C."""

    def __init__(self, typing: Any, target: Any, library: Any, *args: Any) -> None:
        flags = args[2]
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        library = CalleeLibrary(target.codegen(), "callee")
        library.forced, flags.forceinline = flags.forceinline, False  # decided by each entry
        super().__init__(typing, target, library, *args)


class EntryPipeline(Pipeline):  # type: ignore[misc]
    """Numba's pipeline with a library that gathers its callees' code."""

    def __init__(self, typing: Any, target: Any, library: Any, *args: Any) -> None:
        library = EntryLibrary(target.codegen(), "entry")
        library.enable_object_caching()
        super().__init__(typing, target, library, *args)


class Callee(Base):  # type: ignore[misc]
    """A function as other compiled functions call it; Python cannot call it."""

    def compile(self, sig: Any) -> None:
        with global_compiler_lock, self._compiling_counter:
            args, result = signatures.normalize_signature(sig)
            if tuple(args) not in self.overloads:
                compiled = self._compiler.compile(tuple(args), result)
                key = compiled.fndesc
                self.targetctx.insert_user_function(key, key, [compiled.library])
                self.overloads[tuple(args)] = compiled

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Constants count as numbers: a version for each constant would be the same code."""
        return super().get_call_template(tuple(unliteral(kind) for kind in args), kws)

    def get_overload(self, sig: Any) -> Any:
        """What identifies the code for these argument types when a call is compiled."""
        args, _ = signatures.normalize_signature(sig)
        return self.overloads[tuple(args)].fndesc


class Entry(Base):  # type: ignore[misc]
    """A function as Python calls it; compiled functions call its `Callee`.

    `enable_cache` is called before the first compilation, so that functions which Python never
    calls leave nothing on the disk.
    """

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        options = {"nopython": True, "boundscheck": None, **options}
        super().__init__(function, targetoptions=options, pipeline_class=EntryPipeline)
        self.callee = Callee(function, targetoptions=options, pipeline_class=CalleePipeline)
        self.enable_cache: Callable[[Entry], None] | None = None

    def compile(self, sig: Any) -> Any:
        with global_compiler_lock:  # another thread must not compile before the cache is enabled
            if self.enable_cache is not None:
                enable, self.enable_cache = self.enable_cache, None
                enable(self)
            return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self.callee.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        return self.callee.get_overload(sig)
