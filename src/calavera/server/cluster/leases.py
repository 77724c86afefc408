"""Leases: which tables' clocks and bots this server runs.

A server renews its lease with every heartbeat, and takes over its people's tables that no live
server holds. It stops by its own clock before others may consider it dead. Correctness does not
depend on this: if two servers run a table, its moves are decided twice and stored once.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final

from calavera.server.stores.interface import Store, StoreError

BEAT: Final = 0.6
"""Seconds between two heartbeats."""

ALIVE: Final = 2.0
"""Seconds for which a heartbeat counts."""


class Leases:
    """The tables that this server holds."""

    def __init__(
        self,
        store: Store,
        holder: str,
        wanted: Callable[[], Sequence[str]],
        changed: Callable[[], None],
        answered: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._holder = holder
        self._wanted = wanted
        self._changed = changed
        self._answered = answered
        """Called when the store has accepted a heartbeat."""
        self._held: set[str] = set()
        self._maybe: set[str] = set()
        """Tables the store may record as ours: an answer may have been lost."""
        self._until = 0.0
        self._renew_soon = asyncio.Event()

    def holds(self, code: str) -> bool:
        """Whether this server is to run a table's clock and bots."""
        if not self._store.is_shared:
            return True
        return code in self._held and asyncio.get_running_loop().time() < self._until

    def want(self) -> None:
        """Renew soon: somebody came to a table that may have no runner."""
        self._renew_soon.set()

    async def keep(self) -> None:
        """Send heartbeats until cancelled."""
        loop = asyncio.get_running_loop()
        while self._store.is_shared:
            began, wanted = loop.time(), self._wanted()
            with contextlib.suppress(StoreError, TimeoutError):
                async with asyncio.timeout(ALIVE - BEAT):
                    self._maybe.update(wanted)
                    self._held = await self._store.lease(self._holder, ALIVE, wanted)
                    self._until = began + ALIVE
                    self._answered()
                    await self._release(self._maybe.difference(wanted))
            self._changed()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._renew_soon.wait()
            self._renew_soon.clear()
            await asyncio.sleep(BEAT / 10)

    async def _release(self, unused: set[str]) -> None:
        """Until the store confirms, they stay ours: nobody else may run them."""
        if unused:
            await self._store.release(self._holder, sorted(unused))
            self._maybe -= unused

    async def release(self) -> None:
        if self._store.is_shared:
            with contextlib.suppress(StoreError, TimeoutError):
                async with asyncio.timeout(ALIVE):
                    await self._store.release(self._holder)
