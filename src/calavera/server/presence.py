"""Who is connected to which table, by this server and by the others."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from calavera.server.bus import Bus
from calavera.server.notes import Here

SILENT: Final = 3.0
"""Seconds after which a server that says nothing has nobody any more."""

AGAIN: Final = 5.0
"""Seconds after which a server repeats who is with it: notes get lost."""

OLD: Final = 3 * AGAIN
"""Seconds after which what was not repeated is over: the note that said so was lost."""

_NOBODY: Final[frozenset[int]] = frozenset()


class _Told(NamedTuple):
    """What another server has told."""

    members: frozenset[int]
    at: float


class Presence:
    """What the servers have told each other."""

    def __init__(self, bus: Bus, seconds: Callable[[], float]) -> None:
        self._bus = bus
        self._seconds = seconds
        self._own: dict[str, frozenset[int]] = {}
        self._told_at = seconds()
        self._others: dict[str, dict[str, _Told]] = {}
        self._heard_at: dict[str, float] = {}
        self._well_since = seconds()

    def is_here(self, code: str, members: frozenset[int]) -> None:
        """These members are connected to a table by this server."""
        if self._own.get(code, _NOBODY) != members:
            if members:
                self._own[code] = members
            else:
                self._own.pop(code, None)
            self._bus.tell(Here(code, members))

    def repeat(self) -> None:
        """Tell the others everything."""
        self._told_at = self._seconds()
        for code, members in self._own.items():
            self._bus.tell(Here(code, members))

    def heard(self, sender: str) -> None:
        """Another server is alive."""
        self._heard_at[sender] = self._seconds()

    def is_there(self, sender: str, note: Here) -> None:
        """Another server has told who is with it."""
        tables = self._others.setdefault(sender, {})
        if note.members:
            tables[note.code] = _Told(note.members, self._seconds())
        else:
            tables.pop(note.code, None)

    def look_around(self) -> list[str]:
        """Whoever is connected to a server that is gone is not there; returns those tables.

        While the bus is not well nobody's silence says anything.
        """
        now = self._seconds()
        if not self._bus.is_well:
            self._well_since = now
            return []
        if now - self._told_at >= AGAIN:
            self.repeat()
        return [*self._of_the_silent(now), *self._not_repeated(now)]

    def _of_the_silent(self, now: float) -> list[str]:
        silent = [
            one for one, at in self._heard_at.items() if now - max(at, self._well_since) >= SILENT
        ]
        for sender in silent:
            del self._heard_at[sender]
        return [code for sender in silent for code in self._others.pop(sender, {})]

    def _not_repeated(self, now: float) -> list[str]:
        gone = []
        for tables in self._others.values():
            for code, told in [*tables.items()]:
                if now - max(told.at, self._well_since) >= OLD:
                    del tables[code]
                    gone.append(code)
        return gone

    def elsewhere(self, code: str) -> frozenset[int]:
        """The members that are connected to a table by other servers."""
        told = [tables[code].members for tables in self._others.values() if code in tables]
        return _NOBODY.union(*told)

    def here(self, code: str) -> int:
        """How many members are connected to a table by any server."""
        return len(self.elsewhere(code) | self._own.get(code, _NOBODY))

    def visited(self) -> Iterator[str]:
        """The tables where somebody is by another server."""
        for tables in self._others.values():
            yield from tables
