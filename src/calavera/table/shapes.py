"""What every message and every stored fact of a table looks like as JSON, in one table."""

from typing import Any, Final

from calavera.bots import BOTS
from calavera.record.kinds import Choice, ListOf, Maybe, Number, Object, OneOf, Remembered, Text
from calavera.record.shapes import (
    ACTION,
    EVENT,
    FLAG,
    SEAT,
    SEEN_EVENT,
    VIEW,
)
from calavera.rules import Placement
from calavera.rules.seats import MOST_SEATS
from calavera.table.commands import (
    Act,
    Admit,
    Back,
    ChangeSettings,
    ChooseTribes,
    Clear,
    Command,
    Decline,
    Leave,
    Mute,
    PassHost,
    Reshuffle,
    Say,
    SayReady,
    SayTaunt,
    SeatBot,
    Sit,
    Stand,
    Start,
    Taunt,
)
from calavera.table.entry import Entry
from calavera.table.facts import (
    BotSeated,
    CameBack,
    Closed,
    Declined,
    DiceBound,
    DiceBoundUnseen,
    Emptied,
    Fact,
    GameBegan,
    HostPassed,
    Joined,
    JoinedUnseen,
    Muted,
    Opened,
    Played,
    PlayedSeen,
    Readmitted,
    ReadySaid,
    Removed,
    Renamed,
    Reshuffled,
    Said,
    Seated,
    SeenFact,
    SettingsChanged,
    StoodIn,
    Taunted,
    TribesChosen,
)
from calavera.table.history import History
from calavera.table.messages import (
    Bye,
    ByeReason,
    Done,
    Frame,
    Presence,
    RefusedMessage,
    ServerMessage,
    Welcome,
)
from calavera.table.names import LONGEST_NAME
from calavera.table.reasons import Reason
from calavera.table.scene import DiceSeen, GameSeen, MemberSeen, PlaceSeen, RoomSeen, TurnSeen, You
from calavera.table.settings import (
    LONGEST_RESERVE,
    LONGEST_SHOWING,
    LONGEST_TURN,
    Settings,
    TurnClock,
)
from calavera.table.summary import Listing, Summary
from calavera.table.table import TablePhase
from calavera.table.tribes import Tribe

