"""What one seat looks like to a viewer: the data of a drawing."""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from calavera.record.position import Position, Worlds
from calavera.rules import Board, Disc, Holding, Mat, Phase, Seat, View
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.theme import TURN


class Lie(Enum):
    """How a disc lies on its mat."""

    DOWN = "face down"
    FLIPPED = "turned over by the challenger"
    SHOWN = "shown by its owner"


class Lying(NamedTuple):
    """One disc of a stack."""

    disc: Disc | None  # which disc, if the viewer knows
    lie: Lie  # how it lies


class Known(NamedTuple):
    """What a viewer knows of a seat's discs; None stands for an unknown disc."""

    hand: tuple[Disc | None, ...]  # in hand, flowers first
    stack: tuple[Disc | None, ...]  # on the mat, bottom to top
    lost: tuple[Disc | None, ...]  # lost, in order


class Picture(NamedTuple):
    """One seat, ready to be drawn."""

    seat: Seat  # determines colour and ornament
    label: str  # letter and player
    stack: tuple[Lying, ...]  # bottom to top
    hand: tuple[Disc | None, ...]  # in hand
    wins: int  # flower side up, from the first success on
    notes: tuple[str, ...]  # remarks, most important first
    acting: bool  # whether it is the seat's turn
    gone: bool  # whether its mat has left the table


def known_in_view(view: View) -> tuple[Known, ...]:
    """What the viewer knows: its own discs, and what has been turned over."""
    own = {seat.seat: seat.holding for seat in view.own}
    return tuple(
        known_holding(own[seat]) if seat in own else _known_mat(view.board.mats[seat])
        for seat in view.board.setup.seats
    )


def known_in_position(position: Position) -> tuple[Known, ...]:
    """What a record reveals."""
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


BOT: Final = "bot"
"""The note beside the name of a bot that plays with people."""


def pictures(board: Board, known: Sequence[Known], cast: Cast) -> list[Picture]:
    """Every seat of a table as the viewer sees it, clockwise."""
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
    if board.setup.owner(seat) in cast.bots:
        notes.append(BOT)
    return notes


def _due(board: Board, seat: Seat, cast: Cast) -> str:
    if board.phase is Phase.PLACE:
        return "to place"
    return "your turn" if seat in cast.you else "to act"
