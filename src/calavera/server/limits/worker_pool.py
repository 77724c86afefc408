"""A bounded thread pool for slow calls.

The event loop stays free for the tables, and neither one address nor all of them together can fill
the memory with queued work.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from calavera.protocol.reasons import Reason, Refused
from calavera.server.limits.rate_limiter import TooFast

THREADS: Final = 2

MOST_COST: Final = 1_000_000
"""Bytes of input that may be queued or in progress."""

MOST_COST_EACH: Final = MOST_COST // 2
"""The same for one address."""

LEAST_COST: Final = 1_000
"""What the shortest input counts as."""

RETRY_AFTER: Final = 2.0
"""Seconds."""

Result = TypeVar("Result")


class Overloaded(Refused):
    """The queue is full."""

    seconds: Final = int(RETRY_AFTER)

    def __init__(self) -> None:
        super().__init__(Reason.BUSY, f"try again in {self.seconds} s")


class WorkerPool:
    """The threads and their queue."""

    def __init__(self, most: int = MOST_COST, most_each: int = MOST_COST_EACH) -> None:
        self._most, self._most_each = most, most_each
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="worker")
        self._cost = 0
        self._cost_of: Counter[str] = Counter()

    async def run(
        self, address: str, size: int, work: Callable[..., Result], *values: object
    ) -> Result:
        """The result of work on an input of this size; raises TooFast or Overloaded."""
        cost = max(size, LEAST_COST)
        if self._cost_of[address] and self._cost_of[address] + cost > self._most_each:
            raise TooFast(RETRY_AFTER)
        if self._cost + cost > self._most:
            raise Overloaded
        self._count(address, cost)
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, work, *values)
        finally:
            self._count(address, -cost)

    def _count(self, address: str, cost: int) -> None:
        self._cost += cost
        self._cost_of[address] += cost
        if not self._cost_of[address]:
            del self._cost_of[address]

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
