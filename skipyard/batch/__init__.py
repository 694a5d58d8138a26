"""Many tables at once, on the CPU or a GPU."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from skipyard.arguments import shown
from skipyard.options import Refused

DEVICES = ("cpu", "cuda")


def Batch(
    game: str,
    tables: int,
    seats: int | Sequence[int] = 2,
    *,
    device: str = "cpu",
    options: Any = None,
    positions: Sequence[Any] | None = None,
    key: int | None = None,
    seed: int = 0,
    auto_reset: bool = True,
    final: bool = False,
    shows: bool = True,
    points: bool = False,
    threads: int | None = None,
    player: str | None = None,
    stream: Any = None,
    **more: Any,
) -> Any:
    """Many tables of a game, stepped together (docs/batch.md).

    >>> import skipyard as sy
    >>> batch = sy.Batch(sy.GAMES[0], tables=4, seats=2, key=7)
    >>> batch.step(batch.choose("greedy")).rewards.tolist()
    [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]

    Options are those of `skipyard games GAME`, here by name or in `options`; `seats` and `options`
    can be lists, a value for each table. `key` deals the same games again, `seed` seeds random
    players. `threads` is for the CPU; `stream` is the CUDA stream that everything is queued on.
    What `choose` knows on each device is in docs/batch.md.
    """
    if "renews" in more:
        warnings.warn("renews is now auto_reset", DeprecationWarning, stacklevel=2)
        auto_reset = more.pop("renews")
    if not isinstance(device, str) or device not in DEVICES:
        raise Refused(
            f"There is no device {shown(device)}; a batch is on one of {', '.join(DEVICES)}.",
            about="device",
        )
    if more and (isinstance(options, list | tuple) or positions is not None):
        raise Refused(
            f"{', '.join(more)}: options by name are for all tables; write them into each of "
            "`options`, or into the positions."
        )
    if positions is not None and (options is not None or not is_default(seats)):
        raise Refused("Positions have seats and options of their own; leave the others out.")
    asked: dict[str, Any] = {"auto_reset": auto_reset, "final": final, "shows": shows}
    asked |= {"points": points, "player": player, "seed": seed, "positions": positions}
    if isinstance(options, dict):
        options = {**options, **more}
    elif more:
        options = more
    if device == "cpu":
        if stream is not None:
            raise Refused("stream is for device='cuda'; leave it out on a CPU.", about="stream")
        from skipyard.batch import cpu

        return cpu.Batch(game, seats, tables, options, key, threads=threads, **asked)
    if threads is not None:
        raise Refused("threads is for device='cpu'; leave it out on a GPU.", about="threads")
    from skipyard.batch import gpu

    gpu.check_device()
    return gpu.Batch(game, seats, tables, options, key, stream=stream, **asked)


def is_default(seats: object) -> bool:
    """Whether nobody asked for another number of seats."""
    return isinstance(seats, int) and seats == 2
