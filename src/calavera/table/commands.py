"""What people ask a table to do. Who asks is known from the connection, never from the message."""

from enum import Enum
from typing import NamedTuple, TypeAlias

from calavera.record.derive import tagged
from calavera.rules import Action, Seat
from calavera.table.fields import (
    BotName,
    CommandId,
    Count,
    Hex,
    Line,
    MemberNumber,
    PlaceNumber,
    Tribes,
)
from calavera.table.settings import Settings


class Taunt(Enum):
    """Ready-made table talk; every interface has its own words for them."""

    SURE = "sure"
    BLUFF = "bluff"
    FLOWER = "flower"
    SKULL = "skull"
    DARE = "dare"
    OUCH = "ouch"
    BRAVO = "bravo"
    HURRY = "hurry"
    HMM = "hmm"
    AGAIN = "again"


@tagged("sit")
class Sit(NamedTuple):
    """Take a chair."""

    id: CommandId
    """Made by the sender; a repeated one is played once."""

    place: PlaceNumber | None
    """Which chair, or any."""


@tagged("stand")
class Stand(NamedTuple):
    """Leave the chair, before a game."""

    id: CommandId
    """Made by the sender."""


@tagged("tribe")
class ChooseTribes(NamedTuple):
    """Choose how a chair's discs look."""

    id: CommandId
    """Made by the sender."""

    place: PlaceNumber
    """Which chair."""

    tribes: Tribes
    """As many as a player has."""


@tagged("ready")
class SayReady(NamedTuple):
    """Ready to begin, or not."""

    id: CommandId
    """Made by the sender."""

    ready: bool
    """Yes or no."""

    salt: Hex
    """The sender's part of the dice, hexadecimal digits; may be empty."""


@tagged("settings")
class ChangeSettings(NamedTuple):
    """The host changes how the table plays."""

    id: CommandId
    """Made by the sender."""

    settings: Settings
    """All of them."""


@tagged("bot")
class SeatBot(NamedTuple):
    """The host gives a chair to a bot."""

    id: CommandId
    """Made by the sender."""

    place: PlaceNumber
    """Which chair."""

    bot: BotName
    """Its name."""


@tagged("clear")
class Clear(NamedTuple):
    """The host takes a bot or a person off a chair."""

    id: CommandId
    """Made by the sender."""

    place: PlaceNumber
    """Which chair."""


@tagged("reshuffle")
class Reshuffle(NamedTuple):
    """The host has the seats drawn by lot."""

    id: CommandId
    """Made by the sender."""


@tagged("start")
class Start(NamedTuple):
    """The host begins a game."""

    id: CommandId
    """Made by the sender."""


@tagged("act")
class Act(NamedTuple):
    """Play one of the legal actions."""

    id: CommandId
    """Made by the sender."""

    game: Count
    """The number of the game."""

    seat: Seat
    """Which of the sender's seats."""

    decision: Count
    """The seat's decision that this answers."""

    action: Action
    """What to do."""


@tagged("decline")
class Decline(NamedTuple):
    """Will not show its discs after this failure (R22)."""

    id: CommandId
    """Made by the sender."""

    game: Count
    """The number of the game."""

    seat: Seat
    """Which of the sender's seats."""


@tagged("leave")
class Leave(NamedTuple):
    """Go; in a game a bot plays on."""

    id: CommandId
    """Made by the sender."""


@tagged("back")
class Back(NamedTuple):
    """Take the seat back from the bot that stood in."""

    id: CommandId
    """Made by the sender."""


@tagged("say")
class Say(NamedTuple):
    """Table talk."""

    id: CommandId
    """Made by the sender."""

    text: Line
    """What to say."""


@tagged("taunt")
class SayTaunt(NamedTuple):
    """Ready-made table talk."""

    id: CommandId
    """Made by the sender."""

    taunt: Taunt
    """Which one."""


@tagged("mute")
class Mute(NamedTuple):
    """Hear a member no more, or again; nobody else is told."""

    id: CommandId
    """Made by the sender."""

    member: MemberNumber
    """Whom."""

    muted: bool
    """Whether to."""


@tagged("admit")
class Admit(NamedTuple):
    """The host lets somebody come again who was removed."""

    id: CommandId
    """Made by the sender."""

    member: MemberNumber
    """Whom."""


@tagged("host")
class PassHost(NamedTuple):
    """The host makes somebody else the host."""

    id: CommandId
    """Made by the sender."""

    member: MemberNumber
    """Whom."""


Command: TypeAlias = (
    Act
    | Decline
    | Sit
    | Stand
    | ChooseTribes
    | SayReady
    | ChangeSettings
    | SeatBot
    | Clear
    | Admit
    | Reshuffle
    | Start
    | Leave
    | Back
    | Say
    | SayTaunt
    | Mute
    | PassHost
)
