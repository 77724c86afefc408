"""Tracks whether the store can write: a full disk can still be read.

A failed append shows that it cannot. From then on writing is retried, so that a server without
players notices the recovery.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from calavera.server.stores.interface import CannotWrite, Store, StoreError

_LOGGER: Final = logging.getLogger("calavera.store")

LOOK: Final = 0.25
"""Seconds between two attempts."""

SETTLED: Final = 1.5
"""Seconds without a failure after which the store has recovered: a move writes more."""


class Writability:
    def __init__(self, store: Store, seconds: Callable[[], float]) -> None:
        self._store = store
        self._seconds = seconds
        self._began_at = 0.0
        self._failed_at = 0.0
        self.cannot_write = False
        """Whether commands are refused as busy."""

    def failed(self, error: Exception) -> None:
        """An append failed; only CannotWrite says something about the store."""
        if not isinstance(error, CannotWrite):
            return
        self._failed_at = self._seconds()
        if not self.cannot_write:
            self.cannot_write = True
            self._began_at = self._failed_at
            _LOGGER.error("%s; commands are refused as busy until the store can write", error)

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            if not self.cannot_write:
                continue
            try:
                await self._store.try_writing()
            except CannotWrite as error:
                self.failed(error)
            except StoreError:  # logged elsewhere
                continue
            else:
                self._could_write()

    def _could_write(self) -> None:
        now = self._seconds()
        if now - self._failed_at >= SETTLED:
            self.cannot_write = False
            _LOGGER.warning("the store writes again, after %.0f s", now - self._began_at)
