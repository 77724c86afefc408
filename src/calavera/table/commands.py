"""What people ask a table to do. Who asks is known from the connection, never from the message."""

from enum import Enum
from typing import NamedTuple, TypeAlias

from calavera.rules import Action, Seat
from calavera.table.settings import Settings
from calavera.table.tribes import Tribe


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


class Sit(NamedTuple):
    """Take a chair."""

    id: str
    """Made by the sender; a repeated one is played once."""

    place: int | None
    """Which chair, or any."""


class Stand(NamedTuple):
    """Leave the chair, before a game."""

    id: str
    """Made by the sender."""


class ChooseTribes(NamedTuple):
    """Choose how a chair's discs look."""

    id: str
    """Made by the sender."""

    place: int
    """Which chair."""

    tribes: tuple[Tribe, ...]
    """As many as a player has."""


class SayReady(NamedTuple):
    """Ready to begin, or not."""

    id: str
    """Made by the sender."""

    ready: bool
    """Yes or no."""

    salt: str
    """The sender's part of the dice, hexadecimal digits; may be empty."""


class ChangeSettings(NamedTuple):
    """The host changes how the table plays."""

    id: str
    """Made by the sender."""

    settings: Settings
    """All of them."""


class SeatBot(NamedTuple):
    """The host gives a chair to a bot."""

    id: str
    """Made by the sender."""

    place: int
    """Which chair."""

    bot: str
    """Its name."""


class Clear(NamedTuple):
    """The host takes a bot or a person off a chair."""

    id: str
    """Made by the sender."""

    place: int
    """Which chair."""


class Reshuffle(NamedTuple):
    """The host has the seats drawn by lot."""

    id: str
    """Made by the sender."""


class Start(NamedTuple):
    """The host begins a game."""

    id: str
    """Made by the sender."""


class Act(NamedTuple):
    """Play one of the legal actions."""

    id: str
    """Made by the sender."""

    game: int
    """The number of the game."""

    seat: Seat
    """Which of the sender's seats."""

    decision: int
    """The seat's decision that this answers."""

    action: Action
    """What to do."""


class Decline(NamedTuple):
    """Will not show its discs after this failure (R22)."""

    id: str
    """Made by the sender."""

    game: int
    """The number of the game."""

    seat: Seat
    """Which of the sender's seats."""


class Leave(NamedTuple):
    """Go; in a game a bot plays on."""

    id: str
    """Made by the sender."""


class Back(NamedTuple):
    """Take the seat back from the bot that stood in."""

    id: str
    """Made by the sender."""


class Say(NamedTuple):
    """Table talk."""

    id: str
    """Made by the sender."""

    text: str
    """What to say."""


class SayTaunt(NamedTuple):
    """Ready-made table talk."""

    id: str
    """Made by the sender."""

    taunt: Taunt
    """Which one."""


class Mute(NamedTuple):
    """Hear a member no more, or again; nobody else is told."""

    id: str
    """Made by the sender."""

    member: int
    """Whom."""

    muted: bool
    """Whether to."""


class Admit(NamedTuple):
    """The host lets somebody come again who was removed."""

    id: str
    """Made by the sender."""

    member: int
    """Whom."""


class PassHost(NamedTuple):
    """The host makes somebody else the host."""

    id: str
    """Made by the sender."""

    member: int
    """Whom."""


Command: TypeAlias = (
    Sit
    | Stand
    | ChooseTribes
    | SayReady
    | ChangeSettings
    | SeatBot
    | Clear
    | Admit
    | Reshuffle
    | Start
    | Act
    | Decline
    | Leave
    | Back
    | Say
    | SayTaunt
    | Mute
    | PassHost
)
