"""A server without a bus is to be alone on its store: it hears nothing of what others tell."""

import asyncio
import logging
import random
from typing import Final

from calavera.server.bus import LocalBus
from calavera.server.leases import ALIVE, BEAT
from calavera.server.store import Store, StoreError

_LOGGER: Final = logging.getLogger("calavera.store")


async def be_alone(store: Store, name: str) -> None:
    """Be known to the store, and wait until nobody else is; raises StoreError.

    To be known comes first, so that of two that start at one moment at least one sees the other.
    One that was killed counts as alive for a moment. Of two that start the one that gives up first
    leaves the store to the other.
    """
    loop = asyncio.get_running_loop()
    patience = random.uniform(2, 3) * ALIVE
    end = loop.time() + patience
    is_told = False
    while True:
        await store.lease(name, ALIVE, [])
        if not await store.others(name):
            return
        if loop.time() >= end:
            await store.release(name)
            raise StoreError("another server runs on this store: give each of them --bus redis://…")
        if not is_told:
            _LOGGER.warning(
                "another server runs on this store, or ran until a moment ago;"
                " this one has no --bus and waits up to %.0f seconds until it is gone", patience,
            )  # fmt: skip
            is_told = True
        await asyncio.sleep(ALIVE / 10)


async def notice_others(store: Store, bus: LocalBus) -> None:
    """Again and again: where another server has come all the same, say so.

    A bus that does not reach it is not well. So what the other writes is looked for more often, and
    nobody counts as away, who may well be connected there.
    """
    while store.is_shared:
        await asyncio.sleep(BEAT)
        try:
            is_alone = not await store.others(bus.sender)
        except StoreError:  # it is told elsewhere
            continue
        if is_alone and not bus.is_well:
            _LOGGER.info("no other server runs on this store any more")
        elif bus.is_well and not is_alone:
            _LOGGER.warning("another server runs on this store: give each of them --bus redis://…")
        bus.is_well = is_alone
