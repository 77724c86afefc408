"""Counts floods: sockets that were closed or refused for sending too much.

A flood cannot fill the log: there is at most one line a minute, without an address or a name.
"""

import asyncio
import logging
from typing import Final

from calavera.server.ops.metrics import Metrics

INTERVAL: Final = 60.0
"""Seconds between two lines."""

_LOGGER: Final = logging.getLogger("calavera.sockets")


class Floods:
    """Counts floods, and logs them while there are any."""

    def __init__(self, metrics: Metrics) -> None:
        self._floods = metrics.floods
        self._logged = metrics.floods.copy()
        self._timer: asyncio.TimerHandle | None = None

    def closed(self) -> None:
        self._count("closed")

    def refused(self) -> None:
        self._count("refused")

    def _count(self, outcome: str) -> None:
        self._floods[outcome] += 1
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(INTERVAL, self._log)

    def _log(self) -> None:
        self._timer = None
        new = self._floods - self._logged
        self._logged = self._floods.copy()
        _LOGGER.warning(
            "flooding in the last minute: closed %d sockets, refused %d handshakes",
            new["closed"],
            new["refused"],
        )

    def stop(self) -> None:
        """Log what has not been logged."""
        if self._timer is not None:
            self._timer.cancel()
            self._log()
