"""The fields of commands, facts and messages, each with the values that it may hold."""

from enum import Enum
from typing import Annotated, Final, TypeAlias

from calavera.bots import BOTS
from calavera.protocol.tribes import Tribe
from calavera.record.codec.annotations import AtMost
from calavera.record.codec.kinds import Number, Text
from calavera.rules.model.seats import MOST_SEATS

LONGEST_NAME: Final = 24
LONGEST_TEXT: Final = 200
LONGEST_ANNOUNCEMENT: Final = 200
MOST_MEMBERS: Final = 100
MOST_FACTS: Final = 1000
MOST_EVENTS: Final = 100_000
LARGEST: Final = 2**53 - 1
"""The largest integer that every JSON parser represents exactly."""

COMMAND_ID: Final = Text(40, 1, "[A-Za-z0-9_-]+", "CommandId", "Chosen by the sender of a command.")
CODE: Final = Text(12, 4, "[A-Z]+", "Code", "The code of a table.")
NUMBER_SUFFIX: Final = 8
"""Characters for the number after a duplicate name."""

_NAME: Final = Text(LONGEST_NAME, 1, name="Name", about="A name.")
_PLACE: Final = Number(0, MOST_SEATS - 1, "ChairNumber", "A player's chair, counted from 0.")
_MEMBER: Final = Number(1, MOST_MEMBERS, "MemberNumber", "Somebody at a table, counted from 1.")
_COUNT: Final = Number(0, LARGEST)
_TIME: Final = Number(0, LARGEST, "Timestamp", "Milliseconds since 1970, by the server's clock.")
_BOT: Final = Text(
    40,
    1,
    "[a-z0-9_-]+",
    "BotName",
    f"A bot by its name: {', '.join(BOTS)}, or a level and a temper such as hard-bold.",
)

CommandId: TypeAlias = Annotated[str, COMMAND_ID]
Code: TypeAlias = Annotated[str, CODE]
Name: TypeAlias = Annotated[str, _NAME]
ChairName: TypeAlias = Annotated[str, Text(LONGEST_NAME + NUMBER_SUFFIX)]
Line: TypeAlias = Annotated[str, Text(LONGEST_TEXT, 1)]
AnnouncementText: TypeAlias = Annotated[str, Text(LONGEST_ANNOUNCEMENT, 1)]
Detail: TypeAlias = Annotated[str, Text(1000)]
Identity: TypeAlias = Annotated[str, Text(64, 1)]
Hex: TypeAlias = Annotated[str, Text(64, 0, "[0-9a-f]*")]
BotName: TypeAlias = Annotated[str, _BOT]
PlaceNumber: TypeAlias = Annotated[int, _PLACE]
MemberNumber: TypeAlias = Annotated[int, _MEMBER]
Count: TypeAlias = Annotated[int, _COUNT]
Timestamp: TypeAlias = Annotated[int, _TIME]
Tribes: TypeAlias = Annotated[tuple[Tribe, ...], AtMost(2)]
Members: TypeAlias = Annotated[tuple[MemberNumber, ...], AtMost(MOST_MEMBERS)]
Hashes: TypeAlias = Annotated[tuple[Hex, ...], AtMost(MOST_SEATS + 1)]
Salts: TypeAlias = Annotated[tuple[Hex, ...], AtMost(MOST_SEATS)]


class TablePhase(Enum):
    """What a table is doing."""

    GATHERING = "gathering"
    PLAYING = "playing"
    CLOSED = "closed"
