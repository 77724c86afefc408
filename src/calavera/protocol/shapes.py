"""The JSON of every message, derived from their classes."""

from typing import Final, cast

from calavera.protocol.commands import Command
from calavera.protocol.facts import SeenFact
from calavera.protocol.history import History
from calavera.protocol.messages import Frame, ServerMessage
from calavera.protocol.scene import DiceSeen, GameSeen, OwnSeen, RoomSeen, ViewSeen, You
from calavera.protocol.settings import Settings
from calavera.protocol.summary import GameLine, Listing, Statistics, Summary, Tally
from calavera.record.codec.annotations import object_of, union_of
from calavera.record.codec.kinds import Object, OneOf

COMMAND: Final[OneOf[Command]] = union_of("Command", "Commands to a table.", Command)
SEEN_FACT: Final[OneOf[SeenFact]] = union_of(
    "SeenFact", "What happened at a table, as one viewer sees it.", SeenFact
)
SERVER_MESSAGE: Final[OneOf[ServerMessage]] = union_of(
    "ServerMessage", "Messages of the server on a socket.", ServerMessage
)
FRAME: Final[Object[Frame]] = object_of(Frame)
SETTINGS: Final[Object[Settings]] = object_of(Settings)
ROOM: Final[Object[RoomSeen]] = object_of(RoomSeen)
GAME: Final[Object[GameSeen]] = object_of(GameSeen)
LIVE_VIEW: Final = cast(Object[ViewSeen], GAME.fields["view"])
LIVE_SEAT: Final[Object[OwnSeen]] = object_of(OwnSeen)
DICE: Final[Object[DiceSeen]] = object_of(DiceSeen)
YOU: Final[Object[You]] = object_of(You)
HISTORY: Final[Object[History]] = object_of(History)
SUMMARY: Final[Object[Summary]] = object_of(Summary)
LISTING: Final[Object[Listing]] = object_of(Listing)
GAME_LINE: Final[Object[GameLine]] = object_of(GameLine)
TALLY: Final[Object[Tally]] = object_of(Tally)
STATISTICS: Final[Object[Statistics]] = object_of(Statistics)
