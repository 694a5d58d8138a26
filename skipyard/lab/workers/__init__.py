"""Where tasks run: in this process, in threads or processes of this machine, or on a Ray cluster.

All have the same interface, so a command asks for workers once and does not care what they are.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol


class Workers(Protocol):
    """Something that does tasks: `work(what)`, where both can be pickled."""

    @property
    def slots(self) -> int:
        """How many tasks it can do at a time; a cluster may grow and shrink."""
        ...

    @property
    def shares_memory(self) -> bool:
        """Whether a task sees and changes the objects of this process."""
        ...

    def submit(self, work: Callable[[Any], Any], what: Any) -> Future[Any]:
        """Begin a task; the future has its result, or the exception that it raised."""
        ...

    def close(self) -> None:
        """Stop all tasks without waiting for them."""
        ...
