"""The messages of a server on a socket."""

from enum import Enum
from typing import Annotated, NamedTuple, TypeAlias

from calavera.bots.hints import Hint
from calavera.protocol.facts import SeenFact
from calavera.protocol.fields import (
    MOST_FACTS,
    AnnouncementText,
    CommandId,
    Count,
    Detail,
    Members,
    Timestamp,
)
from calavera.protocol.hints import HINT
from calavera.protocol.reasons import Reason
from calavera.protocol.scene import DiceSeen, GameSeen, RoomSeen, You
from calavera.record.codec.annotations import AtMost, named, tagged
from calavera.rules import Seat


class ByeReason(Enum):
    """Why the server closes a socket."""

    STOPPING = "stopping"
    """The server stops, or cannot reach its store; reconnect."""

    CLOSED = "closed"
    """The table was closed."""

    FLOODING = "flooding"
    """Too many messages."""

    UNKNOWN_TABLE = "unknown-table"
    """There is no such table."""

    NO_SPECTATORS = "no-spectators"
    """This table is for its players only."""

    REMOVED = "removed"
    """The reader was removed."""

    SIGNED_OUT = "signed-out"
    """The token that the socket was opened with was revoked."""

    DAMAGED = "damaged"
    """The table's history is damaged; reconnecting does not help."""

    TOO_LARGE = "too-large"
    """A message was too long; reconnect."""

    BAD_MESSAGE = "bad-message"
    """A message was not valid text; reconnect."""


@tagged("welcome")
class Welcome(NamedTuple):
    """The first message on a socket: everything as it is now."""

    version: Count
    """The length of the table's history."""

    you: You
    """Who the reader is at this table."""

    facts: Annotated[tuple[SeenFact, ...], AtMost(MOST_FACTS)]
    """What happened since the reader's version; null if that is too long ago."""

    room: RoomSeen
    """The people and the settings."""

    game: GameSeen | None
    """The current or last game."""

    dice: DiceSeen | None
    """The dice of that game."""

    here: Members
    """The connected members."""

    now: Timestamp
    """The server's time."""


@tagged("frame")
class Frame(NamedTuple):
    """A change of the table."""

    version: Count
    """The number of the change; every reader gets every one."""

    done: CommandId | None
    """The id of the reader's command that caused this."""

    facts: Annotated[tuple[SeenFact, ...], AtMost(MOST_FACTS)]
    """What happened, as the reader may know it."""

    you: You | None
    """Who the reader is, if that changed."""

    room: RoomSeen | None
    """The people and the settings, if they changed."""

    game: GameSeen | None
    """The game, if it changed."""

    dice: DiceSeen | None
    """The dice of the game, if it began or ended."""

    now: Timestamp
    """The server's time."""


@tagged("presence")
class Presence(NamedTuple):
    """The connected members; it has no version and is not stored."""

    here: Members
    """The connected members."""


@tagged("new-device")
class NewDevice(NamedTuple):
    """Another device has connected under the reader's identity; it has no version."""


@tagged("done")
class Done(NamedTuple):
    """A command changed nothing, or was already done."""

    id: CommandId
    """The id of the command."""

    version: Count
    """The number of the change that did it."""


@tagged("refused")
@named("Refused")
class RefusedMessage(NamedTuple):
    """A command was refused; nobody else is notified."""

    id: CommandId | None
    """The id of the command; null if it could not be read."""

    reason: Reason
    """Why, from a closed list."""

    detail: Detail
    """The reason in words."""


@tagged("hint")
@named("HintMessage")
class HintMessage(NamedTuple):
    """The answer to `hint`, for the client that asked; it has no version and is not stored."""

    id: CommandId
    """The id of the command."""

    game: Count
    """The number of the game."""

    seat: Seat
    """The seat that is to decide."""

    decision: Count
    """Its decision."""

    hint: Annotated[Hint, HINT]
    """What the strongest bot would consider."""


@tagged("announcement")
class Announcement(NamedTuple):
    """A message from the administrator; it has no version and is not stored."""

    text: AnnouncementText
    """The text; never markup."""

    at: Timestamp
    """When it was announced; it is sent again on reconnect."""


@tagged("bye")
class Bye(NamedTuple):
    """The last message on a socket."""

    reason: ByeReason
    """Why."""


ServerMessage: TypeAlias = (
    Welcome
    | Frame
    | Presence
    | NewDevice
    | Done
    | RefusedMessage
    | HintMessage
    | Announcement
    | Bye
)
