"""What happens when a seat acts: the rules as facts."""

from collections.abc import Callable
from typing import Any, NoReturn, get_args

from calavera.rules.actions import Action, Bid, Discard, Flip, NameFirst, Pass, Pick, Place, Show
from calavera.rules.consequences import after_bid, after_flip, after_loss, after_naming, after_pass
from calavera.rules.errors import Forbidden, IllegalAction
from calavera.rules.events import (
    BIDDEN,
    FLIPPED,
    PLACED,
    DiscLost,
    DiscsShown,
    Event,
    FirstNamed,
    SeatPassed,
)
from calavera.rules.misuse import Unchecked, expect, refuse
from calavera.rules.model import phases
from calavera.rules.model.discs import SKULL, Disc
from calavera.rules.model.handling import has_in_hand
from calavera.rules.model.queries import is_own_skull
from calavera.rules.model.seats import A_SEAT, Seat, seat_letter
from calavera.rules.model.state import A_STATE, State
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

Events = tuple[Event, ...]


def decide(state: State | Unchecked, seat: Seat | Unchecked, action: Action) -> Events:
    """The events an action brings about, in order; raises IllegalAction."""
    decision = _DECISIONS.get(type(action))
    if decision is None:
        expect(
            "action",
            action,
            get_args(Action),
            "an action, as Place(Disc.FLOWER) or Pass()",
        )
        raise TypeError(f"action: {type(action).__name__} is unknown to the rules")
    if not isinstance(state, State):
        refuse("state", state, A_STATE)
    if not isinstance(seat, int):
        refuse("seat", seat, A_SEAT)
    try:
        if not 0 <= seat < len(state.board.mats):  # the call is saved for who needs it
            check_at_table(state.board, seat)
        return decision(state, seat, action)
    except Forbidden as forbidden:
        illegal = IllegalAction(seat, action, forbidden.reason, forbidden.rule)
    except TypeError:
        _expect_parts(action)
        raise
    _expect_parts(action)
    raise illegal


def _expect_parts(action: Any) -> None:  # of any type: the compiler would check what is read
    kind = type(action)
    if kind in (Place, Discard):
        expect("action.disc", action.disc, Disc, "Disc.FLOWER or Disc.SKULL")
    elif kind is Flip:
        expect("action's seat", action.mat, int, A_SEAT)
    elif kind is NameFirst:
        expect("action's seat", action.seat, int, A_SEAT)


def _place(state: State, seat: Seat, action: Place) -> Events:
    check_place(state.board, seat)
    if not has_in_hand(state.holdings[seat], action.disc):
        rule = "R6" if state.board.phase is phases.PLACE else "R9"
        refuse_disc(seat, action.disc, "in hand", rule)
    return (PLACED[action.disc][seat],)


def _bid(state: State, seat: Seat, action: Any) -> Events:  # a number of any kind is judged
    check_bid(state.board, seat, action.number)
    return (BIDDEN[seat][action.number], *after_bid(state.board, seat, action.number))


def _pass(state: State, seat: Seat, _: Pass) -> Events:
    check_pass(state.board, seat)
    return (SeatPassed(seat), *after_pass(state.board, seat))


def _flip(state: State, seat: Seat, action: Flip) -> Events:
    board, mat = state.board, action.mat
    if not 0 <= mat < len(board.mats):
        check_at_table(board, mat)
    check_flip(board, seat, mat)
    disc = state.holdings[mat].stack[-1 - board.mats[mat].flipped]
    return (FLIPPED[disc][seat][mat], *after_flip(board, seat, mat, disc))


def _discard(state: State, seat: Seat, action: Discard) -> Events:
    check_taker(state.board, seat)
    if not is_own_skull(state.board):
        raise Forbidden("the disc is picked blind", "R24")
    if action.disc not in state.holdings[seat].discs:
        refuse_disc(seat, action.disc, "to lose", "R25")
    return (DiscLost(seat, seat, action.disc), *after_loss(state.board, seat, seat))


def _pick(state: State, seat: Seat, _: Pick) -> Events:
    challenger = check_taker(state.board, seat)
    if is_own_skull(state.board):
        raise Forbidden("the disc is chosen, not picked blind", "R25")
    if state.drawn is None:
        raise Forbidden("the discs are not shuffled yet", "R24")
    return (DiscLost(challenger, seat, state.drawn), *after_loss(state.board, challenger, seat))


def _show(state: State, seat: Seat, _: Show) -> Events:
    check_show(state.board, seat)
    face_down = state.holdings[seat].stack[: state.board.mats[seat].face_down]
    return (DiscsShown(seat, face_down[::-1]),)


def _name_first(state: State, seat: Seat, action: NameFirst) -> Events:
    check_at_table(state.board, action.seat)
    check_name_first(state.board, seat, action.seat)
    return (FirstNamed(seat, action.seat), *after_naming(state.board, action.seat))


def refuse_disc(seat: Seat, disc: Disc, where: str, rule: str) -> NoReturn:
    """A seat wants to use a disc that it does not have."""
    kind = "skull" if disc is SKULL else "flower"
    raise Forbidden(f"{seat_letter(seat)} has no {kind} {where}", rule)


_DECISIONS: dict[type[Action], Callable[[State, Seat, Any], Events]] = {
    Place: _place,
    Bid: _bid,
    Pass: _pass,
    Flip: _flip,
    Discard: _discard,
    Pick: _pick,
    Show: _show,
    NameFirst: _name_first,
}
