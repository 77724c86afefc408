"""Indexes the finished games of histories that are older than the index."""

import asyncio
import logging
from typing import Final

from calavera.console.wording import counted
from calavera.protocol.reasons import Refused
from calavera.server.stores.interface import Store, StoreError
from calavera.server.tables.histories import Histories
from calavera.table.logic.entry import Entry
from calavera.table.views.finished import ListChanges, Removal, finished
from calavera.table.views.game_record import find_games

_LOGGER: Final = logging.getLogger("calavera.store")

PAGE: Final = 100
"""Tables in one query."""

REST: Final = 4.0
"""How much longer than the work the pause after each table is: live tables come first."""

RETRY: Final = 10.0
"""Seconds until the store is asked again after it did not answer."""


class Backlog:
    """The tables of a store that are not indexed yet."""

    def __init__(self, store: Store, histories: Histories) -> None:
        self._store = store
        self._histories = histories

    async def work_off(self) -> None:
        """Index all of them, slowly; several servers may do it at once."""
        count = 0
        while True:
            try:
                codes = await self._store.games.unindexed(PAGE)
                for code in codes:
                    await self._index(code)
                    count += 1
            except StoreError as error:
                _LOGGER.warning("older games wait to be listed: %s", error)
                await asyncio.sleep(RETRY)
                continue
            if not codes:
                break
        if count:
            _LOGGER.info("listed the finished games of %s", counted(count, "older table"))

    async def _index(self, code: str) -> None:
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            entries = await self._histories.entries(code)
        except Refused:  # damaged, and logged; or purged meanwhile
            change = ListChanges()
        else:
            change = await asyncio.to_thread(change_of, entries)
        await self._store.games.index(code, change)
        await asyncio.sleep(REST * (clock() - began))


def change_of(entries: list[Entry]) -> ListChanges:
    """What a whole history adds to the lists of finished games."""
    table, games = find_games(entries)
    return ListChanges(
        None,
        tuple([line for played in games.values() for line in finished(table, played)]),
        tuple([Removal(one.identity, True) for one in table.members if one.removed]),
    )
