"""What a record tells about the game at one moment.

A record may be a view, with `?` for what its writer did not know. So each seat has a set of
*worlds*: the holdings that agree with all that was written. A full record leaves one world a seat.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, NoReturn, TypeAlias, assert_never

from calavera.record.tokens import Move, seats_named
from calavera.rules import phases
from calavera.rules.advance import advance
from calavera.rules.board import Board
from calavera.rules.consequences import (
    after_bid,
    after_flip,
    after_loss,
    after_naming,
    after_pass,
)
from calavera.rules.discs import FLOWER, SKULL, Disc
from calavera.rules.errors import Forbidden
from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    FirstNamed,
    LossUnseen,
    OpenEvent,
    PlacementUnseen,
    RoundBegan,
    SeatPassed,
)
from calavera.rules.holding import Holding
from calavera.rules.referee import (
    check_at_table,
    check_bid,
    check_flip,
    check_name_first,
    check_pass,
    check_place,
    check_show,
    check_taker,
)
from calavera.rules.seats import Seat, seat_letter
from calavera.rules.setup import Setup
from calavera.rules.state import new_board
from calavera.rules.values import replaced

Worlds: TypeAlias = frozenset[Holding]

EITHER: Final = (FLOWER, SKULL)


class Position(NamedTuple):
    """The open table, and what could lie hidden."""

    board: Board
    """What everybody saw."""

    worlds: tuple[Worlds, ...]
    """One set per seat, never empty."""


def first_position(setup: Setup, first: Seat) -> Position:
    """Where a record starts."""
    worlds = tuple(frozenset({Holding(entry.discs)}) for entry in setup.start)
    return Position(advance(new_board(setup), RoundBegan(1, first)), worlds)


def play(position: Position, move: Move) -> Position:
    """The position after a move; raises Forbidden where the rules or the count of discs do."""
    for _, after in steps(position, move):
        position = after
    return position


def steps(position: Position, move: Move) -> Iterator[tuple[Move | OpenEvent, Position]]:
    """The move and each event that follows from it, with the position after it."""
    board = position.board
    for seat in seats_named(move):
        check_at_table(board, seat)
    followed_by = _judge(board, move)
    position = Position(advance(board, move), _narrowed(position, move))
    yield move, position
    for event in followed_by:
        board = advance(position.board, event)
        began = isinstance(event, RoundBegan)
        position = Position(
            board, _taken_back(position.worlds, board) if began else position.worlds
        )
        yield event, position


def _judge(board: Board, move: Move) -> tuple[OpenEvent, ...]:
    """What follows from the move, if all that lies open allows it."""
    match move:
        case DiscPlaced(seat=seat) | PlacementUnseen(seat=seat):
            check_place(board, seat)
            return ()
        case BidMade(seat=seat, number=number):
            check_bid(board, seat, number)
            return after_bid(board, seat, number)
        case SeatPassed(seat=seat):
            check_pass(board, seat)
            return after_pass(board, seat)
        case DiscFlipped(challenger=seat, mat=mat, disc=disc):
            check_flip(board, seat, mat)
            return after_flip(board, seat, mat, disc)
        case DiscLost(seat=seat, taker=taker) | LossUnseen(seat=seat, taker=taker):
            loser = check_taker(board, taker)
            if seat != loser:
                _refuse(f"the challenger, {seat_letter(loser)}, loses the disc", "R23")
            return after_loss(board, seat, taker)
        case DiscsShown(seat=seat):
            check_show(board, seat)
            return ()
        case FirstNamed(seat=seat, first=first):
            check_name_first(board, seat, first)
            return after_naming(board, first)
        case _:
            assert_never(move)


def _narrowed(position: Position, move: Move) -> tuple[Worlds, ...]:
    """The worlds in which the move can happen, after it."""
    board, worlds = position
    match move:
        case DiscPlaced(seat=seat, disc=disc):
            left = _placed(worlds[seat], (disc,))
            if not left:
                rule = "R6" if board.phase is phases.PLACE else "R9"
                _refuse(f"{seat_letter(seat)} has no {_word(disc)} in hand", rule)
        case PlacementUnseen(seat=seat):
            left = _placed(worlds[seat], EITHER)
        case DiscFlipped(mat=seat, disc=disc):
            top = -1 - board.mats[seat].flipped
            left = frozenset([world for world in worlds[seat] if world.stack[top] is disc])
            if not left:
                rule = "R19" if seat in board.turn else "R20"
                _refuse(f"the top disc of {seat_letter(seat)} is not a {_word(disc)}", rule)
        case DiscLost(seat=seat, taker=taker, disc=disc):
            left = _lost(worlds[seat], (disc,))
            if not left:
                rule = "R25" if seat == taker else "R24"
                _refuse(f"{seat_letter(seat)} has no {_word(disc)} to lose", rule)
        case LossUnseen(seat=seat):
            left = _lost(worlds[seat], EITHER)
        case DiscsShown(seat=seat, discs=discs):
            down = board.mats[seat].face_down
            left = frozenset([w for w in worlds[seat] if w.stack[:down] == discs[::-1]])
            if not left:
                _refuse(f"these are not all face-down discs of {seat_letter(seat)}", "R22")
        case BidMade() | SeatPassed() | FirstNamed():
            return worlds
        case _:
            assert_never(move)
    return replaced(worlds, seat, left)


def _placed(worlds: Worlds, discs: tuple[Disc, ...]) -> Worlds:
    return frozenset([w.place(disc) for w in worlds for disc in discs if disc in w.hand])


def _lost(worlds: Worlds, discs: tuple[Disc, ...]) -> Worlds:
    return frozenset([w.lose(disc) for w in worlds for disc in discs if disc in w.discs])


def _taken_back(worlds: tuple[Worlds, ...], board: Board) -> tuple[Worlds, ...]:
    return tuple(
        [
            frozenset([world.take_back(mat.discs) for world in of_seat])
            for of_seat, mat in zip(worlds, board.mats, strict=True)
        ]
    )


def _word(disc: Disc) -> str:
    return "skull" if disc is SKULL else "flower"


def _refuse(reason: str, rule: str) -> NoReturn:
    raise Forbidden(reason, rule)
