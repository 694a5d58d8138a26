"""Types that replace the list of moves where a GPU's thread needs only one of them.

A list in a thread's memory is slow: adjacent threads write to it at different places. So the thread
calls `moves` twice: first it only counts them, then it keeps the move that the list would have at
one place. The rules still write `out[n] = action` and need not know.

Besides batch/cuda_compiler.py, this is the only file that imports numba.cuda.
"""

from __future__ import annotations

import operator
from typing import Any

import numba.cuda.cudadecl
import numba.cuda.cudaimpl
import numba.cuda.datamodel
import numba.cuda.extending
import numba.cuda.typing.templates

cuda: Any = numba.cuda
types, extending = cuda.types, cuda.extending
lower, intrinsic = cuda.cudaimpl.registry.lower, extending.intrinsic
Type: Any = types.Type
Model: Any = cuda.datamodel.models.PrimitiveModel
Template: Any = cuda.typing.templates.AbstractTemplate
NUMBER = types.int64
MEMORY = types.Array(types.int32, 1, "C")


class NoMoves(Type):  # type: ignore[misc]
    """The type of a list of moves that stores nothing."""


class Nth(Type):  # type: ignore[misc]
    """A list of moves that stores only what is written at index `memory[0]`, in `memory[1]`."""


extending.register_model(NoMoves)(cuda.datamodel.models.OpaqueModel)


@extending.register_model(Nth)
class NthModel(Model):  # type: ignore[misc]
    """A pointer to the memory."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, manager[types.CPointer(types.int32)].get_value_type())


@cuda.cudadecl.registry.register_global(operator.setitem)
class SetItem(Template):  # type: ignore[misc]
    """Types `out[n] = action`."""

    def generic(self, args: Any, _: Any) -> Any:
        if isinstance(args[0], NoMoves | Nth):
            return cuda.typing.templates.signature(types.none, args[0], NUMBER, NUMBER)
        return None


@lower(operator.setitem, NoMoves, NUMBER, NUMBER)
def write_no_moves(context: Any, builder: Any, call: Any, args: Any) -> Any:
    return context.get_dummy_value()


@lower(operator.setitem, Nth, NUMBER, NUMBER)
def write_nth(context: Any, builder: Any, call: Any, args: Any) -> Any:
    memory, place, move = args
    wanted = builder.load(memory)
    with builder.if_then(builder.icmp_signed("==", builder.trunc(place, wanted.type), wanted)):
        kept = builder.gep(memory, [wanted.type(1)])
        builder.store(builder.trunc(move, wanted.type), kept)
    return context.get_dummy_value()


@intrinsic
def no_moves(typing: Any) -> Any:
    """A list for `moves` that only counts."""

    def make(context: Any, builder: Any, call: Any, args: Any) -> Any:
        return context.get_dummy_value()

    return NoMoves("NoMoves")(), make


@intrinsic
def nth(typing: Any, memory: Any) -> Any:
    """A list for `moves` that keeps the move whose index is in `memory[0]`."""

    def make(context: Any, builder: Any, call: Any, args: Any) -> Any:
        return context.make_array(MEMORY)(context, builder, args[0]).data

    return Nth("Nth")(MEMORY), make
