"""What is agreed before the first disc: players, variants, the position to start from."""

from collections.abc import Iterable
from enum import Enum
from typing import Final, NamedTuple

from calavera.console.wording import counted
from calavera.rules.misuse import expect
from calavera.rules.model.discs import (
    FLOWERS_IN_A_TRIBE,
    Disc,
    disc_letters,
    discs_named,
    sorted_discs,
)
from calavera.rules.model.seats import MOST_SEATS, SEATS, Player, Seat, Viewer, seat_letter


class IllegalSetup(ValueError):
    """A table that the rules do not know; the message says which rule."""


class Placement(Enum):
    """The order of step 1 (R7)."""

    SIMULTANEOUS = "simultaneous"
    FIRST_LAST = "first-last"

    __hash__ = object.__hash__  # as for Disc

    def __repr__(self) -> str:
        return f"Placement.{self.name}"


SIMULTANEOUS: Final = Placement.SIMULTANEOUS
FIRST_LAST: Final = Placement.FIRST_LAST


A_SETUP: Final = "a Setup, made by set_up"


class SeatStart(NamedTuple):
    """What one seat begins with."""

    discs: tuple[Disc, ...]
    """Its discs, flowers before the skull; none for a seat that is out."""

    wins: int = 0
    """Successes so far, 0 or 1 (R30)."""

    def __repr__(self) -> str:
        return f"SeatStart.of({disc_letters(self.discs)!r}, {self.wins})"

    @classmethod
    def of(cls, discs: str, wins: int = 0) -> "SeatStart":
        """Discs by their letters: `SeatStart.of("FFS", 1)`."""
        return cls(discs_named(discs), wins)


WHOLE_TRIBE: Final = SeatStart((Disc.FLOWER,) * FLOWERS_IN_A_TRIBE + (Disc.SKULL,))
OUT: Final = SeatStart(())


class Setup(NamedTuple):
    """A checked table; make it with `set_up`."""

    players: int
    """How many players."""

    tribes: int
    """Seats per player, 1 or 2 (R35)."""

    placement: Placement
    """The order of step 1."""

    start: tuple[SeatStart, ...]
    """One entry per seat, known to everyone."""

    def __repr__(self) -> str:
        parts = [str(self.players)]
        if self.tribes != 1:
            parts.append(f"tribes={self.tribes}")
        if self.placement is not SIMULTANEOUS:
            parts.append(f"placement={self.placement!r}")
        if any(entry != WHOLE_TRIBE for entry in self.start):
            parts.append(f"start={self.start!r}")
        return f"set_up({', '.join(parts)})"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat, clockwise."""
        return SEATS[: len(self.start)]

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """The seats that have a disc at the start."""
        return tuple(seat for seat in self.seats if self.start[seat].discs)

    def owner(self, seat: Seat) -> Player:
        """Whose seat it is: player i has seats i and i + n (R35)."""
        return Player(seat % self.players)

    def seats_of(self, player: Player) -> tuple[Seat, ...]:
        """The one or two seats of a player."""
        return self.seats[player :: self.players]

    def viewer(self, player: Player) -> Viewer:
        """The viewpoint of a player: both of its seats with two tribes."""
        return Viewer(self.seats_of(player))


def set_up(
    players: int,
    *,
    tribes: int = 1,
    placement: Placement = SIMULTANEOUS,
    start: Iterable[SeatStart] | None = None,
) -> Setup:
    """A table by the rules, two seats (R5) to twelve (R3); raises IllegalSetup."""
    expect("players", players, int, "a number from 2 to 12")
    expect("tribes", tribes, int, "1 or 2")
    if tribes not in (1, 2):
        raise IllegalSetup(f"a player has one tribe or two, not {tribes} (R35)")
    if not isinstance(placement, Placement):
        raise IllegalSetup(f"placement is {' or '.join(map(repr, Placement))} (R7)")
    seats = players * tribes
    if players < 2 or seats > MOST_SEATS:
        raise IllegalSetup(
            f"{counted(players, 'player')} with {counted(tribes, 'tribe')} each make"
            f" {counted(seats, 'seat')}; a table has at least two players (R5)"
            f" and at most {MOST_SEATS} seats (R3)"
        )
    if start is None:
        return Setup(players, tribes, placement, (WHOLE_TRIBE,) * seats)
    expect("start", start, Iterable, "a SeatStart for each seat")
    entries = tuple(start)
    for entry in entries:
        expect("start", entry, SeatStart, "a SeatStart for each seat")
    _check_start(Setup(players, tribes, placement, entries), seats)
    in_order = tuple(SeatStart(sorted_discs(discs), wins) for discs, wins in entries)
    return Setup(players, tribes, placement, in_order)


def _check_start(setup: Setup, seats: int) -> None:
    if len(setup.start) != seats:
        raise IllegalSetup(
            f"the start has {counted(len(setup.start), 'entry', 'entries')}"
            f" for {counted(seats, 'seat')} ({'R2' if setup.tribes == 1 else 'R35'})"
        )
    for seat in setup.seats:
        discs, wins = setup.start[seat]
        if not isinstance(discs, tuple) or not all(isinstance(disc, Disc) for disc in discs):
            raise IllegalSetup(f"seat {seat_letter(seat)} starts with a tuple of discs (R1)")
        if discs.count(Disc.FLOWER) > FLOWERS_IN_A_TRIBE or discs.count(Disc.SKULL) > 1:
            raise IllegalSetup(
                f"seat {seat_letter(seat)} starts with more than three flowers and a skull (R1)"
            )
        if wins not in (0, 1):
            raise IllegalSetup(
                f"seat {seat_letter(seat)} starts with {wins} successes; the second one wins (R30)"
            )
        if wins and not discs:
            raise IllegalSetup(f"seat {seat_letter(seat)} is out and keeps no success (R27)")
    if len({setup.owner(seat) for seat in setup.seats_in}) < 2:
        raise IllegalSetup("at least two players must be in at the start (R31)")
