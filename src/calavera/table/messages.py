"""What a table says to who is connected."""

from enum import Enum
from typing import NamedTuple, TypeAlias

from calavera.table.facts import SeenFact
from calavera.table.reasons import Reason
from calavera.table.scene import DiceSeen, GameSeen, RoomSeen, You


class ByeReason(Enum):
    """Why the server closes a socket."""

    STOPPING = "stopping"
    """The server stops, or cannot reach its store; connect again."""

    CLOSED = "closed"
    """The table is no more."""

    SLOW = "slow"
    """What was sent was not read in time; connect again."""

    FLOODING = "flooding"
    """Too many messages."""

    UNKNOWN_TABLE = "unknown-table"
    """There is no such table."""

    NO_SPECTATORS = "no-spectators"
    """This table is for its players only."""

    REMOVED = "removed"
    """The host has removed the reader."""

    TOO_LARGE = "too-large"
    """A message was longer than any may be; connect again."""

    BAD_MESSAGE = "bad-message"
    """What was sent is no text; connect again."""


class Welcome(NamedTuple):
    """The first message on a socket: everything as it is now."""

    version: int
    """How many entries the table's history has."""

    you: You
    """Who the reader is at this table."""

    facts: tuple[SeenFact, ...]
    """What happened since the version that the reader named; none if that is long ago."""

    room: RoomSeen
    """The people and the settings."""

    game: GameSeen | None
    """The game that is played, or was played last."""

    dice: DiceSeen | None
    """The dice of that game."""

    here: tuple[int, ...]
    """The members that are connected."""

    now: int
    """The server's time."""


class Frame(NamedTuple):
    """A change of the table."""

    version: int
    """The number of the change; every reader gets every number."""

    done: str | None
    """The id of the reader's command that this is the outcome of."""

    facts: tuple[SeenFact, ...]
    """What happened, as the reader may know it."""

    you: You | None
    """Who the reader is, if that changed."""

    room: RoomSeen | None
    """The people and the settings, if they changed."""

    game: GameSeen | None
    """The game, if it changed."""

    dice: DiceSeen | None
    """The dice of the game, where it began or ended."""

    now: int
    """The server's time."""


class Presence(NamedTuple):
    """Who is connected; it has no version and is not kept."""

    here: tuple[int, ...]
    """The members that are connected."""


class Done(NamedTuple):
    """A command changed nothing, or was played before."""

    id: str
    """The command's."""

    version: int
    """The number of the change by which it is done."""


class RefusedMessage(NamedTuple):
    """A command was refused; nobody else is told."""

    id: str | None
    """The command's; none where it could not be read."""

    reason: Reason
    """Why, from a closed list."""

    detail: str
    """The same in words."""


class Bye(NamedTuple):
    """The last message on a socket."""

    reason: ByeReason
    """Why."""


ServerMessage: TypeAlias = Welcome | Frame | Presence | Done | RefusedMessage | Bye
