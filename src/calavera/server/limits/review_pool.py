"""Reviews in processes of their own, at a low priority and a few at a time.

A review is a second of computing, and threads share one interpreter with the tables.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncGenerator
from typing import Final

from calavera.server.limits.rate_limiter import TooFast
from calavera.server.limits.worker_pool import RETRY_AFTER, Overloaded

AT_ONCE: Final = 1
"""Processes that run."""

MOST_WAITING: Final = 8
"""Reviews that wait or run."""

MOST_EACH: Final = 2
"""The same for one address."""

LONGEST_LINE: Final = 8 << 20
SECONDS: Final = 120.0
"""Time on the clock that one review may take."""

_COMMAND: Final = ("-m", "calavera.review.worker")


class ReviewPool:
    """Starts a process for each review."""

    def __init__(self, most: int = MOST_WAITING, most_each: int = MOST_EACH) -> None:
        self._most, self._most_each = most, most_each
        self._free = asyncio.Semaphore(AT_ONCE)
        self._count: Counter[str] = Counter()

    async def lines(self, address: str, text: bytes) -> AsyncGenerator[bytes, None]:
        """The lines of a review as they come; raises TooFast, Overloaded or TimeoutError.

        Whoever stops reading has to close the iterator, which ends the process.
        """
        if self._count[address] >= self._most_each:
            raise TooFast(RETRY_AFTER)
        if self._count.total() >= self._most:
            raise Overloaded
        self._count[address] += 1
        try:
            async with self._free, contextlib.aclosing(_run(text)) as told:
                async for line in told:
                    yield line
        finally:
            self._count[address] -= 1
            self._count += Counter()  # forget addresses without reviews


async def _run(text: bytes) -> AsyncGenerator[bytes, None]:
    loop = asyncio.get_running_loop()
    end = loop.time() + SECONDS
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, *_COMMAND, stdin=pipe, stdout=pipe, limit=LONGEST_LINE
    )
    has_ended = False
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(text)
        process.stdin.close()
        while line := await asyncio.wait_for(process.stdout.readline(), end - loop.time()):
            yield line
        has_ended = True
    finally:
        # `process.kill()` would wait for a process that has just ended, before asyncio does.
        if not has_ended:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        await process.wait()
