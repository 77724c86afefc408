"""What one seat looks like to somebody: the data that a drawing is made from."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from calavera.record.position import Position, Worlds
from calavera.rules import Board, Disc, Holding, Mat, Phase, Seat, View
from calavera.terminal.cast import Cast
from calavera.terminal.theme import TURN


class Lie(Enum):
    """How a disc lies on its mat."""

    DOWN = "face down"
    FLIPPED = "turned over by the challenger"
    SHOWN = "shown by its owner"


class Lying(NamedTuple):
    """One disc of a stack."""

    disc: Disc | None
    """Which one it is, where the onlooker knows."""

    lie: Lie
    """How it lies."""


class Known(NamedTuple):
    """What an onlooker knows of a seat's discs; none where it does not."""

    hand: tuple[Disc | None, ...]
    """In hand, flowers first."""

    stack: tuple[Disc | None, ...]
    """On the mat, bottom to top."""

    lost: tuple[Disc | None, ...]
    """Lost for good, in order."""


class Picture(NamedTuple):
    """One seat, ready to be drawn."""

    seat: Seat
    """Which one; it has its tribe's colour and ornament."""

    label: str
    """Its letter and whose it is."""

    stack: tuple[Lying, ...]
    """Bottom to top."""

    hand: tuple[Disc | None, ...]
    """In hand."""

    wins: int
    """The flower side is up from the first success on."""

    notes: tuple[str, ...]
    """What else is to be said of it, the most important first."""

    acting: bool
    """Whether it is its turn."""

    gone: bool
    """Whether its mat has left the table."""


def known_in_view(view: View) -> tuple[Known, ...]:
    """What the viewer knows: its own discs, and what has been turned over."""
    own = {seat.seat: seat.holding for seat in view.own}
    return tuple(
        known_holding(own[seat]) if seat in own else _known_mat(view.board.mats[seat])
        for seat in view.board.setup.seats
    )


def known_in_position(position: Position) -> tuple[Known, ...]:
    """What a record tells."""
    return tuple(map(_known_worlds, position.worlds))


def known_holding(holding: Holding) -> Known:
    """What a seat's owner knows."""
    return Known(holding.hand, holding.stack, holding.lost)


def _known_mat(mat: Mat) -> Known:
    hidden = (None,) * mat.face_down
    return Known((None,) * mat.hand, hidden + mat.faces[::-1], ())


def _known_worlds(worlds: Worlds) -> Known:
    some = next(iter(worlds))
    flowers = min(world.hand.count(Disc.FLOWER) for world in worlds)
    skulls = min(world.hand.count(Disc.SKULL) for world in worlds)
    certain = (Disc.FLOWER,) * flowers + (Disc.SKULL,) * skulls
    return Known(
        certain + (None,) * (len(some.hand) - len(certain)),
        _agreed([world.stack for world in worlds]),
        _agreed([world.lost for world in worlds]),
    )


def _agreed(rows: Sequence[tuple[Disc, ...]]) -> tuple[Disc | None, ...]:
    return tuple(discs[0] if len(set(discs)) == 1 else None for discs in zip(*rows, strict=True))


def pictures(board: Board, known: Sequence[Known], cast: Cast) -> list[Picture]:
    """Every seat of a table as the onlooker sees it, clockwise."""
    return [_picture(board, seat, known[seat], cast) for seat in board.setup.seats]


def _picture(board: Board, seat: Seat, known: Known, cast: Cast) -> Picture:
    mat = board.mats[seat]
    lies = [Lie.FLIPPED] * mat.flipped + [Lie.SHOWN] * (len(mat.faces) - mat.flipped)
    lies += [Lie.DOWN] * mat.face_down
    return Picture(
        seat,
        cast.label(seat),
        tuple(map(Lying, known.stack, reversed(lies))),
        known.hand,
        mat.wins,
        tuple(_notes(board, seat, cast)),
        seat in board.turn,
        mat.out and not mat.height,
    )


def _notes(board: Board, seat: Seat, cast: Cast) -> list[str]:
    mat = board.mats[seat]
    notes = []
    if board.outcome is not None and board.outcome.seat == seat:
        notes.append("winner")
    elif board.attempt is not None and board.attempt.challenger == seat:
        notes.append("challenger")
    elif board.bidding is not None and board.bidding.bidder == seat:
        notes.append(f"bids {board.bidding.number}")
    if seat in board.turn:
        notes.insert(0, f"{TURN} {_due(board, seat, cast)}")
    if mat.out:
        notes.append("out")
    elif mat.discs == 1:
        notes.append("stoned")
    if mat.passed:
        notes.append("passed")
    return notes


def _due(board: Board, seat: Seat, cast: Cast) -> str:
    if board.phase is Phase.PLACE:
        return "to place"
    return "your turn" if seat in cast.you else "to act"
