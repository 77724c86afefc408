"""Keeps tables in memory up with their histories, where other servers write to them too."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Final

from calavera.record.json_text import read_json
from calavera.server.bus import Bus
from calavera.server.damage import Damaged
from calavera.server.notes import Moved
from calavera.server.store import Store, StoreDamaged, StoreError
from calavera.table.entry import Entry
from calavera.table.live import LiveTable
from calavera.table.ports import Journal, Stored
from calavera.table.shapes import ENTRY
from calavera.table.summary import Summary

_LOGGER: Final = logging.getLogger("calavera.tables")

PAUSE: Final = 0.2
"""Seconds until a store that did not answer is asked again."""


class TellingJournal:
    """A journal that tells the other servers of what it has stored."""

    def __init__(
        self, journal: Journal, bus: Bus, *, is_shared: bool, damaged: Callable[[Damaged], None]
    ) -> None:
        self._journal = journal
        self._bus = bus
        self._is_shared = is_shared
        """Whether there are other servers."""
        self._damaged = damaged
        """Called where a history cannot be continued."""

    def append(
        self, code: str, expected: int, entry: bytes, summary: Summary | None, done: Stored
    ) -> None:
        """Add an entry to a history."""

        def stored(error: Exception | None) -> None:
            if error is None and self._is_shared:
                self._bus.tell(Moved(code, expected + 1))
            done(error)
            if isinstance(error, StoreDamaged):
                self._damaged(Damaged(code, str(error)))

        self._journal.append(code, expected, entry, summary, stored)


class Follower:
    """Reads what came to some tables, for many of them at once."""

    def __init__(
        self, store: Store, live: Mapping[str, LiveTable], damaged: Callable[[Damaged], None]
    ) -> None:
        self._store = store
        self._live = live
        self._damaged = damaged
        """Called where a history is not what was stored."""
        self._behind: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._is_over = False

    def follow(self, code: str) -> None:
        """Have a table catch up, as soon as can be, however often it takes."""
        if self._is_over:
            return
        self._behind.add(code)
        if self._task is None:
            self._task = asyncio.ensure_future(self._follow())
            self._task.add_done_callback(self._followed)

    def stop(self) -> None:
        """Ask the store no more."""
        self._is_over = True
        if self._task is not None:
            self._task.cancel()

    def _followed(self, _: "asyncio.Task[None]") -> None:
        self._task = None
        for code in [*self._behind]:  # it came when the last question was answered
            self.follow(code)

    async def _follow(self) -> None:
        await asyncio.sleep(0)  # one question for all that came in this turn of the loop
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
        """Bring tables to where their histories are now; raises StoreError."""
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
            bodies = news.get(code, [])[live.version - version :]  # it may have read some meanwhile
            try:
                live.catch_up([read_entry(body) for body in bodies])
            except Exception as error:  # one table that cannot be read must not stop the others
                self._damaged(Damaged(code, f"it cannot be read ({type(error).__name__})"))


def read_entry(body: bytes) -> Entry:
    """An entry as it was stored."""
    return ENTRY.decode(read_json(body))
