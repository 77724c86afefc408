"""What happened at a table. A table is the list of its facts: everything else is derived from it.

Most are public. Those that hold a secret have a twin without it, and `table/views/redact.py` is the
one place that decides which viewer is sent what.
"""

from typing import Annotated, NamedTuple, TypeAlias

from calavera.bots import Remark
from calavera.protocol.commands import Taunt
from calavera.protocol.fields import (
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
from calavera.protocol.settings import Settings
from calavera.record.codec.annotations import AtMost, tagged
from calavera.rules import Event, Seat, SeenEvent
from calavera.rules.model.seats import MOST_SEATS


@tagged("opened")
class Opened(NamedTuple):
    """A table was created."""

    code: Code
    """Its code in links."""

    settings: Settings
    """Its settings."""


@tagged("joined")
class Joined(NamedTuple):
    """Somebody came to the table for the first time."""

    member: MemberNumber
    """Counted from 1."""

    name: Name
    """What they call themselves."""

    identity: Identity
    """Secret: identifies them."""


@tagged("joined")
class JoinedUnseen(NamedTuple):
    """`Joined`, for everybody."""

    member: MemberNumber
    """Counted from 1."""

    name: Name
    """What they call themselves."""


@tagged("bot-declared")
class BotDeclared(NamedTuple):
    """A member said that a program plays for them; it stays so."""

    member: MemberNumber
    """Who."""


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
    """A member was removed: they can no longer sit, return or connect."""

    member: MemberNumber
    """Whom."""


@tagged("readmitted")
class Readmitted(NamedTuple):
    """A removed member may return."""

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
    """A member is ready, or no longer."""

    place: PlaceNumber
    """Whose chair."""

    ready: bool
    """Yes or no."""

    salt: Hex
    """Their salt for the dice, hexadecimal digits."""


@tagged("settings-changed")
class SettingsChanged(NamedTuple):
    """The settings changed; everybody has to get ready again."""

    settings: Settings
    """All of them."""


@tagged("reshuffled")
class Reshuffled(NamedTuple):
    """The chairs were shuffled."""

    order: Annotated[tuple[PlaceNumber, ...], AtMost(MOST_SEATS)]
    """For each chair, the old chair of its player."""


@tagged("host-passed")
class HostPassed(NamedTuple):
    """Another member is the host."""

    member: MemberNumber
    """Who."""


@tagged("dice-bound")
class DiceBound(NamedTuple):
    """The dice of the next game are fixed, before anybody adds salt."""

    master: Hex
    """Secret, hexadecimal: the seed of all secrets of the game."""


@tagged("dice-bound")
class DiceBoundUnseen(NamedTuple):
    """`DiceBound`, for everybody."""

    commitments: Hashes
    """The commitments of the dice: for the open draws, then for each player."""


@tagged("game-began")
class GameBegan(NamedTuple):
    """A game began."""

    number: Count
    """Counted from 1."""

    salts: Salts
    """Each player's salt."""


@tagged("played")
class Played(NamedTuple):
    """Events of the game: a move with its consequences, or chance."""

    seat: Seat | None
    """The seat that moved; null for chance."""

    events: Annotated[tuple[Event, ...], AtMost(MOST_FACTS)]
    """What happened, including secrets."""


@tagged("played")
class PlayedSeen(NamedTuple):
    """`Played`, as one viewer sees it."""

    seat: Seat | None
    """The seat that moved; null for chance."""

    events: Annotated[tuple[SeenEvent, ...], AtMost(MOST_FACTS)]
    """What that viewer sees."""


@tagged("declined")
class Declined(NamedTuple):
    """A seat declined to show its discs this time (R22)."""

    seat: Seat
    """Which one."""


@tagged("hinted")
class Hinted(NamedTuple):
    """A player asked for a hint."""

    seat: Seat
    """For which seat."""

    decision: Count
    """For which of its decisions."""


@tagged("stood-in")
class StoodIn(NamedTuple):
    """A bot took over a member's seat."""

    place: PlaceNumber
    """Whose chair."""

    bot: BotName
    """Its name."""


@tagged("came-back")
class CameBack(NamedTuple):
    """A member took their seat back."""

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


@tagged("bot-said")
class BotSaid(NamedTuple):
    """A bot said something."""

    place: PlaceNumber
    """On which chair."""

    remark: Remark
    """What."""


@tagged("muted")
class Muted(NamedTuple):
    """Secret to everybody else: a member muted or unmuted another."""

    by: MemberNumber
    """The member who mutes."""

    member: MemberNumber
    """Whom."""

    muted: bool
    """Whether."""


@tagged("closed")
class Closed(NamedTuple):
    """The table was closed."""


OpenFact: TypeAlias = (
    Opened
    | BotDeclared
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
    | Hinted
    | StoodIn
    | CameBack
    | Said
    | Taunted
    | BotSaid
    | Closed
)

Fact: TypeAlias = OpenFact | Joined | DiceBound | Played | Muted
"""Facts as they are stored, including secrets."""

SeenFact: TypeAlias = OpenFact | JoinedUnseen | DiceBoundUnseen | PlayedSeen
"""Facts as a viewer sees them; only `seen` creates them."""
