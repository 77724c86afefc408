"""What happened at a table. The list of a table's facts is the table: all else is made from it.

Most lie open to everybody at the table. Those that hold a secret have a twin without it, and
`seen.py` is the one place that says who is told what.
"""

from typing import Annotated, NamedTuple, TypeAlias

from calavera.record.derive import AtMost, tagged
from calavera.rules import Event, Seat, SeenEvent
from calavera.rules.seats import MOST_SEATS
from calavera.table.commands import Taunt
from calavera.table.fields import (
    MOST_FACTS,
    BotName,
    Code,
    Count,
    Hashes,
    Hex,
    Identity,
    Line,
    MemberNumber,
    Name,
    PlaceNumber,
    Salts,
    Tribes,
)
from calavera.table.settings import Settings


@tagged("opened")
class Opened(NamedTuple):
    """A table was made."""

    code: Code
    """By which it is found."""

    settings: Settings
    """How it plays."""


@tagged("joined")
class Joined(NamedTuple):
    """Somebody came to the table for the first time."""

    member: MemberNumber
    """Counted from 1."""

    name: Name
    """What they call themselves."""

    identity: Identity
    """Secret: by which they are known again."""


@tagged("joined")
class JoinedUnseen(NamedTuple):
    """`Joined`, for everybody."""

    member: MemberNumber
    """Counted from 1."""

    name: Name
    """What they call themselves."""


@tagged("renamed")
class Renamed(NamedTuple):
    """Somebody changed their name."""

    member: MemberNumber
    """Who."""

    name: Name
    """The new one."""


@tagged("seated")
class Seated(NamedTuple):
    """Somebody took a chair."""

    member: MemberNumber
    """Who."""

    place: PlaceNumber
    """Which chair."""

    tribes: Tribes
    """What its discs look like."""


@tagged("bot-seated")
class BotSeated(NamedTuple):
    """A bot was given a chair."""

    place: PlaceNumber
    """Which chair."""

    bot: BotName
    """Its name."""

    tribes: Tribes
    """What its discs look like."""


@tagged("emptied")
class Emptied(NamedTuple):
    """A chair became free."""

    place: PlaceNumber
    """Which one."""


@tagged("removed")
class Removed(NamedTuple):
    """The host sent somebody away: they cannot sit, come back or connect any more."""

    member: MemberNumber
    """Whom."""


@tagged("readmitted")
class Readmitted(NamedTuple):
    """Somebody who was sent away may come again."""

    member: MemberNumber
    """Who."""


@tagged("tribes-chosen")
class TribesChosen(NamedTuple):
    """A chair's discs look different now."""

    place: PlaceNumber
    """Which chair."""

    tribes: Tribes
    """How."""


@tagged("ready-said")
class ReadySaid(NamedTuple):
    """Somebody is ready, or not any more."""

    place: PlaceNumber
    """Whose chair."""

    ready: bool
    """Yes or no."""

    salt: Hex
    """Their part of the dice, hexadecimal digits."""


@tagged("settings-changed")
class SettingsChanged(NamedTuple):
    """The table plays differently; everybody has to say again that they are ready."""

    settings: Settings
    """All of them."""


@tagged("reshuffled")
class Reshuffled(NamedTuple):
    """Chairs were drawn by lot."""

    order: Annotated[tuple[PlaceNumber, ...], AtMost(MOST_SEATS)]
    """For each chair, the old chair of who sits there now."""


@tagged("host-passed")
class HostPassed(NamedTuple):
    """Somebody else is the host."""

    member: MemberNumber
    """Who."""


@tagged("dice-bound")
class DiceBound(NamedTuple):
    """The dice of the next game are fixed, before anybody adds salt to them."""

    master: Hex
    """Secret, hexadecimal: what all secrets of the game are made from."""


@tagged("dice-bound")
class DiceBoundUnseen(NamedTuple):
    """`DiceBound`, for everybody."""

    commitments: Hashes
    """What the dice are bound to: for the open draws, then for each player."""


@tagged("game-began")
class GameBegan(NamedTuple):
    """A game began."""

    number: Count
    """Counted from 1."""

    salts: Salts
    """What each player added to the dice."""


@tagged("played")
class Played(NamedTuple):
    """Something happened in the game: a move with all that follows from it, or chance."""

    seat: Seat | None
    """Who moved; none for chance."""

    events: Annotated[tuple[Event, ...], AtMost(MOST_FACTS)]
    """What happened, secrets and all."""


@tagged("played")
class PlayedSeen(NamedTuple):
    """`Played`, as one viewer sees it."""

    seat: Seat | None
    """Who moved; none for chance."""

    events: Annotated[tuple[SeenEvent, ...], AtMost(MOST_FACTS)]
    """What that viewer sees."""


@tagged("declined")
class Declined(NamedTuple):
    """A seat will not show its discs this time (R22)."""

    seat: Seat
    """Which one."""


@tagged("stood-in")
class StoodIn(NamedTuple):
    """A bot plays for somebody from here."""

    place: PlaceNumber
    """Whose chair."""

    bot: BotName
    """Its name."""


@tagged("came-back")
class CameBack(NamedTuple):
    """Somebody took the seat back."""

    place: PlaceNumber
    """Whose chair."""


@tagged("said")
class Said(NamedTuple):
    """Table talk."""

    member: MemberNumber
    """Who."""

    text: Line
    """What they said; never markup."""


@tagged("taunted")
class Taunted(NamedTuple):
    """Ready-made table talk."""

    member: MemberNumber
    """Who."""

    taunt: Taunt
    """Which one."""


@tagged("muted")
class Muted(NamedTuple):
    """Secret to everybody else: somebody will not hear a member, or will again."""

    by: MemberNumber
    """Who does not want to."""

    member: MemberNumber
    """Whom."""

    muted: bool
    """Whether."""


@tagged("closed")
class Closed(NamedTuple):
    """The table is no more."""


OpenFact: TypeAlias = (
    Opened
    | Renamed
    | Seated
    | BotSeated
    | Emptied
    | Removed
    | Readmitted
    | TribesChosen
    | ReadySaid
    | SettingsChanged
    | Reshuffled
    | HostPassed
    | GameBegan
    | Declined
    | StoodIn
    | CameBack
    | Said
    | Taunted
    | Closed
)

Fact: TypeAlias = OpenFact | Joined | DiceBound | Played | Muted
"""What is stored, secrets and all."""

SeenFact: TypeAlias = OpenFact | JoinedUnseen | DiceBoundUnseen | PlayedSeen
"""What somebody may be told; made by `seen` alone."""
