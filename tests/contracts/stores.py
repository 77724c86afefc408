"""What every store must do; a store's test file hands its makers to this suite."""

import asyncio
from collections.abc import Awaitable, Callable

from calavera.server.store import Store
from calavera.table.settings import Settings
from calavera.table.summary import Summary
from calavera.table.table import TablePhase

Open = Callable[[], Awaitable[Store]]
"""Opens the same store, again and again."""


def line(code: str, *, listed: bool = True, phase: TablePhase = TablePhase.GATHERING) -> Summary:
    """The line of a table in lists."""
    return Summary(code, phase, "Ana", 1, 0, 0, Settings(listed=listed))


async def kept(store: Store, code: str) -> tuple[object, ...]:
    """What a store keeps of a table for lists."""
    listing = await store.summary(code)
    assert listing is not None
    assert (listing.here, listing.changed > 0) == (0, True)
    return listing[: len(Summary._fields)]


async def append(
    store: Store, code: str, expected: int, entry: bytes, summary: Summary | None = None
) -> Exception | None:
    """Append an entry and wait for what it came to."""
    stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    store.append(code, expected, entry, summary, stored.set_result)
    return await stored
