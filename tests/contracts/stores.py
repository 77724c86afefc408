"""Helpers for the contract of stores."""

import asyncio
from collections.abc import Awaitable, Callable

from calavera.protocol.fields import TablePhase
from calavera.protocol.settings import Settings
from calavera.protocol.summary import Summary
from calavera.server.stores.interface import Store
from calavera.table.views.finished import ListChanges

Open = Callable[[], Awaitable[Store]]
"""Opens the same store repeatedly."""


def line(code: str, *, listed: bool = True, phase: TablePhase = TablePhase.GATHERING) -> Summary:
    """The line of a table in lists."""
    return Summary(code, phase, "Ana", 1, 0, 0, Settings(listed=listed))


async def kept(store: Store, code: str) -> tuple[object, ...]:
    """The summary of a table that a store keeps for lists."""
    listing = await store.summary(code)
    assert listing is not None
    assert (listing.here, listing.changed > 0) == (0, True)
    return listing[: len(Summary._fields)]


async def append(
    store: Store,
    code: str,
    expected: int,
    entry: bytes,
    summary: Summary | ListChanges | None = None,
) -> Exception | None:
    """Append an entry and wait for the result."""
    lists = summary if isinstance(summary, ListChanges) else ListChanges(summary)
    stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    store.append(code, expected, entry, lists, stored.set_result)
    return await stored
