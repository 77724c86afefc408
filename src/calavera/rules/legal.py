"""What a seat may do now: only for its player, because it reveals the discs in hand."""

from calavera.rules.actions import BIDS, DISCARDS, FLIPS, NAMES, PASS, PICK, PLACES, SHOW, Action
from calavera.rules.misuse import Unchecked, refuse
from calavera.rules.model import phases
from calavera.rules.model.board import Board
from calavera.rules.model.discs import FLOWER, SKULL, Disc
from calavera.rules.model.holding import Holding
from calavera.rules.model.queries import enumerate_mats, flippable, is_own_skull, may_show
from calavera.rules.model.seats import A_SEAT, Seat
from calavera.rules.model.state import A_STATE, State

_PLACE_FLOWER = (PLACES[FLOWER],)
_PLACE_SKULL = (PLACES[SKULL],)
_PLACE_EITHER = (PLACES[FLOWER], PLACES[SKULL])


def legal_actions(state: State | Unchecked, seat: Seat | Unchecked) -> tuple[Action, ...]:
    """Every action the seat may take now; empty for a seat that may do nothing."""
    if not isinstance(state, State):
        refuse("state", state, A_STATE)
    if not isinstance(seat, int):
        refuse("seat", seat, A_SEAT)
    board = state.board
    phase = board.phase
    if seat not in board.turn:
        return () if seat >= 0 and board.attempt is None else _shows(board, seat)
    if phase is phases.PLACE:
        return _placements(state.holdings[seat])
    if phase is phases.ADD:
        return _placements(state.holdings[seat]) + BIDS[: board.total]
    if phase is phases.BID and board.bidding is not None:
        return (PASS, *BIDS[board.bidding.number : board.total])
    if phase is phases.FLIP:
        return tuple([FLIPS[mat] for mat in flippable(board, seat)])
    if phase is phases.LOSE:
        return _losses(state, seat) + _shows(board, seat)
    return tuple([NAMES[first] for first, mat in enumerate_mats(board) if mat.discs])


def _placements(holding: Holding) -> tuple[Action, ...]:
    hand = holding.hand  # sorted: the ends tell which kinds it holds
    if not hand:
        return ()
    if hand[-1] is FLOWER:
        return _PLACE_FLOWER
    return _PLACE_SKULL if hand[0] is SKULL else _PLACE_EITHER


def _losses(state: State, seat: Seat) -> tuple[Action, ...]:
    if is_own_skull(state.board):
        return tuple([DISCARDS[disc] for disc in kinds(state.holdings[seat].discs)])
    return () if state.drawn is None else (PICK,)


def _shows(board: Board, seat: Seat) -> tuple[Action, ...]:
    return (SHOW,) if may_show(board, seat) else ()


def kinds(discs: tuple[Disc, ...]) -> tuple[Disc, ...]:
    """The different kinds among some discs."""
    return tuple([disc for disc in (FLOWER, SKULL) if disc in discs])
