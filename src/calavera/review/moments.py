"""Key moments: a closed list of codes with numbers, which an interface puts into words."""

from typing import Final, NamedTuple, TypeAlias, get_args

from calavera.rules import Disc, Seat


class Bluff(NamedTuple):
    """The biggest bluff that worked: a bid over the own skull, and somebody else went for it."""

    step: int
    seat: Seat
    bid: int
    victim: Seat
    """Who challenged and failed."""

    is_own_skull: bool
    """Whether the skull that the victim met was the bluffer's."""


class Read(NamedTuple):
    """The best read: an attempt that succeeded against the odds, past the skulls of others."""

    step: int
    seat: Seat
    bid: int
    chance: float
    """How likely that was to the challenger when the attempt began."""

    skulls: int
    """How many skulls of others lay face down."""


class Raise(NamedTuple):
    """The worst raise."""

    step: int
    seat: Seat
    bid: int
    loss: float


class Blunder(NamedTuple):
    """The decision that gave up most."""

    step: int
    seat: Seat
    loss: float


class Blind(NamedTuple):
    """The blind pick that changed most for the player who lost a disc."""

    step: int
    seat: Seat
    taker: Seat
    disc: Disc
    change: float
    """What it did to the chance of whoever lost the disc, against the mean of all picks."""


class AllAlong(NamedTuple):
    """The skull was there all along: the last disc that an attempt needed was a skull."""

    step: int
    seat: Seat
    owner: Seat
    bid: int


class Swing(NamedTuple):
    """The step that changed most for the winner, as everybody saw it."""

    step: int
    seat: Seat
    before: float
    after: float


Moment: TypeAlias = Bluff | Read | Raise | Blunder | Blind | AllAlong | Swing

MOMENTS: Final[tuple[type[Moment], ...]] = get_args(Moment)
"""Every kind of moment."""
