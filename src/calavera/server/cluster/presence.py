"""Who is connected to which table, on this server and on the others."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from calavera.server.cluster.bus import Bus
from calavera.server.cluster.notifications import Here

SILENT: Final = 3.0
"""Seconds without a heartbeat after which a server's people count as disconnected."""

AGAIN: Final = 5.0
"""Seconds after which a server repeats who is connected: notifications get lost."""

OLD: Final = 3 * AGAIN
"""Seconds after which what was not repeated expires."""

_NOBODY: Final[frozenset[int]] = frozenset()


class _Report(NamedTuple):
    """The members of a table that another server has reported."""

    members: frozenset[int]
    at: float


class Presence:
    """The connected members of every table, as servers report them."""

    def __init__(self, bus: Bus, seconds: Callable[[], float]) -> None:
        self._bus = bus
        self._seconds = seconds
        self._own: dict[str, frozenset[int]] = {}
        self._repeated_at = seconds()
        self._others: dict[str, dict[str, _Report]] = {}
        self._heard_at: dict[str, float] = {}
        self._well_since = seconds()

    def is_here(self, code: str, members: frozenset[int]) -> None:
        """Set the members of a table that are connected to this server."""
        if self._own.get(code, _NOBODY) != members:
            if members:
                self._own[code] = members
            else:
                self._own.pop(code, None)
            self._bus.publish(Here(code, members))

    def repeat(self) -> None:
        self._repeated_at = self._seconds()
        for code, members in self._own.items():
            self._bus.publish(Here(code, members))

    def heard(self, sender: str) -> None:
        self._heard_at[sender] = self._seconds()

    def is_there(self, sender: str, here: Here) -> None:
        tables = self._others.setdefault(sender, {})
        if here.members:
            tables[here.code] = _Report(here.members, self._seconds())
        else:
            tables.pop(here.code, None)

    def look_around(self) -> list[str]:
        """Forget the members of servers that are gone; returns the tables that changed.

        While the bus is not healthy, silence means nothing.
        """
        now = self._seconds()
        if not self._bus.is_healthy:
            self._well_since = now
            return []
        if now - self._repeated_at >= AGAIN:
            self.repeat()
        return [*self._drop_silent(now), *self._drop_expired(now)]

    def _drop_silent(self, now: float) -> list[str]:
        silent = [
            one for one, at in self._heard_at.items() if now - max(at, self._well_since) >= SILENT
        ]
        for sender in silent:
            del self._heard_at[sender]
        return [code for sender in silent for code in self._others.pop(sender, {})]

    def _drop_expired(self, now: float) -> list[str]:
        gone = []
        for tables in self._others.values():
            for code, report in [*tables.items()]:
                if now - max(report.at, self._well_since) >= OLD:
                    del tables[code]
                    gone.append(code)
        return gone

    def elsewhere(self, code: str) -> frozenset[int]:
        """The members of a table that are connected to other servers."""
        return _NOBODY.union(
            *[tables[code].members for tables in self._others.values() if code in tables]
        )

    def here(self, code: str) -> int:
        """How many members of a table are connected to any server."""
        return len(self.elsewhere(code) | self._own.get(code, _NOBODY))

    def visited(self) -> Iterator[str]:
        for tables in self._others.values():
            yield from tables
