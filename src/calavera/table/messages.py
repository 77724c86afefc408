"""What a table says to who is connected."""

from enum import Enum
from typing import Annotated, NamedTuple, TypeAlias

from calavera.record.derive import AtMost, named, tagged
from calavera.table.facts import SeenFact
from calavera.table.fields import (
    MOST_FACTS,
    AnnouncementText,
    CommandId,
    Count,
    Detail,
    Members,
    Timestamp,
)
from calavera.table.reasons import Reason
from calavera.table.scene import DiceSeen, GameSeen, RoomSeen, You


class ByeReason(Enum):
    """Why the server closes a socket."""

    STOPPING = "stopping"
    """The server stops, or cannot reach its store; connect again."""

    CLOSED = "closed"
    """The table is no more."""

    FLOODING = "flooding"
    """Too many messages."""

    UNKNOWN_TABLE = "unknown-table"
    """There is no such table."""

    NO_SPECTATORS = "no-spectators"
    """This table is for its players only."""

    REMOVED = "removed"
    """The host has removed the reader."""

    SIGNED_OUT = "signed-out"
    """The token that the socket was opened with was revoked."""

    DAMAGED = "damaged"
    """The table's history is damaged; to connect again is of no use."""

    TOO_LARGE = "too-large"
    """A message was longer than any may be; connect again."""

    BAD_MESSAGE = "bad-message"
    """What was sent is no text; connect again."""


@tagged("welcome")
class Welcome(NamedTuple):
    """The first message on a socket: everything as it is now."""

    version: Count
    """How many entries the table's history has."""

    you: You
    """Who the reader is at this table."""

    facts: Annotated[tuple[SeenFact, ...], AtMost(MOST_FACTS)]
    """What happened since the version that the reader named; none if that is long ago."""

    room: RoomSeen
    """The people and the settings."""

    game: GameSeen | None
    """The game that is played, or was played last."""

    dice: DiceSeen | None
    """The dice of that game."""

    here: Members
    """The members that are connected."""

    now: Timestamp
    """The server's time."""


@tagged("frame")
class Frame(NamedTuple):
    """A change of the table."""

    version: Count
    """The number of the change; every reader gets every number."""

    done: CommandId | None
    """The id of the reader's command that this is the outcome of."""

    facts: Annotated[tuple[SeenFact, ...], AtMost(MOST_FACTS)]
    """What happened, as the reader may know it."""

    you: You | None
    """Who the reader is, if that changed."""

    room: RoomSeen | None
    """The people and the settings, if they changed."""

    game: GameSeen | None
    """The game, if it changed."""

    dice: DiceSeen | None
    """The dice of the game, where it began or ended."""

    now: Timestamp
    """The server's time."""


@tagged("presence")
class Presence(NamedTuple):
    """Who is connected; it has no version and is not kept."""

    here: Members
    """The members that are connected."""


@tagged("new-device")
class NewDevice(NamedTuple):
    """Another device has connected under the reader's identity; it has no version."""


@tagged("done")
class Done(NamedTuple):
    """A command changed nothing, or was played before."""

    id: CommandId
    """The command's."""

    version: Count
    """The number of the change by which it is done."""


@tagged("refused")
@named("Refused")
class RefusedMessage(NamedTuple):
    """A command was refused; nobody else is told."""

    id: CommandId | None
    """The command's; none where it could not be read."""

    reason: Reason
    """Why, from a closed list."""

    detail: Detail
    """The same in words."""


@tagged("announcement")
class Announcement(NamedTuple):
    """A message from whoever runs the server; it has no version and is not kept."""

    text: AnnouncementText
    """What they say; never markup."""

    at: Timestamp
    """When they said it: a reader who connects again is told again."""


@tagged("bye")
class Bye(NamedTuple):
    """The last message on a socket."""

    reason: ByeReason
    """Why."""


ServerMessage: TypeAlias = (
    Welcome | Frame | Presence | NewDevice | Done | RefusedMessage | Announcement | Bye
)
