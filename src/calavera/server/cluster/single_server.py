"""A server without a bus must be the only one on its store: it gets no notifications."""

import asyncio
import logging
import random
from typing import Final

from calavera.server.cluster.bus import LocalBus
from calavera.server.cluster.leases import ALIVE, BEAT
from calavera.server.stores.interface import Store, StoreError

_LOGGER: Final = logging.getLogger("calavera.store")


async def ensure_single_server(store: Store, name: str) -> None:
    """Register with the store, and wait until no other server is registered; raises StoreError.

    Registering first makes sure that of two servers that start together at least one sees the
    other. The wait outlasts the lease of a server that was killed; it is random, so that of two
    that start together one gives up first.
    """
    loop = asyncio.get_running_loop()
    patience = random.uniform(2, 3) * ALIVE
    end = loop.time() + patience
    is_logged = False
    while True:
        await store.lease(name, ALIVE, [])
        if not await store.others(name):
            return
        if loop.time() >= end:
            await store.release(name)
            raise StoreError("another server runs on this store: give each of them --bus redis://…")
        if not is_logged:
            _LOGGER.warning(
                "another server runs on this store, or ran until a moment ago;"
                " this one has no --bus and waits up to %.0f seconds until it is gone", patience,
            )  # fmt: skip
            is_logged = True
        await asyncio.sleep(ALIVE / 10)


async def watch_for_others(store: Store, bus: LocalBus) -> None:
    """Log, until cancelled, when another server starts on the store all the same.

    The bus then counts as unhealthy: the store is polled more often, and absent members may be
    connected over there.
    """
    while store.is_shared:
        await asyncio.sleep(BEAT)
        try:
            is_alone = not await store.others(bus.sender)
        except StoreError:  # logged elsewhere
            continue
        if is_alone and not bus.is_healthy:
            _LOGGER.info("no other server runs on this store any more")
        elif bus.is_healthy and not is_alone:
            _LOGGER.warning("another server runs on this store: give each of them --bus redis://…")
        bus.is_healthy = is_alone
