"""Moderation: carries out the bans and the announcement of whoever runs the server.

Orders are in the store, so that they reach every server that runs on it, and the next one that
starts. Whoever may write to the store may give them.
"""

import asyncio
import contextlib
from typing import Final

from calavera.server.people import People
from calavera.server.store import Orders, Store, StoreError
from calavera.server.tables import Tables
from calavera.table.answers import as_bytes
from calavera.table.messages import Announcement

PAUSE: Final = 1.0
"""Seconds between two looks."""


class Moderation:
    """The orders as this server knows them."""

    def __init__(self, store: Store, tables: Tables, people: People) -> None:
        self._store = store
        self._tables = tables
        self._people = people
        self._known = Orders()
        self.announcement: bytes | None = None
        """What everybody who comes is told."""

    async def watch(self) -> None:
        """Again and again, while the server runs."""
        while True:
            await self.look()
            await asyncio.sleep(PAUSE)

    async def look(self) -> None:
        """Carry out what is new."""
        with contextlib.suppress(StoreError):  # then next time; it is told elsewhere
            orders = await self._store.orders()
            before, self._known = self._known, orders
            if orders.banned != before.banned:
                self._people.banned = orders.banned
                self._tables.expel(orders.banned)
            if orders.announcement != before.announcement:
                self._announce(orders)

    def _announce(self, orders: Orders) -> None:
        told = orders.announcement
        if told is None:
            self.announcement = None
        else:
            self.announcement = as_bytes(Announcement(told.text, told.at * 1000))
            self._tables.announce(self.announcement)
