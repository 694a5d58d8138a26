"""Many tables at once, on the CPU or a GPU."""

from __future__ import annotations

from typing import Any

from skipyard.options import Refused

DEVICES = ("cpu", "cuda")


def Batch(game: str, tables: int, seats: int = 2, *, device: str = "cpu", **settings: Any) -> Any:
    """Many tables of a game on a device: `Batch(game, tables=4096, device="cpu")`.

    The settings are those of `skipyard.batch.cpu.Batch` and `skipyard.batch.gpu.Batch`.
    """
    if device not in DEVICES:
        raise Refused(f"There is no device {device!r}; a batch is on one of {', '.join(DEVICES)}.")
    if device == "cpu":
        from skipyard.batch import cpu

        return cpu.Batch(game, seats, tables, **settings)
    from skipyard.batch import gpu

    return gpu.Batch(game, seats, tables, **settings)
