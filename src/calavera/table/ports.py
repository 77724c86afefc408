"""What a live table needs from the world outside."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from calavera.bots import Bot
from calavera.rules import Action, SeenEvent, View
from calavera.table.messages import ByeReason
from calavera.table.reasons import Reason
from calavera.table.summary import Summary


class Conflict(Exception):
    """Somebody else wrote to the table's history first."""


Stored: TypeAlias = Callable[[Exception | None], None]
"""Told when an entry is durable, or why it is not."""


class Journal(Protocol):
    """Where a table's history is kept. Nobody is told of an entry before it is durable."""

    def append(
        self, code: str, expected: int, entry: bytes, summary: Summary | None, done: Stored
    ) -> None:
        """Add an entry to a history of `expected` entries; Conflict if it has others by now.

        The summary is what lists show of the table, where it changed.
        """


class Listener(Protocol):
    """One connection to a table."""

    def send(self, message: bytes) -> None:
        """Send it, or drop the connection: nobody is ever waited for."""

    def close(self, reason: ByeReason) -> None:
        """Say goodbye and close."""


class Alarm(Protocol):
    """Wakes a table up."""

    def set(self, at: int | None) -> None:
        """Call the table's `tick` at that moment, in milliseconds; forget any earlier wish."""


class Thought(NamedTuple):
    """A question to a bot."""

    bot: Bot
    """Who is asked; asked one question at a time."""

    news: Sequence[SeenEvent]
    """What its player has seen since it was last asked."""

    view: View
    """What its player knows now."""

    seed: str
    """What its dice are made from."""


class Thinker(Protocol):
    """Has bots think, beside the tables."""

    def think(self, thought: Thought, done: Callable[[Action | None], None]) -> None:
        """Tell the bot's choice, or none where it failed."""


class Meter(Protocol):
    """Counts what tables do. It is told no table's name and nothing of any game."""

    def now(self) -> float:
        """Seconds on a clock that only goes forward."""

    def happened(self, began: float) -> None:
        """What arrived then is stored, and everybody was told."""

    def refused(self, reason: Reason) -> None:
        """Somebody asked for something that cannot be."""


class NoMeter:
    """Counts nothing."""

    def now(self) -> float:
        return 0.0

    def happened(self, began: float) -> None:
        pass

    def refused(self, reason: Reason) -> None:
        pass


class World(NamedTuple):
    """All of that, with a clock and chance."""

    journal: Journal
    """Where histories are kept."""

    thinker: Thinker
    """Who has bots think."""

    now: Callable[[], int]
    """The time in milliseconds since 1970."""

    random: Callable[[int], bytes]
    """A source of unguessable bytes."""

    meter: Meter = NoMeter()
    """What counts."""
