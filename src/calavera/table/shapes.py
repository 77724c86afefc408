"""The JSON of every message and every stored fact, derived from their classes."""

from typing import Final

from calavera.record.derive import object_of, union_of
from calavera.record.kinds import Object, OneOf
from calavera.table.commands import Command
from calavera.table.entry import Entry
from calavera.table.facts import Fact, SeenFact
from calavera.table.history import History
from calavera.table.messages import Frame, ServerMessage
from calavera.table.scene import DiceSeen, GameSeen, RoomSeen, You
from calavera.table.settings import Settings
from calavera.table.summary import Listing, Summary

COMMAND: Final[OneOf[Command]] = union_of("Command", "What people ask a table to do.", Command)
FACT: Final[OneOf[Fact]] = union_of(
    "Fact", "What happened at a table, secrets and all: for the store alone.", Fact
)
SEEN_FACT: Final[OneOf[SeenFact]] = union_of(
    "SeenFact", "What happened at a table, as one viewer is told.", SeenFact
)
SERVER_MESSAGE: Final[OneOf[ServerMessage]] = union_of(
    "ServerMessage", "What the server says on a socket.", ServerMessage
)
FRAME: Final[Object[Frame]] = object_of(Frame)
ENTRY: Final[Object[Entry]] = object_of(Entry)
SETTINGS: Final[Object[Settings]] = object_of(Settings)
ROOM: Final[Object[RoomSeen]] = object_of(RoomSeen)
GAME: Final[Object[GameSeen]] = object_of(GameSeen)
DICE: Final[Object[DiceSeen]] = object_of(DiceSeen)
YOU: Final[Object[You]] = object_of(You)
HISTORY: Final[Object[History]] = object_of(History)
SUMMARY: Final[Object[Summary]] = object_of(Summary)
LISTING: Final[Object[Listing]] = object_of(Listing)
