"""The commands of a client. The connection identifies the caller, never the message."""

from enum import Enum
from typing import NamedTuple, TypeAlias

from calavera.protocol.fields import (
    BotName,
    CommandId,
    Count,
    Hex,
    Line,
    MemberNumber,
    PlaceNumber,
    Tribes,
)
from calavera.protocol.settings import Settings
from calavera.record.codec.annotations import added, tagged
from calavera.rules import Action, Seat


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


@added(bot=False)
@tagged("sit")
class Sit(NamedTuple):
    """Take a chair."""

    id: CommandId
    """Chosen by the sender; makes the command idempotent."""

    place: PlaceNumber | None
    """Which chair, or any: a free one, otherwise the last bot's."""

    bot: bool = False
    """Whether a program plays, and not a person: it has to say so, and everybody is told."""


@tagged("stand")
class Stand(NamedTuple):
    """Leave the chair, before a game."""

    id: CommandId
    """Chosen by the sender."""


@tagged("tribe")
class ChooseTribes(NamedTuple):
    """Choose how a chair's discs look."""

    id: CommandId
    """Chosen by the sender."""

    place: PlaceNumber
    """Which chair."""

    tribes: Tribes
    """As many tribes as a player has."""


@tagged("ready")
class SayReady(NamedTuple):
    """Ready to begin, or not."""

    id: CommandId
    """Chosen by the sender."""

    ready: bool
    """Yes or no."""

    salt: Hex
    """The sender's salt for the dice, hexadecimal digits; may be empty."""


@tagged("settings")
class ChangeSettings(NamedTuple):
    """The host changes the settings."""

    id: CommandId
    """Chosen by the sender."""

    settings: Settings
    """All of them."""


@tagged("bot")
class SeatBot(NamedTuple):
    """The host gives a chair to a bot."""

    id: CommandId
    """Chosen by the sender."""

    place: PlaceNumber
    """Which chair."""

    bot: BotName
    """Its name."""


@tagged("clear")
class Clear(NamedTuple):
    """The host takes a bot or a person off a chair."""

    id: CommandId
    """Chosen by the sender."""

    place: PlaceNumber
    """Which chair."""


@tagged("reshuffle")
class Reshuffle(NamedTuple):
    """The host shuffles the chairs."""

    id: CommandId
    """Chosen by the sender."""


@tagged("start")
class Start(NamedTuple):
    """The host begins a game."""

    id: CommandId
    """Chosen by the sender."""


@tagged("act")
class Act(NamedTuple):
    """Play one of the legal actions."""

    id: CommandId
    """Chosen by the sender."""

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
    """Decline to show discs after this failure (R22)."""

    id: CommandId
    """Chosen by the sender."""

    game: Count
    """The number of the game."""

    seat: Seat
    """Which of the sender's seats."""


@tagged("hint")
class AskHint(NamedTuple):
    """Ask what the strongest bot would consider, in a game against bots; the game is marked."""

    id: CommandId
    """Chosen by the sender."""

    game: Count
    """The number of the game."""

    seat: Seat
    """Which of the sender's seats."""

    decision: Count
    """The seat's decision that it is about."""


@tagged("leave")
class Leave(NamedTuple):
    """Leave the table; in a game a bot takes over."""

    id: CommandId
    """Chosen by the sender."""


@tagged("back")
class Back(NamedTuple):
    """Take the seat back from a bot."""

    id: CommandId
    """Chosen by the sender."""


@tagged("say")
class Say(NamedTuple):
    """Table talk."""

    id: CommandId
    """Chosen by the sender."""

    text: Line
    """What to say."""


@tagged("taunt")
class SayTaunt(NamedTuple):
    """Ready-made table talk."""

    id: CommandId
    """Chosen by the sender."""

    taunt: Taunt
    """Which one."""


@tagged("mute")
class Mute(NamedTuple):
    """Mute or unmute a member; nobody else is notified."""

    id: CommandId
    """Chosen by the sender."""

    member: MemberNumber
    """Whom."""

    muted: bool
    """Whether to mute them."""


@tagged("admit")
class Admit(NamedTuple):
    """The host readmits a removed member."""

    id: CommandId
    """Chosen by the sender."""

    member: MemberNumber
    """Whom."""


@tagged("host")
class PassHost(NamedTuple):
    """The host makes somebody else the host."""

    id: CommandId
    """Chosen by the sender."""

    member: MemberNumber
    """Whom."""


Command: TypeAlias = (
    Act
    | Decline
    | AskHint
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
