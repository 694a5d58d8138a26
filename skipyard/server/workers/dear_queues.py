"""Dear questions wait in queues of their own, one for each kind, so that nothing else is late.

Only a few of a kind are worked on at once. Who waits is served fairly by address, and what does not
fit is refused with 503.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from starlette.requests import Request
from starlette.responses import Response

from skipyard.server.net.addresses import address_of
from skipyard.server.net.requests import problem
from skipyard.server.workers.fair_queue import Asker, FairQueue, Full

REVIEWS, PICTURES, HINTS, CHANCES, METRICS = "reviews", "pictures", "hints", "chances", "metrics"
AT_ONCE = {REVIEWS: 2, PICTURES: 2, HINTS: 2, CHANCES: 1, METRICS: 1}
CROWD = 8  # times as many may wait to be told chances: those are worked out by then, once for all
OTHER_THREADS = 8  # for what is cheap, beside one for each dear question that is worked on

Endpoint = Callable[[Request], Awaitable[Response]]


class DearQueues:
    """The queues of a server, by kind."""

    def __init__(self, longest: int) -> None:
        self.by_kind = {kind: FairQueue(most, longest=longest) for kind, most in AT_ONCE.items()}
        self.by_kind[CHANCES].longest = CROWD * longest
        self.threads = ThreadPoolExecutor(sum(AT_ONCE.values()) + OTHER_THREADS, "pages")

    def start(self) -> None:
        """Have a thread for all that is worked on, and more: cheap pages need some too."""
        asyncio.get_running_loop().set_default_executor(self.threads)


@asynccontextmanager
async def turn(request: Request, kind: str) -> AsyncIterator[None]:
    """Wait for a dear question's turn; a refusal with 503 where too many wait."""
    queues: DearQueues = request.app.state.dear_queues
    waiting = queues.by_kind[kind].turn(Asker(address=address_of(request)))
    try:
        await waiting.__aenter__()
    except Full:
        raise problem(request, 503, "ask.busy") from None
    try:
        yield
    finally:
        await waiting.__aexit__(None, None, None)


def dear(kind: str, endpoint: Endpoint) -> Endpoint:
    """An endpoint that answers when it is its turn among those of its kind."""

    @functools.wraps(endpoint)
    async def answer(request: Request) -> Response:
        async with turn(request, kind):
            return await endpoint(request)

    return answer
