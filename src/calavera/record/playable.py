"""The moves that can follow a position."""

from collections.abc import Iterator
from typing import assert_never

from calavera.record.notation import Move
from calavera.record.position import EITHER, Position
from calavera.rules.actions import Action, Bid, Discard, Flip, NameFirst, Pass, Pick, Place, Show
from calavera.rules.events import BidMade, DiscFlipped, DiscLost, DiscPlaced, FirstNamed, SeatPassed
from calavera.rules.legal import legal_actions
from calavera.rules.model.discs import FLOWER, Disc
from calavera.rules.model.queries import may_show
from calavera.rules.model.seats import Seat
from calavera.rules.model.state import State


def playable(position: Position) -> list[Move]:
    """Every move that can be played now, once per possible kind of disc, without shows."""
    return [move for seat in position.board.turn for move in playable_by(position, seat)]


def playable_by(position: Position, seat: Seat) -> list[Move]:
    """The playable moves of one of the seats to act."""
    # Legal actions depend only on the board and the seat's own discs, so any world of the others
    # will do. A disc counts as drawn, because a blind pick is one move in a record.
    others = tuple([next(iter(worlds)) for worlds in position.worlds])
    actions: dict[Action, None] = {}
    for world in position.worlds[seat]:
        holdings = (*others[:seat], world, *others[seat + 1 :])
        state = State(position.board, holdings, FLOWER)
        actions |= dict.fromkeys(legal_actions(state, seat))
    return [move for action in actions for move in _moves(position, seat, action)]


def shows(position: Position) -> list[Seat]:
    """The seats that may show their discs now (R22)."""
    board = position.board
    return [seat for seat in board.setup.seats if may_show(board, seat)]


def _moves(position: Position, seat: Seat, action: Action) -> Iterator[Move]:
    match action:
        case Place(disc=disc):
            yield DiscPlaced(seat, disc)
        case Bid(number=number):
            yield BidMade(seat, number)
        case Pass():
            yield SeatPassed(seat)
        case Flip(mat=mat):
            for disc in _possible_tops(position, mat):
                yield DiscFlipped(seat, mat, disc)
        case Discard(disc=disc):
            yield DiscLost(seat, seat, disc)
        case Pick():
            attempt = position.board.attempt
            challenger = attempt.challenger if attempt else seat
            for disc in _possible_losses(position, challenger):
                yield DiscLost(challenger, seat, disc)
        case NameFirst(seat=first):
            yield FirstNamed(seat, first)
        case Show():
            pass
        case _:
            assert_never(action)


def _possible_tops(position: Position, mat: Seat) -> list[Disc]:
    top = -1 - position.board.mats[mat].flipped
    tops = {world.stack[top] for world in position.worlds[mat]}
    return [disc for disc in EITHER if disc in tops]


def _possible_losses(position: Position, seat: Seat) -> list[Disc]:
    return [disc for disc in EITHER if any(disc in w.discs for w in position.worlds[seat])]
