"""How long to wait before the next try, and when to give up."""

import asyncio
import random
from typing import Final

from calavera.client.errors import ConnectionLost

SHORTEST: Final = 0.05
LONGEST: Final = 3.0
FORGOTTEN: Final = 15.0
"""Seconds without a failure after which the next is taken for the first."""


class Backoff:
    """Waits longer each time, by chance a little more or less, so that not all come back at once.

    The patience is counted from the first failure on; `reset` is called when all is well again.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._delay = SHORTEST
        self._failing_since: float | None = None
        self._last = 0.0

    def reset(self) -> None:
        """It works again; what breaks again at once is still waited for longer each time."""
        self._failing_since = None

    async def wait(self, why: object, least: float = 0.0) -> None:
        """Wait for the next try; raises ConnectionLost where there were enough of them."""
        now = asyncio.get_running_loop().time()
        if self._failing_since is None:
            self._failing_since = now
        left = self._failing_since + self._patience - now
        if left <= 0:
            raise ConnectionLost(f"gave up after {self._patience:g} seconds: {why}") from None
        if now - self._last > FORGOTTEN:
            self._delay = SHORTEST
        self._last = now
        delay = max(least, self._delay * random.uniform(0.8, 1.2))
        self._delay = min(LONGEST, self._delay * 2)
        await asyncio.sleep(min(delay, left))


class Throttle:
    """Keeps below what a server allows one person, however often they come back."""

    BURST: Final = 40
    PER_SECOND: Final = 15.0

    def __init__(self) -> None:
        self._left = float(self.BURST)
        self._since: float | None = None

    async def turn(self) -> None:
        """Wait until a message may be sent."""
        loop = asyncio.get_running_loop()
        since = self._since if self._since is not None else loop.time()
        self._since = loop.time()
        self._left = min(self.BURST, self._left + (self._since - since) * self.PER_SECOND) - 1
        if self._left < 0:
            await asyncio.sleep(-self._left / self.PER_SECOND)
