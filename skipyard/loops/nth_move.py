"""What stands in the place of a list of moves where a GPU's thread wants but one of them.

A list in a thread's memory is slow: neighbouring threads write to it at different places. So the
thread asks the rules twice. The first time it only counts; the second time it keeps the move that
the list would have had at one place. The rules write `out[n] = action` and know nothing of it.

With gpu.py the only file that imports numba.cuda.
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


class Nowhere(Type):  # type: ignore[misc]
    """The type of a place for moves that keeps none."""


class Nth(Type):  # type: ignore[misc]
    """One that keeps what is written last under the number `memory[0]`, in `memory[1]`."""


extending.register_model(Nowhere)(cuda.datamodel.models.OpaqueModel)


@extending.register_model(Nth)
class NthModel(Model):  # type: ignore[misc]
    """A pointer to the memory."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, manager[types.CPointer(types.int32)].get_value_type())


@cuda.cudadecl.registry.register_global(operator.setitem)
class Writing(Template):  # type: ignore[misc]
    """`out[n] = action`."""

    def generic(self, args: Any, _: Any) -> Any:
        if isinstance(args[0], Nowhere | Nth):
            return cuda.typing.templates.signature(types.none, args[0], NUMBER, NUMBER)
        return None


@lower(operator.setitem, Nowhere, NUMBER, NUMBER)
def write_nowhere(context: Any, builder: Any, call: Any, args: Any) -> Any:
    return context.get_dummy_value()


@lower(operator.setitem, Nth, NUMBER, NUMBER)
def write_nth(context: Any, builder: Any, call: Any, args: Any) -> Any:
    memory, place, move = args
    wanted = builder.load(memory)
    with builder.if_then(builder.icmp_signed("==", builder.trunc(place, wanted.type), wanted)):
        found = builder.gep(memory, [wanted.type(1)])
        builder.store(builder.trunc(move, wanted.type), found)
    return context.get_dummy_value()


@intrinsic
def nowhere(typing: Any) -> Any:
    """Where moves are counted only."""

    def make(context: Any, builder: Any, call: Any, args: Any) -> Any:
        return context.get_dummy_value()

    return Nowhere("Nowhere")(), make


@intrinsic
def nth(typing: Any, memory: Any) -> Any:
    """Where the move is kept whose number stands in `memory[0]`."""

    def make(context: Any, builder: Any, call: Any, args: Any) -> Any:
        return context.make_array(MEMORY)(context, builder, args[0]).data

    return Nth("Nth")(MEMORY), make
