"""Garbage collection tuned for latency.

Tables and connections are freed by reference counting: they form no cycles, so a full collection
finds nothing. Yet with a thousand tables it stops the process for half a second. So everything that
has survived a second is frozen until nobody is connected.
"""

import asyncio
import gc
from collections.abc import Callable
from typing import Final

PAUSE: Final = 1.0
"""Seconds between two collections of the youngest objects."""


async def tune_gc(is_empty: Callable[[], bool]) -> None:
    """Keep collections short while somebody is connected; run a full one when everybody left."""
    was_empty = True
    gc.freeze()
    try:
        while True:
            await asyncio.sleep(PAUSE)
            is_now = is_empty()
            if is_now and not was_empty:
                gc.unfreeze()
                gc.collect()
            else:
                gc.collect(0)  # a recent exception may be a cycle
            gc.freeze()
            was_empty = is_now
    finally:
        gc.unfreeze()
