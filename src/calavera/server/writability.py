"""Whether the store can write: a disk may be full while everything can still be read.

Entries that fail tell that it cannot. While it cannot, it is tried again and again, so that a
server that nobody uses finds out that it can.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from calavera.server.store import CannotWrite, Store, StoreError

_LOGGER: Final = logging.getLogger("calavera.store")

LOOK: Final = 0.25
"""Seconds between two tries."""

SETTLED: Final = 1.5
"""Seconds without a failure after which it is over: what a try needs is less than what moves do."""


class Writability:
    """What is known of it."""

    def __init__(self, store: Store, seconds: Callable[[], float]) -> None:
        self._store = store
        self._seconds = seconds
        self._began_at = 0.0
        self._failed_at = 0.0
        self.is_lost = False
        """Whether commands are refused because the store cannot write."""

    def failed(self, error: Exception) -> None:
        """Something could not be stored; other errors than CannotWrite say nothing of the store."""
        if not isinstance(error, CannotWrite):
            return
        self._failed_at = self._seconds()
        if not self.is_lost:
            self.is_lost = True
            self._began_at = self._failed_at
            _LOGGER.error("%s; commands are refused as busy until the store can write", error)

    async def watch(self) -> None:
        """Again and again, while the server runs."""
        while True:
            await asyncio.sleep(LOOK)
            if not self.is_lost:
                continue
            try:
                await self._store.try_writing()
            except CannotWrite as error:
                self.failed(error)
            except StoreError:  # it does not answer: that is told elsewhere
                continue
            else:
                self._could_write()

    def _could_write(self) -> None:
        now = self._seconds()
        if now - self._failed_at >= SETTLED:
            self.is_lost = False
            _LOGGER.warning("the store writes again, after %.0f s", now - self._began_at)
