"""A few threads for calls that take long, with a short queue in front of them.

The event loop stays free for the tables, and neither one address nor all of them together can fill
the memory with work that waits.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from calavera.server.limiter import TooFast
from calavera.table.reasons import Reason, Refused

THREADS: Final = 2
"""How many calls are worked on at once."""

MOST_COST: Final = 1_000_000
"""Bytes of input that may be under way, waiting and worked on."""

MOST_COST_EACH: Final = MOST_COST // 2
"""The same for one address, so that others get in besides it."""

LEAST_COST: Final = 1_000
"""Counted for the shortest input."""

RETRY_AFTER: Final = 2.0
"""Seconds after which it is worth trying again."""

Result = TypeVar("Result")


class Overloaded(Refused):
    """The server works on as much as it can."""

    seconds: Final = int(RETRY_AFTER)
    """After which it is worth trying again."""

    def __init__(self) -> None:
        super().__init__(Reason.BUSY, f"try again in {self.seconds} s")


class Workers:
    """The threads, and what they are asked for."""

    def __init__(self, most: int = MOST_COST, most_each: int = MOST_COST_EACH) -> None:
        self._most, self._most_each = most, most_each
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="worker")
        self._cost = 0
        self._cost_of: Counter[str] = Counter()

    async def run(
        self, address: str, size: int, work: Callable[..., Result], *values: object
    ) -> Result:
        """The result of some work on so many bytes; raises TooFast or Overloaded."""
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
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
