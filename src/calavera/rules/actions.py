"""What a player can do.

Small frozen values with a text form both ways: the token of the notation without the seat that
acts and without what only the outcome tells. `str(Flip(Seat(1)))` is `>b`,
`action_named(">b")` is `Flip(mat=1)`.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from calavera.rules.misuse import expect
from calavera.rules.model.discs import DISCS_IN_A_TRIBE, Disc
from calavera.rules.model.seats import MOST_SEATS, SEATS, Seat, seat_letter


@dataclass(frozen=True, slots=True)
class Place:
    """Put a disc from the hand face down on your mat (R6, R9)."""

    disc: Disc
    """Which of its discs."""

    def __str__(self) -> str:
        return str(self.disc)


@dataclass(frozen=True, slots=True)
class Bid:
    """Open a challenge or raise it (R12, R14)."""

    number: int
    """How many discs will be turned over without a skull."""

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave this bidding (R14, R15)."""

    def __str__(self) -> str:
        return "-"


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn over the topmost face-down disc of a mat (R18-R20)."""

    mat: Seat
    """Whose mat."""

    def __str__(self) -> str:
        return f">{seat_letter(self.mat)}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Choose which of your discs to lose, after your own skull (R25)."""

    disc: Disc
    """Which of its discs."""

    def __str__(self) -> str:
        return f"~{self.disc}"


@dataclass(frozen=True, slots=True)
class Pick:
    """Take one of the challenger's shuffled discs, blind (R24)."""

    def __str__(self) -> str:
        return "~"


@dataclass(frozen=True, slots=True)
class Show:
    """Show your face-down discs after somebody's failure (R22)."""

    def __str__(self) -> str:
        return "!"


@dataclass(frozen=True, slots=True)
class NameFirst:
    """Name the seat that begins the next round, going out by your own skull (R29)."""

    seat: Seat
    """Who begins."""

    def __str__(self) -> str:
        return f"^{seat_letter(self.seat)}"


Action: TypeAlias = Place | Bid | Pass | Flip | Discard | Pick | Show | NameFirst

HIGHEST_BID: Final = MOST_SEATS * DISCS_IN_A_TRIBE

# Every action there is, made once: legal_actions only picks from these.
PLACES: Final = {disc: Place(disc) for disc in Disc}
DISCARDS: Final = {disc: Discard(disc) for disc in Disc}
BIDS: Final = tuple(Bid(number) for number in range(1, HIGHEST_BID + 1))
FLIPS: Final = tuple(Flip(seat) for seat in SEATS)
NAMES: Final = tuple(NameFirst(seat) for seat in SEATS)
PASS: Final = Pass()
PICK: Final = Pick()
SHOW: Final = Show()

EVERY_ACTION: Final[tuple[Action, ...]] = (
    *PLACES.values(), *DISCARDS.values(), *BIDS, *FLIPS, *NAMES, PASS, PICK, SHOW,
)  # fmt: skip
_BY_TEXT: Final = {str(action): action for action in EVERY_ACTION}


def action_named(text: str) -> Action:
    """The action of a text form; raises ValueError if there is none."""
    expect("text", text, str, "the text of an action, as F, 3 or -")
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(
            f"{text!r} is not an action: a disc F or S, a number, - to pass, >b to flip,"
            " ~F or ~ to lose or pick a disc, ! to show, ^b to name the first player"
        ) from None
