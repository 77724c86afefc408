"""Which tables are visited, and which can be unloaded."""

from collections.abc import Callable, Mapping
from typing import Final

from calavera.server.stores.interface import PLAYING_LATELY
from calavera.table.live.coordinator import LiveTable

IDLE: Final = 60.0
"""Seconds after which a table without connections is unloaded."""


class Visits:
    """When somebody was last connected to each table in memory."""

    def __init__(self, live: Mapping[str, LiveTable], seconds: Callable[[], float]) -> None:
        self._live = live
        self._seconds = seconds
        self._visited: dict[str, float] = {}
        self._empty_since: dict[str, float] = {}

    def occupied(self) -> list[str]:
        return [code for code, live in self._live.items() if not live.is_empty]

    def recent(self) -> set[str]:
        """The tables where somebody is, or was lately."""
        now = self._seconds()
        lately = {code for code, at in self._visited.items() if now - at < PLAYING_LATELY}
        return lately.union(self.occupied())

    def idle(self) -> list[str]:
        """Note who is connected now; returns the tables to unload."""
        now, found = self._seconds(), []
        for code in [code for code, at in self._visited.items() if now - at >= PLAYING_LATELY]:
            del self._visited[code]
        for code, live in self._live.items():
            if not live.is_empty:
                self._visited[code] = now
                self._empty_since.pop(code, None)
            elif now - self._empty_since.setdefault(code, now) > IDLE and live.is_idle:
                found.append(code)
        return found

    def unloaded(self, code: str) -> None:
        self._empty_since.pop(code, None)
