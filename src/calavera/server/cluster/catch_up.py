"""Keeps tables in memory up to date with histories that other servers write to."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from calavera.server.stores.checksums import Damaged, as_damage
from calavera.server.stores.interface import Store, StoreError
from calavera.table.live.coordinator import LiveTable
from calavera.table.logic.entry import read_entry

PAUSE: Final = 0.2
"""Seconds before a query that failed is retried."""


class Follower:
    """Reads new entries, for many tables in one query."""

    def __init__(
        self, store: Store, live: Mapping[str, LiveTable], damaged: Callable[[Damaged], None]
    ) -> None:
        self._store = store
        self._live = live
        self._damaged = damaged
        """Called for a history that is damaged."""
        self._behind: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._is_over = False

    def follow(self, code: str) -> None:
        """Schedule a table to catch up, with retries."""
        if self._is_over:
            return
        self._behind.add(code)
        if self._task is None:
            self._task = asyncio.ensure_future(self._follow())
            self._task.add_done_callback(self._followed)

    def stop(self) -> None:
        self._is_over = True
        if self._task is not None:
            self._task.cancel()

    def _followed(self, _: "asyncio.Task[None]") -> None:
        self._task = None
        for code in [*self._behind]:  # added while the last query ran
            self.follow(code)

    async def _follow(self) -> None:
        await asyncio.sleep(0)  # one query for this turn of the loop
        while self._behind:
            codes, self._behind = self._behind, set()
            try:
                await self.catch_up(*codes)
            except StoreError:
                self._behind |= codes
                await asyncio.sleep(PAUSE)
                continue
            for code in codes.intersection(self._live):
                self._live[code].caught_up()

    async def catch_up(self, *codes: str) -> None:
        """Bring tables up to date with their histories; raises StoreError."""
        known = {code: self._live[code].version for code in codes if code in self._live}
        try:
            news = await self._store.news(known)
        except Damaged as damaged:
            self._damaged(damaged)
            await self.catch_up(*[code for code in known if code != damaged.code])
            return
        for code, version in known.items():
            live = self._live.get(code)
            if live is None:
                continue
            bodies = news.get(code, [])[live.version - version :]  # some were read meanwhile
            try:
                live.catch_up([read_entry(body) for body in bodies])
            except Exception as error:  # one unreadable table must not stop the others
                self._damaged(as_damage(code, error))
