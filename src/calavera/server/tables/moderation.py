"""Moderation: carries out the bans and announcements of the operator.

Orders are in the store, so they reach every server that runs on it, and the next one that starts.
Whoever may write to the store may give them.
"""

import asyncio
import contextlib
from typing import Final

from calavera.protocol.messages import Announcement
from calavera.server.stores.interface import Orders, Store, StoreError
from calavera.server.tables.people import People
from calavera.server.tables.registry import Tables
from calavera.table.live.answers import as_bytes

PAUSE: Final = 1.0
"""Seconds between two polls."""


class Moderation:
    """The orders that this server has carried out."""

    def __init__(self, store: Store, tables: Tables, people: People) -> None:
        self._store = store
        self._tables = tables
        self._people = people
        self._known = Orders()
        self.announcement: bytes | None = None
        """The message for everybody who connects."""

    async def watch(self) -> None:
        while True:
            await self.refresh()
            await asyncio.sleep(PAUSE)

    async def refresh(self) -> None:
        with contextlib.suppress(StoreError):  # retried, and logged elsewhere
            orders = await self._store.orders()
            before, self._known = self._known, orders
            if orders.banned != before.banned:
                self._people.banned = orders.banned
                self._tables.expel(orders.banned)
            if orders.announcement != before.announcement:
                self._announce(orders)

    def _announce(self, orders: Orders) -> None:
        announcement = orders.announcement
        if announcement is None:
            self.announcement = None
        else:
            self.announcement = as_bytes(Announcement(announcement.text, announcement.at * 1000))
            self._tables.announce(self.announcement)
