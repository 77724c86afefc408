"""Reads the histories of tables, and remembers which ones are damaged."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from calavera.protocol.reasons import Reason, Refused
from calavera.server.stores.checksums import MOST_LOGGED, Damaged, as_damage
from calavera.server.stores.interface import Store, StoreDamaged, StoreError
from calavera.table.logic.entry import Entry, read_entry

_LOGGER: Final = logging.getLogger("calavera.tables")


class Histories:
    """The histories in a store."""

    def __init__(self, store: Store, close: Callable[[str], None]) -> None:
        self._store = store
        self._close = close
        """Called with the code of a damaged table."""
        self._known_damaged: set[str] = {*[*store.shortened][:MOST_LOGGED]}
        """Those that were logged."""

    async def entries(self, code: str) -> list[Entry]:
        """All entries of a table; raises Refused."""
        bodies = await self.bodies(code)
        with self.detecting_damage(code):
            # On a thread, for a long one would block the other tables.
            return await asyncio.to_thread(lambda: [read_entry(body) for body in bodies])

    async def bodies(self, code: str) -> Sequence[bytes]:
        """The entries of a table, undecoded; raises Refused."""
        with self.detecting_damage(code):
            bodies = await self._store.entries(code)
            if not bodies and await self._store.summary(code) is not None:
                raise Damaged(code, "its history is missing")
        if not bodies:
            raise Refused(Reason.UNKNOWN_TABLE)
        return bodies

    @contextlib.contextmanager
    def detecting_damage(self, code: str) -> Iterator[None]:
        """Raise Damaged, and report it, if a history cannot be read."""
        try:
            yield
        except Exception as error:
            if isinstance(error, StoreError) and not isinstance(error, StoreDamaged):
                raise
            self.damaged(as_damage(code, error))
            raise as_damage(code, error) from None

    def is_damaged(self, code: str) -> bool:
        return code in self._known_damaged or code in self._store.shortened

    def damaged(self, damaged: Damaged) -> None:
        """Log a damaged table once, and close it."""
        if damaged.code not in self._known_damaged:
            self._known_damaged.add(damaged.code)
            _LOGGER.error("%s; run calavera store check", damaged)
        self._close(damaged.code)
