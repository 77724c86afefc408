"""The interfaces between a live table and the outside world."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from calavera.bots import Bot
from calavera.bots.hints import Adviser, Hint
from calavera.protocol.messages import ByeReason
from calavera.protocol.reasons import Reason
from calavera.rules import Action, Seat, SeenEvent, View
from calavera.table.views.finished import ListChanges


class Conflict(Exception):
    """A version conflict: another program wrote to the table's history first."""


Stored: TypeAlias = Callable[[Exception | None], None]
"""Called with None when an entry is durable, or with the error."""


class Journal(Protocol):
    """Stores histories. No client is sent an entry before it is durable."""

    def append(
        self, code: str, expected: int, entry: bytes, lists: ListChanges, done: Stored
    ) -> None:
        """Append an entry to a history of `expected` entries; Conflict if it has more by now.

        What it changes in lists is stored together with the entry, or not at all.
        """


class Listener(Protocol):
    """One connection to a table."""

    def send(self, message: bytes) -> None:
        """Send it, or drop the connection if it is too slow; never blocks."""

    def close(self, reason: ByeReason) -> None:
        """Send the reason and close the connection."""


class Alarm(Protocol):
    """Wakes a table up."""

    def set(self, at: int | None) -> None:
        """Call the table's `tick` at that time, in milliseconds; replaces any earlier alarm."""


class Thought(NamedTuple):
    """A question to a bot."""

    bot: Bot
    """The bot; it is asked one question at a time."""
    news: Sequence[SeenEvent]
    """The events its player has seen since the last question."""
    view: View
    """What its player knows now."""
    seed: str
    """The seed of its random generator."""


class Consultation(NamedTuple):
    """A question for a hint."""

    adviser: Adviser
    """Asked one question at a time."""
    seen: Sequence[SeenEvent]
    """All events of the game as the player saw them."""
    view: View
    """What the player knows now."""
    seat: Seat
    """The seat that is to decide."""


class Thinker(Protocol):
    """Runs bots, concurrently with the tables."""

    def think(self, thought: Thought, done: Callable[[Action | None], None]) -> None:
        """Call `done` with the bot's choice, or with None if the bot failed."""

    def advise(self, question: Consultation, done: Callable[[Hint | None], None]) -> None:
        """Call `done` with a hint, or with None if there is none now; no bot waits for it."""


class Meter(Protocol):
    """Metrics of tables, without table codes or anything about a game."""

    def now(self) -> float:
        """Seconds on a monotonic clock."""

    def happened(self, began: float) -> None:
        """A command that arrived at `began` is stored and published."""

    def refused(self, reason: Reason) -> None:
        """A command was refused."""


class NoMeter:
    """Counts nothing."""

    def now(self) -> float:
        return 0.0

    def happened(self, began: float) -> None:
        pass

    def refused(self, reason: Reason) -> None:
        pass


def _ignore(code: str) -> None:
    pass


class Hosting(NamedTuple):
    """A table's role among servers that share its history; by default there is one server."""

    is_shared: bool = False
    """Whether other servers write to the history, so a refusal requires catching up first."""
    is_runner: bool = True
    """Whether this server runs clocks and bots."""
    sees_others: bool = True
    """Whether the presence on other servers is known."""
    elsewhere: frozenset[int] = frozenset()
    """The members who are connected to other servers."""
    catch_up: Callable[[str], None] = _ignore
    """Called with the table's code if the history has new entries; `caught_up` answers."""
    regrouped: Callable[[str], None] = _ignore
    """Called with the table's code when the members connected here change."""


class World(NamedTuple):
    """The ports of a table, with a clock and a random source."""

    journal: Journal
    """Stores histories."""
    thinker: Thinker
    """Runs bots."""
    now: Callable[[], int]
    """The time in milliseconds since 1970."""
    random: Callable[[int], bytes]
    """A cryptographically secure random source."""
    meter: Meter = NoMeter()
    """Collects metrics."""
