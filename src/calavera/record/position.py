"""What a record reveals about the game at one moment.

A record may be a view, with `?` for what its writer did not know. So each seat has a set of
*worlds*: the holdings that are consistent with it. A full record leaves one world per seat.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from calavera.record.notation import Move
from calavera.rules.advance import BOARD_STEPS, advance
from calavera.rules.consequences import (
    Consequences,
    after_bid,
    after_flip,
    after_loss,
    after_naming,
    after_pass,
)
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
from calavera.rules.evolve import new_board
from calavera.rules.model import phases
from calavera.rules.model.board import Board
from calavera.rules.model.discs import FLOWER, SKULL, Disc
from calavera.rules.model.handling import lose, place, take_back
from calavera.rules.model.holding import Holding
from calavera.rules.model.seats import Seat, seat_letter
from calavera.rules.model.setup import Setup
from calavera.rules.model.values import fresh, replaced
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

Worlds: TypeAlias = frozenset[Holding]

EITHER: Final = (FLOWER, SKULL)


class Position(NamedTuple):
    """The open table, and the possible hidden discs."""

    board: Board
    """What everybody saw."""

    worlds: tuple[Worlds, ...]
    """One set per seat, never empty."""


def first_position(setup: Setup, first: Seat) -> Position:
    """The position before the first move."""
    worlds = tuple(frozenset({Holding(entry.discs)}) for entry in setup.start)
    return Position(advance(new_board(setup), RoundBegan(1, first)), worlds)


def play(position: Position, move: Move) -> Position:
    """The position after a move; raises Forbidden if rules or disc counts rule it out."""
    board, worlds = position
    kind = type(move)
    followed_by, worlds = _MOVES[kind](board, worlds, move)
    position = fresh(Position, (BOARD_STEPS[kind](board, move), worlds))
    for event in followed_by:
        position = _followed(position, event)
    return position


def steps(position: Position, move: Move) -> Iterator[tuple[Move | OpenEvent, Position]]:
    """The move and each event that follows from it, with the position after it."""
    board, worlds = position
    followed_by, worlds = _MOVES[type(move)](board, worlds, move)
    position = Position(advance(board, move), worlds)
    yield move, position
    for event in followed_by:
        position = _followed(position, event)
        yield event, position


def _followed(position: Position, event: OpenEvent) -> Position:
    board, worlds = position
    kind = type(event)
    board = BOARD_STEPS[kind](board, event)
    if kind is RoundBegan:
        pairs = zip(worlds, board.mats, strict=True)
        worlds = tuple([_taken_back(of_seat, mat.discs) for of_seat, mat in pairs])
    return fresh(Position, (board, worlds))


# For each kind of move: the events that follow, if the board allows it, and the worlds after it in
# which it was possible.

_After: TypeAlias = tuple[Consequences, tuple[Worlds, ...]]


def _place(board: Board, worlds: tuple[Worlds, ...], move: DiscPlaced) -> _After:
    seat, disc = move.seat, move.disc
    if not 0 <= seat < len(worlds):
        check_at_table(board, seat)
    check_place(board, seat)
    left = _placed(worlds[seat], disc)
    if not left:
        rule = "R6" if board.phase is phases.PLACE else "R9"
        _refuse(f"{seat_letter(seat)} has no {_word(disc)} in hand", rule)
    return (), replaced(worlds, seat, left)


def _place_unseen(board: Board, worlds: tuple[Worlds, ...], move: PlacementUnseen) -> _After:
    seat = move.seat
    check_at_table(board, seat)
    check_place(board, seat)
    return (), replaced(worlds, seat, _placed(worlds[seat], None))


def _bid(board: Board, worlds: tuple[Worlds, ...], move: BidMade) -> _After:
    seat, number = move.seat, move.number
    if not 0 <= seat < len(worlds):
        check_at_table(board, seat)
    check_bid(board, seat, number)
    return after_bid(board, seat, number), worlds


def _pass(board: Board, worlds: tuple[Worlds, ...], move: SeatPassed) -> _After:
    seat = move.seat
    if not 0 <= seat < len(worlds):
        check_at_table(board, seat)
    check_pass(board, seat)
    return after_pass(board, seat), worlds


def _flip(board: Board, worlds: tuple[Worlds, ...], move: DiscFlipped) -> _After:
    challenger, seat, disc = move.challenger, move.mat, move.disc
    if not (0 <= challenger < len(worlds) and 0 <= seat < len(worlds)):
        check_at_table(board, challenger)
        check_at_table(board, seat)
    check_flip(board, challenger, seat)
    before = worlds[seat]
    left = _flipped(before, board.mats[seat].flipped, disc)
    if not left:
        rule = "R19" if seat in board.turn else "R20"
        _refuse(f"the top disc of {seat_letter(seat)} is not a {_word(disc)}", rule)
    if left is not before:
        worlds = replaced(worlds, seat, left)
    return after_flip(board, challenger, seat, disc), worlds


def _lose(board: Board, worlds: tuple[Worlds, ...], move: DiscLost | LossUnseen) -> _After:
    seat, taker = move.seat, move.taker
    disc = move.disc if isinstance(move, DiscLost) else None
    check_at_table(board, seat)
    check_at_table(board, taker)
    loser = check_taker(board, taker)
    if seat != loser:
        _refuse(f"the challenger, {seat_letter(loser)}, loses the disc", "R23")
    left = _lost(worlds[seat], disc)
    if not left and disc is not None:
        rule = "R25" if seat == taker else "R24"
        _refuse(f"{seat_letter(seat)} has no {_word(disc)} to lose", rule)
    return after_loss(board, seat, taker), replaced(worlds, seat, left)


def _show(board: Board, worlds: tuple[Worlds, ...], move: DiscsShown) -> _After:
    seat = move.seat
    check_at_table(board, seat)
    check_show(board, seat)
    down = board.mats[seat].face_down
    left = frozenset([w for w in worlds[seat] if w.stack[:down] == move.discs[::-1]])
    if not left:
        _refuse(f"these are not exactly the face-down discs of {seat_letter(seat)}", "R22")
    return (), replaced(worlds, seat, left)


def _name_first(board: Board, worlds: tuple[Worlds, ...], move: FirstNamed) -> _After:
    check_at_table(board, move.seat)
    check_at_table(board, move.first)
    check_name_first(board, move.seat, move.first)
    return after_naming(board, move.first), worlds


# A table rather than `match`, as in `advance`.
_MOVES: Final[dict[type[Move], Callable[[Board, tuple[Worlds, ...], Any], _After]]] = {
    DiscPlaced: _place,
    PlacementUnseen: _place_unseen,
    BidMade: _bid,
    SeatPassed: _pass,
    DiscFlipped: _flip,
    DiscLost: _lose,
    LossUnseen: _lose,
    DiscsShown: _show,
    FirstNamed: _name_first,
}


# Updates of one seat's worlds, cached: the same few sets recur in every record, at most about a
# hundred in a full one. None stands for an unknown disc.

_remembered: Final = lru_cache(maxsize=4096)


@_remembered
def _placed(worlds: Worlds, disc: Disc | None) -> Worlds:
    discs = EITHER if disc is None else (disc,)
    return frozenset([place(w, disc) for w in worlds for disc in discs if disc in w.hand])


@_remembered
def _flipped(worlds: Worlds, flipped: int, disc: Disc) -> Worlds:
    left = frozenset([world for world in worlds if world.stack[-1 - flipped] is disc])
    return worlds if left == worlds else left


@_remembered
def _lost(worlds: Worlds, disc: Disc | None) -> Worlds:
    discs = EITHER if disc is None else (disc,)
    return frozenset([lose(w, disc) for w in worlds for disc in discs if disc in w.discs])


@_remembered
def _taken_back(worlds: Worlds, discs: int) -> Worlds:
    return frozenset([take_back(world, discs) for world in worlds])


def _word(disc: Disc) -> str:
    return "skull" if disc is SKULL else "flower"


def _refuse(reason: str, rule: str) -> NoReturn:
    raise Forbidden(reason, rule)
