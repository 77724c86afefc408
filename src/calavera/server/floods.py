"""Floods: sockets that were closed or refused for sending too much, counted for the log.

Nobody who floods can fill the log: there is a line a minute at most, without an address or a name.
"""

import asyncio
import logging
from typing import Final

from calavera.server.metrics import Metrics

INTERVAL: Final = 60.0
"""Seconds between two lines."""

_LOGGER: Final = logging.getLogger("calavera.sockets")


class Floods:
    """Counts floods, and tells of them while there are any."""

    def __init__(self, metrics: Metrics) -> None:
        self._floods = metrics.floods
        self._told = metrics.floods.copy()
        self._timer: asyncio.TimerHandle | None = None

    def closed(self) -> None:
        """A socket was closed."""
        self._count("closed")

    def refused(self) -> None:
        """A handshake was refused."""
        self._count("refused")

    def _count(self, outcome: str) -> None:
        self._floods[outcome] += 1
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(INTERVAL, self._tell)

    def _tell(self) -> None:
        self._timer = None
        new = self._floods - self._told
        self._told = self._floods.copy()
        _LOGGER.warning(
            "flooding in the last minute: closed %d sockets, refused %d handshakes",
            new["closed"],
            new["refused"],
        )

    def stop(self) -> None:
        """Tell what has not been told."""
        if self._timer is not None:
            self._timer.cancel()
            self._tell()
