"""What happened at a table. The list of a table's facts is the table: all else is made from it.

Most lie open to everybody at the table. Those that hold a secret have a twin without it, and
`seen.py` is the one place that says who is told what.
"""

from typing import NamedTuple, TypeAlias

from calavera.rules import Event, Seat, SeenEvent
from calavera.table.commands import Taunt
from calavera.table.settings import Settings
from calavera.table.tribes import Tribe


class Opened(NamedTuple):
    """A table was made."""

    code: str
    """By which it is found."""

    settings: Settings
    """How it plays."""


class Joined(NamedTuple):
    """Somebody came to the table for the first time."""

    member: int
    """Counted from 1."""

    name: str
    """What they call themselves."""

    identity: str
    """Secret: by which they are known again."""


class JoinedUnseen(NamedTuple):
    """`Joined`, for everybody."""

    member: int
    """Counted from 1."""

    name: str
    """What they call themselves."""


class Renamed(NamedTuple):
    """Somebody changed their name."""

    member: int
    """Who."""

    name: str
    """The new one."""


class Seated(NamedTuple):
    """Somebody took a chair."""

    member: int
    """Who."""

    place: int
    """Which chair."""

    tribes: tuple[Tribe, ...]
    """What its discs look like."""


class BotSeated(NamedTuple):
    """A bot was given a chair."""

    place: int
    """Which chair."""

    bot: str
    """Its name."""

    tribes: tuple[Tribe, ...]
    """What its discs look like."""


class Emptied(NamedTuple):
    """A chair became free."""

    place: int
    """Which one."""


class Removed(NamedTuple):
    """The host sent somebody away: they cannot sit, come back or connect any more."""

    member: int
    """Whom."""


class Readmitted(NamedTuple):
    """Somebody who was sent away may come again."""

    member: int
    """Who."""


class TribesChosen(NamedTuple):
    """A chair's discs look different now."""

    place: int
    """Which chair."""

    tribes: tuple[Tribe, ...]
    """How."""


class ReadySaid(NamedTuple):
    """Somebody is ready, or not any more."""

    place: int
    """Whose chair."""

    ready: bool
    """Yes or no."""

    salt: str
    """Their part of the dice, hexadecimal digits."""


class SettingsChanged(NamedTuple):
    """The table plays differently; everybody has to say again that they are ready."""

    settings: Settings
    """All of them."""


class Reshuffled(NamedTuple):
    """Chairs were drawn by lot."""

    order: tuple[int, ...]
    """For each chair, the old chair of who sits there now."""


class HostPassed(NamedTuple):
    """Somebody else is the host."""

    member: int
    """Who."""


class DiceBound(NamedTuple):
    """The dice of the next game are fixed, before anybody adds salt to them."""

    master: str
    """Secret, hexadecimal: what all secrets of the game are made from."""


class DiceBoundUnseen(NamedTuple):
    """`DiceBound`, for everybody."""

    commitments: tuple[str, ...]
    """What the dice are bound to: for the open draws, then for each player."""


class GameBegan(NamedTuple):
    """A game began."""

    number: int
    """Counted from 1."""

    salts: tuple[str, ...]
    """What each player added to the dice."""


class Played(NamedTuple):
    """Something happened in the game: a move with all that follows from it, or chance."""

    seat: Seat | None
    """Who moved; none for chance."""

    events: tuple[Event, ...]
    """What happened, secrets and all."""


class PlayedSeen(NamedTuple):
    """`Played`, as one viewer sees it."""

    seat: Seat | None
    """Who moved; none for chance."""

    events: tuple[SeenEvent, ...]
    """What that viewer sees."""


class Declined(NamedTuple):
    """A seat will not show its discs this time (R22)."""

    seat: Seat
    """Which one."""


class StoodIn(NamedTuple):
    """A bot plays for somebody from here."""

    place: int
    """Whose chair."""

    bot: str
    """Its name."""


class CameBack(NamedTuple):
    """Somebody took the seat back."""

    place: int
    """Whose chair."""


class Said(NamedTuple):
    """Table talk."""

    member: int
    """Who."""

    text: str
    """What they said; never markup."""


class Taunted(NamedTuple):
    """Ready-made table talk."""

    member: int
    """Who."""

    taunt: Taunt
    """Which one."""


class Muted(NamedTuple):
    """Secret to everybody else: somebody will not hear a member, or will again."""

    by: int
    """Who does not want to."""

    member: int
    """Whom."""

    muted: bool
    """Whether."""


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
