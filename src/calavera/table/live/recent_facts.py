"""The latest entries of a table, for clients that reconnect."""

from collections import deque
from typing import Final

from calavera.protocol.facts import Fact

MOST_MISSED: Final = 200
"""Entries sent to a client that reconnects; one that missed more requests the history."""


class RecentFacts:
    """The facts of recent entries."""

    def __init__(self) -> None:
        self._entries: deque[tuple[int, tuple[Fact, ...]]] = deque(maxlen=MOST_MISSED)

    def add(self, version: int, facts: tuple[Fact, ...]) -> None:
        """Keep the facts of the entry with this version."""
        self._entries.append((version, facts))

    def clear(self) -> None:
        """Forget everything."""
        self._entries.clear()

    def since(self, version: int | None) -> tuple[Fact, ...]:
        """The facts after a version, or None if some are forgotten."""
        if version is None or not self._entries or version < self._entries[0][0] - 1:
            return ()
        return tuple(
            [fact for number, facts in self._entries if number > version for fact in facts]
        )
