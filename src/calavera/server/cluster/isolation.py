"""Detects that this server alone is cut off from the store, and sends its people elsewhere.

If the store is down for every server, people stay: being sent from one server to the next would be
worse than waiting. So servers publish that the store answers them; a server that hears neither
store nor bus assumes that it is the one cut off. Nobody is sent away twice for one failure.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from calavera.server.cluster.bus import Bus
from calavera.server.cluster.notifications import StoreReachable

_LOGGER: Final = logging.getLogger("calavera.store")

CUT_OFF: Final = 5.0
"""Seconds without an answer after which people are sent away."""

SILENT: Final = 2.0
"""Seconds without an answer after which a warning is logged."""

LATELY: Final = 2.0
"""Seconds for which another server's report counts; each heartbeat renews it."""

LOOK: Final = 0.25
"""Seconds between two checks."""


class Isolation:
    """Tracks whether the store answers this server and others."""

    def __init__(self, bus: Bus, seconds: Callable[[], float]) -> None:
        self._bus = bus
        self._seconds = seconds
        self._answered_at = seconds()
        self._others_at = seconds() - LATELY
        self._others_since = seconds()
        """Since when the store has answered another server without a gap."""
        self._is_silent = False
        self.is_cut_off = False
        """Whether people are being sent to other servers."""

    def answered(self) -> None:
        """The store has accepted this server's heartbeat."""
        self._answered_at = self._seconds()
        self._bus.publish(StoreReachable())
        self.is_cut_off = False
        if self._is_silent:
            self._is_silent = False
            _LOGGER.info("the store answers again")

    def answered_another(self) -> None:
        """The store has accepted another server's heartbeat."""
        now = self._seconds()
        if now - self._others_at >= LATELY:
            self._others_since = now
        self._others_at = now

    async def watch(self, send_away: Callable[[], Awaitable[None]]) -> None:
        looked_at = self._seconds()
        while True:
            await asyncio.sleep(LOOK)
            late, looked_at = self._seconds() - looked_at - LOOK, self._seconds()
            if late > LOOK:  # the process was suspended, so nobody could have answered
                self._answered_at = min(looked_at, self._answered_at + late)
            if not self._is_silent and looked_at - self._answered_at >= SILENT:
                self._is_silent = True
                _LOGGER.warning("the store does not answer")
            if not self.is_cut_off and self._should_send_away():
                self.is_cut_off = True
                _LOGGER.warning(
                    "people are sent to other servers because the store does not answer"
                )
                await send_away()
                looked_at = self._seconds()

    def _should_send_away(self) -> bool:
        now = self._seconds()
        if now - self._answered_at < CUT_OFF:
            return False
        if not self._bus.is_healthy:
            return True
        # When the store recovers, another server may notice first: no reason to leave.
        return now - self._others_at < LATELY and now - self._others_since >= CUT_OFF
