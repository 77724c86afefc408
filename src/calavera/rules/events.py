"""What happened.

A game is a list of events. Each is a fact, named for what happened, and enough to bring the state
forward. Who may see what of an event is said in one place, `redact`: an event that holds a secret
has an *unseen* twin without it, so that a redacted event cannot carry what it must not.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from calavera.rules.actions import HIGHEST_BID
from calavera.rules.model.discs import Disc
from calavera.rules.model.outcome import Outcome
from calavera.rules.model.seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """Everybody has all discs in hand and step 1 starts."""

    number: int
    """Rounds are counted from 1."""

    first: Seat
    """The first player (R4, R28, R29)."""


@dataclass(frozen=True, slots=True)
class DiscPlaced:
    """A seat put a disc face down on its mat."""

    seat: Seat
    """Whose mat."""

    disc: Disc
    """Secret: known only to the seat's player."""


@dataclass(frozen=True, slots=True)
class PlacementUnseen:
    """`DiscPlaced` for everybody else."""

    seat: Seat
    """Whose mat."""


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat opened a challenge or raised it."""

    seat: Seat
    """Who bids."""

    number: int
    """How many discs."""


@dataclass(frozen=True, slots=True)
class SeatPassed:
    """A seat left the bidding."""

    seat: Seat
    """Who passed."""


@dataclass(frozen=True, slots=True)
class AttemptBegan:
    """The bidding ended (R16, R17)."""

    challenger: Seat
    """The highest bidder."""

    bid: int
    """How many flowers are to be turned over."""


@dataclass(frozen=True, slots=True)
class DiscFlipped:
    """The challenger turned a disc over."""

    challenger: Seat
    """Who turned it."""

    mat: Seat
    """Whose topmost face-down disc it was."""

    disc: Disc
    """What everybody saw."""


@dataclass(frozen=True, slots=True)
class AttemptSucceeded:
    """The bid was reached with flowers only (R21)."""

    challenger: Seat
    """Whose mat turns, or who wins (R30)."""


@dataclass(frozen=True, slots=True)
class AttemptFailed:
    """A skull showed (R21)."""

    challenger: Seat
    """Who will lose a disc (R23)."""

    skull: Seat
    """On whose mat the skull lay."""


@dataclass(frozen=True, slots=True)
class DiscsShuffled:
    """The challenger's discs lie face down in a random order, to be picked from (R24)."""

    challenger: Seat
    """Whose discs."""

    drawn: Disc
    """Secret to everybody, the challenger too: the disc that the blind pick will take."""


@dataclass(frozen=True, slots=True)
class ShuffleUnseen:
    """`DiscsShuffled`, for everybody."""

    challenger: Seat
    """Whose discs."""


@dataclass(frozen=True, slots=True)
class DiscLost:
    """A disc left the game for good (R23)."""

    seat: Seat
    """Who lost it."""

    taker: Seat
    """Who picked it blind (R24); the seat itself where it chose (R25)."""

    disc: Disc
    """Secret: known only to the player who lost it (R26)."""


@dataclass(frozen=True, slots=True)
class LossUnseen:
    """`DiscLost` for everybody else."""

    seat: Seat
    """Who lost it."""

    taker: Seat
    """Who picked it blind; the seat itself where it chose."""


@dataclass(frozen=True, slots=True)
class DiscsShown:
    """A seat showed its face-down discs after a failure (R22)."""

    seat: Seat
    """Whose discs."""

    discs: tuple[Disc, ...]
    """All that were face down, topmost first."""


@dataclass(frozen=True, slots=True)
class SeatOut:
    """A seat lost its last disc (R27)."""

    seat: Seat
    """Whose mat leaves the table."""


@dataclass(frozen=True, slots=True)
class FirstNamed:
    """A challenger that went out by its own skull named who begins (R29)."""

    seat: Seat
    """Who named."""

    first: Seat
    """Who begins."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over (R32)."""

    outcome: Outcome
    """Who won, and how."""


OpenEvent: TypeAlias = (
    RoundBegan
    | BidMade
    | SeatPassed
    | AttemptBegan
    | DiscFlipped
    | AttemptSucceeded
    | AttemptFailed
    | DiscsShown
    | SeatOut
    | FirstNamed
    | GameEnded
)
"""Events that everybody sees as they are."""

Event: TypeAlias = OpenEvent | DiscPlaced | DiscLost | DiscsShuffled
"""Events as they happened, secrets and all."""

SeenEvent: TypeAlias = (
    OpenEvent | DiscPlaced | PlacementUnseen | DiscLost | LossUnseen | ShuffleUnseen
)
"""Events as one viewer sees them; only `redact` creates them."""

# The three kinds that happen most, made once, as actions are.
PLACED: Final = {disc: tuple(DiscPlaced(seat, disc) for seat in SEATS) for disc in Disc}
BIDDEN: Final = tuple(
    tuple(BidMade(seat, number) for number in range(HIGHEST_BID + 1)) for seat in SEATS
)
FLIPPED: Final = {
    disc: tuple(tuple(DiscFlipped(seat, mat, disc) for mat in SEATS) for seat in SEATS)
    for disc in Disc
}