MOST_MEMBERS: Final = 100
MOST_TEXT: Final = 200
MOST_FACTS: Final = 1000
MOST_EVENTS: Final = 100_000
LATEST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps whole."""

# The smallest parts.

COMMAND_ID: Final = Text(40, 1, "[A-Za-z0-9_-]+", "CommandId", "Made by the sender of a command.")
CODE: Final = Text(12, 4, "[A-Z]+", "Code", "By which a table is found.")
NAME: Final = Text(LONGEST_NAME, 1, name="Name", about="What somebody is called.")
LINE: Final = Text(MOST_TEXT, 1)
DETAIL: Final = Text(1000)
IDENTITY: Final = Text(64, 1)
HEX: Final = Text(64, 0, "[0-9a-f]*")
PLACE: Final = Number(0, MOST_SEATS - 1, "ChairNumber", "A player's chair, counted from 0.")
MEMBER: Final = Number(1, MOST_MEMBERS, "MemberNumber", "Somebody at a table, counted from 1.")
GAME_NUMBER: Final = Number(0, LATEST)
COUNT: Final = Number(0, LATEST)
MOMENT: Final = Number(0, LATEST, "Moment", "Milliseconds since 1970, by the server's clock.")
BOT: Final = Text(40, 1, "[a-z0-9_-]+", "BotName", f"A bot by its name: {', '.join(BOTS)}.")
TRIBES: Final = ListOf(Choice(Tribe), 2)
HASHES: Final = ListOf(HEX, MOST_SEATS + 1)

SETTINGS: Final = Object(
    Settings,
    {
        "players": Number(2, MOST_SEATS),
        "tribes": Number(1, 2),
        "placement": Choice(Placement),
        "clock": Maybe(
            Object(
                TurnClock,
                {"move": Number(3, LONGEST_TURN), "reserve": Number(0, LONGEST_RESERVE)},
            )
        ),
        "showing": Number(0, LONGEST_SHOWING),
        "opens": FLAG,
        "spectators": FLAG,
        "listed": FLAG,
        "talk": FLAG,
    },
)

# What people ask for.

COMMAND: Final[OneOf[Command]] = OneOf(
    "Command",
    "What people ask a table to do.",
    [
        Object(Act, {"id": COMMAND_ID, "game": GAME_NUMBER, "seat": SEAT, "decision": COUNT,
                     "action": ACTION}, tag="act"),
        Object(Decline, {"id": COMMAND_ID, "game": GAME_NUMBER, "seat": SEAT}, tag="decline"),
        Object(Sit, {"id": COMMAND_ID, "place": Maybe(PLACE)}, tag="sit"),
        Object(Stand, {"id": COMMAND_ID}, tag="stand"),
        Object(ChooseTribes, {"id": COMMAND_ID, "place": PLACE, "tribes": TRIBES}, tag="tribe"),
        Object(SayReady, {"id": COMMAND_ID, "ready": FLAG, "salt": HEX}, tag="ready"),
        Object(ChangeSettings, {"id": COMMAND_ID, "settings": SETTINGS}, tag="settings"),
        Object(SeatBot, {"id": COMMAND_ID, "place": PLACE, "bot": BOT}, tag="bot"),
        Object(Clear, {"id": COMMAND_ID, "place": PLACE}, tag="clear"),
        Object(Admit, {"id": COMMAND_ID, "member": MEMBER}, tag="admit"),
        Object(Reshuffle, {"id": COMMAND_ID}, tag="reshuffle"),
        Object(Start, {"id": COMMAND_ID}, tag="start"),
        Object(Leave, {"id": COMMAND_ID}, tag="leave"),
        Object(Back, {"id": COMMAND_ID}, tag="back"),
        Object(Say, {"id": COMMAND_ID, "text": LINE}, tag="say"),
        Object(SayTaunt, {"id": COMMAND_ID, "taunt": Choice(Taunt)}, tag="taunt"),
        Object(Mute, {"id": COMMAND_ID, "member": MEMBER, "muted": FLAG}, tag="mute"),
        Object(PassHost, {"id": COMMAND_ID, "member": MEMBER}, tag="host"),
    ],
)  # fmt: skip

# What happened.

_OPEN_FACTS: Final = (
    Object(Opened, {"code": CODE, "settings": SETTINGS}, tag="opened"),
    Object(Renamed, {"member": MEMBER, "name": NAME}, tag="renamed"),
    Object(Seated, {"member": MEMBER, "place": PLACE, "tribes": TRIBES}, tag="seated"),
    Object(BotSeated, {"place": PLACE, "bot": BOT, "tribes": TRIBES}, tag="bot-seated"),
    Object(Emptied, {"place": PLACE}, tag="emptied"),
    Object(Removed, {"member": MEMBER}, tag="removed"),
    Object(Readmitted, {"member": MEMBER}, tag="readmitted"),
    Object(TribesChosen, {"place": PLACE, "tribes": TRIBES}, tag="tribes-chosen"),
    Object(ReadySaid, {"place": PLACE, "ready": FLAG, "salt": HEX}, tag="ready-said"),
    Object(SettingsChanged, {"settings": SETTINGS}, tag="settings-changed"),
    Object(Reshuffled, {"order": ListOf(PLACE, MOST_SEATS)}, tag="reshuffled"),
    Object(HostPassed, {"member": MEMBER}, tag="host-passed"),
    Object(GameBegan, {"number": GAME_NUMBER, "salts": ListOf(HEX, MOST_SEATS)}, tag="game-began"),
    Object(Declined, {"seat": SEAT}, tag="declined"),
    Object(StoodIn, {"place": PLACE, "bot": BOT}, tag="stood-in"),
    Object(CameBack, {"place": PLACE}, tag="came-back"),
    Object(Said, {"member": MEMBER, "text": LINE}, tag="said"),
    Object(Taunted, {"member": MEMBER, "taunt": Choice(Taunt)}, tag="taunted"),
    Object(Closed, {}, tag="closed"),
)

FACT: Final[OneOf[Fact]] = OneOf(
    "Fact",
    "What happened at a table, secrets and all: for the store alone.",
    [
        *_OPEN_FACTS,
        Object(Joined, {"member": MEMBER, "name": NAME, "identity": IDENTITY}, tag="joined"),
        Object(DiceBound, {"master": HEX}, tag="dice-bound"),
        Object(Played, {"seat": Maybe(SEAT), "events": ListOf(EVENT, MOST_FACTS)}, tag="played"),
        Object(Muted, {"by": MEMBER, "member": MEMBER, "muted": FLAG}, tag="muted"),
    ],
)
SEEN_FACT: Final[OneOf[SeenFact]] = OneOf(
    "SeenFact",
    "What happened at a table, as one viewer is told.",
    [
        *_OPEN_FACTS,
        Object(JoinedUnseen, {"member": MEMBER, "name": NAME}, tag="joined"),
        Object(DiceBoundUnseen, {"commitments": HASHES}, tag="dice-bound"),
        Object(
            PlayedSeen,
            {"seat": Maybe(SEAT), "events": ListOf(SEEN_EVENT, MOST_FACTS)},
            tag="played",
        ),
    ],
)
ENTRY: Final[Object[Entry]] = Object(
    Entry,
    {
        "by": Maybe(MEMBER),
        "id": Maybe(COMMAND_ID),
        "at": MOMENT,
        "facts": ListOf(FACT, MOST_FACTS),
    },
)

# The table as somebody sees it.

ROOM: Final = Object(
    RoomSeen,
    {
        "code": CODE,
        "phase": Choice(TablePhase),
        "host": MEMBER,
        "number": GAME_NUMBER,
        "settings": SETTINGS,
        "members": ListOf(
            Object(
                MemberSeen,
                {"member": MEMBER, "name": NAME, "place": Maybe(PLACE), "removed": FLAG},
                name="Member",
            ),
            MOST_MEMBERS,
        ),
        "places": ListOf(
            Object(
                PlaceSeen,
                {
                    "place": PLACE,
                    "name": Text(LONGEST_NAME + 8),
                    "member": Maybe(MEMBER),
                    "bot": Maybe(BOT),
                    "stand_in": Maybe(BOT),
                    "tribes": TRIBES,
                    "ready": FLAG,
                },
                name="PlayerPlace",
            ),
            MOST_SEATS,
        ),
        "commitments": HASHES,
    },
    name="Room",
)
DICE: Final = Object(
    DiceSeen,
    {
        "commitments": HASHES,
        "salts": ListOf(HEX, MOST_SEATS),
        "secrets": Maybe(ListOf(Maybe(HEX), MOST_SEATS + 1)),
    },
    name="Dice",
)
TURN: Final = Object(
    TurnSeen,
    {"seat": SEAT, "until": Maybe(MOMENT), "reserve": COUNT, "idle": Maybe(MOMENT)},
    name="Turn",
)
GAME: Final = Object(
    GameSeen,
    {
        "number": GAME_NUMBER,
        "view": VIEW,
        "decisions": ListOf(COUNT, MOST_SEATS),
        "turns": ListOf(Remembered(TURN), MOST_SEATS),
        "showing_until": Maybe(MOMENT),
        "declined": ListOf(SEAT, MOST_SEATS),
    },
    name="Game",
)
YOU: Final = Object(
    You,
    {
        "member": Maybe(MEMBER),
        "host": FLAG,
        "place": Maybe(PLACE),
        "seats": ListOf(SEAT, 2),
        "muted": ListOf(MEMBER, MOST_MEMBERS),
    },
)

# What the server says.

_FACTS_SEEN: Final = ListOf(SEEN_FACT, MOST_FACTS)
SERVER_MESSAGE: Final[OneOf[ServerMessage]] = OneOf(
    "ServerMessage",
    "What the server says on a socket.",
    [
        Object(
            Welcome,
            {
                "version": COUNT,
                "you": YOU,
                "facts": _FACTS_SEEN,
                "room": ROOM,
                "game": Maybe(GAME),
                "dice": Maybe(DICE),
                "here": ListOf(MEMBER, MOST_MEMBERS),
                "now": MOMENT,
            },
            tag="welcome",
        ),
        Object(
            Frame,
            {
                "version": COUNT,
                "done": Maybe(COMMAND_ID),
                "facts": _FACTS_SEEN,
                "you": Maybe(YOU),
                "room": Maybe(ROOM),
                "game": Maybe(GAME),
                "dice": Maybe(DICE),
                "now": MOMENT,
            },
            tag="frame",
        ),
        Object(Presence, {"here": ListOf(MEMBER, MOST_MEMBERS)}, tag="presence"),
        Object(Done, {"id": COMMAND_ID, "version": COUNT}, tag="done"),
        Object(
            RefusedMessage,
            {"id": Maybe(COMMAND_ID), "reason": Choice(Reason), "detail": DETAIL},
            tag="refused",
            name="Refused",
        ),
        Object(Bye, {"reason": Choice(ByeReason)}, tag="bye"),
    ],
)

HISTORY: Final = Object(
    History,
    {"version": COUNT, "number": GAME_NUMBER, "events": ListOf(SEEN_EVENT, MOST_EVENTS)},
)

# Lists of tables.

_SUMMARY: Final[dict[str, Any]] = {
    "code": CODE,
    "phase": Choice(TablePhase),
    "host": Text(LONGEST_NAME + 8),
    "people": COUNT,
    "bots": COUNT,
    "number": GAME_NUMBER,
    "settings": SETTINGS,
}
SUMMARY: Final = Object(Summary, _SUMMARY)
LISTING: Final = Object(Listing, {**_SUMMARY, "here": COUNT, "changed": MOMENT})
