"""Dear questions wait in queues of their own, one for each kind, so that nothing else is late.

Only a few of a kind are worked on at once. Who waits is served fairly by address, and what does not
fit raises Full, which is answered with 503.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from typing import TypeVar, TypeVarTuple

from starlette.requests import Request
from starlette.responses import Response

from skipyard.server.net.addresses import address_of
from skipyard.server.workers.fair_queue import Asker, FairQueue

REVIEWS, PICTURES, HINTS, CHANCES, METRICS = "reviews", "pictures", "hints", "chances", "metrics"
EXAMPLES = "examples"  # of rulebooks, lessons and puzzles: positions that are played to be shown
OWN = "own"  # tables of the person who asks
AT_ONCE = {REVIEWS: 2, PICTURES: 2, EXAMPLES: 2, OWN: 2, HINTS: 2, CHANCES: 1, METRICS: 1}
# So many times as many may wait: chances are worked out by then, once for all, and a rulebook's
# page asks for many examples.
CROWDED = {CHANCES: 8, EXAMPLES: 8}
OTHER_THREADS = 8  # for what is cheap, beside one for each dear question that is worked on

Endpoint = Callable[[Request], Awaitable[Response]]
Given = TypeVarTuple("Given")
Result = TypeVar("Result")


class DearQueues:
    """The queues of a server, by kind."""

    def __init__(self, longest: int) -> None:
        self.by_kind = {
            kind: FairQueue(most, longest=longest * CROWDED.get(kind, 1))
            for kind, most in AT_ONCE.items()
        }
        self.threads = ThreadPoolExecutor(sum(AT_ONCE.values()) + OTHER_THREADS, "pages")

    def start(self) -> None:
        """Have a thread for all that is worked on, and more: cheap pages need some too."""
        asyncio.get_running_loop().set_default_executor(self.threads)


def turn(request: Request, kind: str) -> AbstractAsyncContextManager[None]:
    """Waits for a dear question's turn; Full where too many wait."""
    queues: DearQueues = request.app.state.dear_queues
    return queues.by_kind[kind].turn(asker_of(request))


def asker_of(request: Request) -> Asker:
    return Asker(address=address_of(request))


async def in_turn(
    request: Request, kind: str, work: Callable[[*Given], Result], *given: *Given
) -> Result:
    """The result of dear work, which a thread does when it is its turn among those of its kind."""
    async with turn(request, kind):
        return await asyncio.to_thread(work, *given)


def dear(kind: str, endpoint: Endpoint) -> Endpoint:
    """An endpoint that answers when it is its turn among those of its kind."""

    @functools.wraps(endpoint)
    async def answer(request: Request) -> Response:
        async with turn(request, kind):
            return await endpoint(request)

    return answer
