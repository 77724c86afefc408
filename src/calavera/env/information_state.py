"""Everything a player has seen since the game began, as text and as numbers (perfect recall).

Both are functions of the redacted events of that player. The text is the notation of records, with
a question mark for each disc that the player did not see. The numbers have a row for each round.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import accumulate
from math import prod
from typing import Final, NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from calavera.record.notation import write_move
from calavera.rules import Disc, SeenEvent, seat_letter
from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    LossUnseen,
    PlacementUnseen,
    RoundBegan,
    SeatPassed,
)
from calavera.rules.model.discs import DISCS_IN_A_TRIBE

Tensor: TypeAlias = NDArray[numpy.float32]

KINDS: Final = (Disc.FLOWER, Disc.SKULL)


class Size(NamedTuple):
    """The size of a game with one tribe a player."""

    players: int
    discs: int
    """On all seats at the start."""

    to_turn: int
    """Mats that a success can still turn: players without one at the start."""

    @property
    def rounds(self) -> int:
        """No game is longer: every round costs a disc, or turns a mat, or ends it (R23, R30)."""
        return self.discs - 1 + self.to_turn

    @property
    def decisions(self) -> int:
        """No game has more: discs are placed, bid and flipped once a round, and all others pass."""
        once = [3 * discs + self.players + 1 for discs in range(1, self.discs + 1)]
        return sum(once) + self.to_turn * once[-1]

    @property
    def width(self) -> int:
        """How many numbers a round has."""
        return fields(self)[-1].end


class Field(NamedTuple):
    """A part of the numbers of a round."""

    name: str
    begin: int
    end: int
    shape: tuple[int, ...]


@cache
def fields(size: Size) -> tuple[Field, ...]:
    """The parts of a round, in their order."""
    shapes = {
        "first": (size.players,),
        "placed": (size.players, DISCS_IN_A_TRIBE),
        "own": (DISCS_IN_A_TRIBE, len(KINDS)),
        "bids": (size.discs, size.players),
        "passed": (size.players,),
        "flips": (size.discs, size.players),
        "skull": (1,),
        "lost": (1,),
        "own_lost": (len(KINDS),),
    }
    ends = list(accumulate(prod(shape) for shape in shapes.values()))
    places = zip(shapes.items(), [0, *ends], ends, strict=False)
    return tuple(Field(name, begin, end, shape) for (name, shape), begin, end in places)


def token(event: SeenEvent) -> str:
    """What an event adds to the text; nothing where it follows from others."""
    match event:
        case RoundBegan(number=number, first=first):
            return f" {number}.{seat_letter(first)}"
        case DiscPlaced() | PlacementUnseen() | BidMade() | SeatPassed() | DiscFlipped():
            return f" {write_move(event)}"
        case DiscLost() | LossUnseen():
            return f" {write_move(event)}"
        case _:
            return ""


def write_rounds(events: Iterable[SeenEvent], size: Size, rows: Tensor) -> None:
    """Fills `rows`, one a round, with what a player has seen."""
    rows.fill(0.0)
    heights, flips, at = [0] * size.players, 0, -1
    parts: Mapping[str, Tensor] = {}
    for event in events:
        match event:
            case RoundBegan(first=first):
                at += 1
                heights, flips, parts = [0] * size.players, 0, _parts(rows[at], size)
                parts["first"][first] = 1.0
            case DiscPlaced(seat=seat) | PlacementUnseen(seat=seat):
                parts["placed"][seat, heights[seat]] = 1.0
                if isinstance(event, DiscPlaced):
                    parts["own"][heights[seat], KINDS.index(event.disc)] = 1.0
                heights[seat] += 1
            case BidMade(seat=seat, number=number):
                parts["bids"][number - 1, seat] = 1.0
            case SeatPassed(seat=seat):
                parts["passed"][seat] = 1.0
            case DiscFlipped(mat=mat, disc=disc):
                parts["flips"][flips, mat] = 1.0
                parts["skull"][0] = disc is Disc.SKULL
                flips += 1
            case DiscLost() | LossUnseen():
                parts["lost"][0] = 1.0
                if isinstance(event, DiscLost):
                    parts["own_lost"][KINDS.index(event.disc)] = 1.0
            case _:
                pass


def _parts(row: Tensor, size: Size) -> Mapping[str, Tensor]:
    """Views of the parts of one round."""
    return {name: row[begin:end].reshape(shape) for name, begin, end, shape in fields(size)}
