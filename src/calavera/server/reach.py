"""Whether this server reaches its store, and what becomes of its people where it does not.

A server that is cut off from the store can do nothing for anybody, while the others may be well:
then its people are sent to them. Where the store is gone for all, to be sent from one server to the
next would be worse than to wait, so they stay. Servers tell each other on the bus that the store
answers them; who hears nobody at all, neither store nor bus, takes itself for the one that is cut
off. Nobody is sent away twice for one failure.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from calavera.server.bus import Bus
from calavera.server.notes import Well

_LOGGER: Final = logging.getLogger("calavera.store")

CUT_OFF: Final = 5.0
"""Seconds without an answer after which people are sent away: less may pass by itself."""

SILENT: Final = 2.0
"""Seconds without an answer after which the log says so."""

LATELY: Final = 2.0
"""Seconds for which another server's word counts; it is given at each sign of life."""

LOOK: Final = 0.25
"""Seconds between two looks."""


class Reach:
    """What is known of the way to the store."""

    def __init__(self, bus: Bus, seconds: Callable[[], float]) -> None:
        self._bus = bus
        self._seconds = seconds
        self._answered_at = seconds()
        self._others_at = seconds() - LATELY
        self._others_since = seconds()
        """Since when there was always another whom the store answers."""
        self._is_silent = False
        self.is_cut_off = False
        """Whether people are sent to other servers, until the store answers again."""

    def answered(self) -> None:
        """The store has taken this server's sign of life."""
        self._answered_at = self._seconds()
        self._bus.tell(Well())
        self.is_cut_off = False
        if self._is_silent:
            self._is_silent = False
            _LOGGER.info("the store answers again")

    def answered_another(self) -> None:
        """The store answers another server."""
        now = self._seconds()
        if now - self._others_at >= LATELY:
            self._others_since = now
        self._others_at = now

    async def watch(self, send_away: Callable[[], Awaitable[None]]) -> None:
        """Again and again, while the server runs."""
        looked_at = self._seconds()
        while True:
            await asyncio.sleep(LOOK)
            late, looked_at = self._seconds() - looked_at - LOOK, self._seconds()
            if late > LOOK:  # this machine stood still: nobody could have answered meanwhile
                self._answered_at = min(looked_at, self._answered_at + late)
            if not self._is_silent and looked_at - self._answered_at >= SILENT:
                self._is_silent = True
                _LOGGER.warning("the store does not answer")
            if not self.is_cut_off and self._should_send_away():
                self.is_cut_off = True
                _LOGGER.warning("people are sent to other servers, for the store does not answer")
                await send_away()
                looked_at = self._seconds()

    def _should_send_away(self) -> bool:
        now = self._seconds()
        if now - self._answered_at < CUT_OFF:
            return False
        if not self._bus.is_well:
            return True
        # Of a store that comes back another server may hear first: that is no reason to go.
        return now - self._others_at < LATELY and now - self._others_since >= CUT_OFF
