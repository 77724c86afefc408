"""Which tables' clocks and bots this server runs.

A server says again and again that it is alive, and takes the tables of its people that nobody runs
who is alive. It stops by its own clock before the others may think it dead. Nothing else depends on
this: a table that two servers run has its moves decided twice and stored once.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final

from calavera.server.store import Store, StoreError

BEAT: Final = 0.6
"""Seconds between two signs of life."""

ALIVE: Final = 2.0
"""Seconds for which one counts."""


class Leases:
    """The tables that this server holds."""

    def __init__(
        self,
        store: Store,
        holder: str,
        wished: Callable[[], Sequence[str]],
        changed: Callable[[], None],
        answered: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._holder = holder
        self._wished = wished
        self._changed = changed
        self._answered = answered
        """Called each time that the store has taken a sign of life."""
        self._held: set[str] = set()
        self._maybe: set[str] = set()
        """What the store may have as ours: it did so if only the answer was lost."""
        self._until = 0.0
        self._is_wanted = asyncio.Event()

    def holds(self, code: str) -> bool:
        """Whether this server is to run a table's clock and bots."""
        if not self._store.is_shared:
            return True
        return code in self._held and asyncio.get_running_loop().time() < self._until

    def want(self) -> None:
        """Ask soon: somebody has come to a table that may have no runner."""
        self._is_wanted.set()

    async def keep(self) -> None:
        """Again and again, while the server runs."""
        loop = asyncio.get_running_loop()
        while self._store.is_shared:
            began, wished = loop.time(), self._wished()
            with contextlib.suppress(StoreError, TimeoutError):
                async with asyncio.timeout(ALIVE - BEAT):
                    self._maybe.update(wished)
                    self._held = await self._store.lease(self._holder, ALIVE, wished)
                    self._until = began + ALIVE
                    self._answered()
                    await self._give_back(self._maybe.difference(wished))
            self._changed()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._is_wanted.wait()
            self._is_wanted.clear()
            await asyncio.sleep(BEAT / 10)

    async def _give_back(self, spare: set[str]) -> None:
        """They are ours until the store has said that they are not: nobody else may run them."""
        if spare:
            await self._store.release(self._holder, sorted(spare))
            self._maybe -= spare

    async def give_back(self) -> None:
        """Leave everything to the others: the server stops."""
        if self._store.is_shared:
            with contextlib.suppress(StoreError, TimeoutError):
                async with asyncio.timeout(ALIVE):
                    await self._store.release(self._holder)
