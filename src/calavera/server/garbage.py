"""Python's search for garbage, kept from making people wait.

What a table or a connection leaves behind is freed as it is dropped: nothing in it refers to itself
in a circle, and the search for such circles finds nothing. Yet with a thousand tables it takes half
a second each time, in which nobody is answered. So what has lived for a second is not looked at any
more, until nobody is there who could be kept waiting.
"""

import asyncio
import gc
from collections.abc import Callable
from typing import Final

PAUSE: Final = 1.0
"""Seconds of new things that a search looks through."""


async def spare(is_empty: Callable[[], bool]) -> None:
    """Keep searches short while somebody is there; make a thorough one when everybody has left."""
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
                gc.collect(0)  # what failed a moment ago may be a circle
            gc.freeze()
            was_empty = is_now
    finally:
        gc.unfreeze()
