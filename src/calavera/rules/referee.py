"""Whether a seat may do something, judged by the open table only.

Each check returns quietly or raises `Forbidden` with the rule's number. Whether the seat *has* the
disc it wants to use is not judged here: that is the owner's secret.
"""

from typing import NoReturn

from calavera.rules.errors import Forbidden
from calavera.rules.model import phases
from calavera.rules.model.board import Board
from calavera.rules.model.queries import is_at_table, is_own_skull, may_show
from calavera.rules.model.seats import Seat, seat_letter
from calavera.rules.model.setup import FIRST_LAST


def check_at_table(board: Board, seat: Seat) -> None:
    """Is it a seat of this table? (R2, R3)"""
    if not is_at_table(board, seat):
        raise Forbidden(f"there is no seat {seat_letter(seat)} at this table", "R2")


def check_place(board: Board, seat: Seat) -> None:
    """May the seat put a disc on its mat? (R6, R7, R9, R10, R13)"""
    if board.phase is phases.ADD:
        _check_turn(board, seat, "R9")
        if not board.mats[seat].hand:
            raise Forbidden(f"{seat_letter(seat)} has no disc in hand and must challenge", "R10")
    elif board.phase is phases.PLACE:
        _check_first_disc(board, seat)
    elif board.phase in (phases.BID, phases.FLIP):
        raise Forbidden("nobody adds a disc once a challenge is open", "R13")
    else:
        _refuse_by_phase(board)


def check_bid(board: Board, seat: Seat, number: object) -> None:
    """May the seat open or raise a challenge to this number? (R12, R14, R15)"""
    if board.phase is phases.ADD:
        _check_turn(board, seat, "R9")
        total = board.total
        if type(number) is not int or not 1 <= number <= total:
            raise Forbidden(f"a challenge is a number from 1 to {total}", "R12")
    elif board.bidding is not None and board.phase is phases.BID:
        _check_speaker(board, seat)
        lowest, total = board.bidding.number, board.total
        if type(number) is not int or not lowest < number <= total:
            raise Forbidden(f"a raise must be greater than {lowest} and at most {total}", "R14")
    else:
        _refuse_by_phase(board)


def check_pass(board: Board, seat: Seat) -> None:
    """May the seat pass? (R14, R15)"""
    if board.phase is phases.BID:
        _check_speaker(board, seat)
    elif board.phase is phases.ADD:
        raise Forbidden("nobody can pass before a challenge is open", "R9")
    else:
        _refuse_by_phase(board)


def check_flip(board: Board, seat: Seat, mat: Seat) -> None:
    """May the seat turn over the top disc of that mat? (R18, R19, R20)"""
    attempt = board.attempt
    if attempt is None or board.phase is not phases.FLIP:
        if board.phase is phases.ADD:
            raise Forbidden("no challenge is open yet", "R18")
        if board.phase is phases.BID:
            raise Forbidden("the bidding is not over", "R16")
        if board.phase in (phases.LOSE, phases.NAME_FIRST):
            raise Forbidden("after the skull nothing more is flipped", "R22")
        _refuse_by_phase(board)
    if seat != attempt.challenger:
        raise Forbidden(f"only the challenger, {seat_letter(attempt.challenger)}, flips", "R18")
    own, target = board.mats[seat], board.mats[mat]
    if mat != seat and own.flipped < own.height:
        raise Forbidden(f"{seat_letter(seat)}'s own stack comes first", "R19")
    if target.flipped == target.height:
        if target.out:
            raise Forbidden(f"{seat_letter(mat)} is out", "R27")
        raise Forbidden(f"{seat_letter(mat)} has no face-down disc", "R20")


def check_taker(board: Board, taker: Seat) -> Seat:
    """Whose disc may the taker choose or pick now? (R23, R24, R25)"""
    attempt = board.attempt
    if attempt is None or board.phase is not phases.LOSE:
        if board.phase in (phases.ADD, phases.BID, phases.FLIP):
            raise Forbidden("a disc is lost only after a failed attempt", "R23")
        _refuse_by_phase(board)
    challenger = attempt.challenger
    if taker in board.turn:
        return challenger
    if is_own_skull(board):
        raise Forbidden(
            f"{seat_letter(challenger)} chooses its own disc after its own skull", "R25"
        )
    raise Forbidden(f"the owner of the skull, {_turn(board)}, picks the disc", "R24")


def check_show(board: Board, seat: Seat) -> None:
    """May the seat show its face-down discs? (R22)"""
    attempt = board.attempt
    if attempt is None or attempt.skull is None or board.phase is phases.OVER:
        if board.phase is phases.OVER:
            _refuse_by_phase(board)
        raise Forbidden("discs are shown only after a failed attempt", "R22")
    if may_show(board, seat):
        return
    if board.mats[seat].owner == board.mats[attempt.challenger].owner:
        raise Forbidden("the challenger shows nothing more", "R22")
    raise Forbidden(f"{seat_letter(seat)} has no face-down disc left to show", "R22")


def check_name_first(board: Board, seat: Seat, first: Seat) -> None:
    """May the seat name that first player? (R29)"""
    if board.phase is not phases.NAME_FIRST:
        if board.phase in (phases.ADD, phases.BID, phases.FLIP, phases.LOSE):
            raise Forbidden(
                "only a challenger that its own skull put out names the first player", "R29"
            )
        _refuse_by_phase(board)
    _check_turn(board, seat, "R29")
    if board.mats[first].out:
        raise Forbidden(f"{seat_letter(first)} is out and cannot begin", "R29")


def what_comes_next(board: Board) -> Forbidden:
    """What the rules require in this phase, for the refusal of an invalid move."""
    expected = {
        phases.DRAW: ("the first player is drawn first", "R4"),
        phases.PLACE: ("every seat places one disc first", "R6"),
        phases.ADD: ("a disc or a challenge is due", "R9"),
        phases.BID: ("a raise or a pass is due", "R14"),
        phases.FLIP: ("a flip is due", "R18"),
        phases.LOSE: ("the challenger has a disc to lose", "R23"),
        phases.NAME_FIRST: ("a first player is to be named", "R29"),
        phases.OVER: ("the game is over", "R32"),
    }
    if board.phase is phases.FLIP and board.bidding and board.bidding.number == board.total:
        return Forbidden("the bid is every disc on the table, so it is time to flip", "R17")
    return Forbidden(*expected[board.phase])


def _refuse_by_phase(board: Board) -> NoReturn:
    raise what_comes_next(board)


def _check_first_disc(board: Board, seat: Seat) -> None:
    mat = board.mats[seat]
    if mat.out:
        raise Forbidden(f"{seat_letter(seat)} is out", "R27")
    if mat.height:
        raise Forbidden(f"{seat_letter(seat)} has already placed its disc", "R6")
    if board.setup.placement is FIRST_LAST:
        _check_turn(board, seat, "R7")


def _check_speaker(board: Board, seat: Seat) -> None:
    if board.mats[seat].passed:
        raise Forbidden(f"{seat_letter(seat)} has passed", "R15")
    _check_turn(board, seat, "R14")


def _check_turn(board: Board, seat: Seat, rule: str) -> None:
    if seat in board.turn:
        return
    if board.mats[seat].out:
        raise Forbidden(f"{seat_letter(seat)} is out", "R27")
    raise Forbidden(f"it is the turn of {_turn(board)}", rule)


def _turn(board: Board) -> str:
    return ", ".join(map(seat_letter, board.turn))
