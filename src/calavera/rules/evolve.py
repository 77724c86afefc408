"""How a game begins, and how it moves on with each event."""

from collections.abc import Callable
from typing import Any, get_args

from calavera.rules.advance import BOARD_STEPS
from calavera.rules.events import DiscLost, DiscPlaced, DiscsShuffled, Event, RoundBegan
from calavera.rules.misuse import Unchecked, expect, refuse
from calavera.rules.model import phases
from calavera.rules.model.board import Board, Mat
from calavera.rules.model.handling import lose, place, take_back
from calavera.rules.model.holding import Holding
from calavera.rules.model.seats import A_SEAT, Seat, seat_letter
from calavera.rules.model.setup import A_SETUP, Setup
from calavera.rules.model.state import A_STATE, State
from calavera.rules.model.values import fresh, replaced


def new_board(setup: Setup) -> Board:
    """The table before the first player is known (R4)."""
    mats = tuple(
        Mat(setup.owner(seat), len(entry.discs), len(entry.discs), 0, 0, (), entry.wins, False)
        for seat, entry in zip(setup.seats, setup.start, strict=True)
    )
    return Board(setup, 0, None, phases.DRAW, (), mats, 0, None, None, None)


def new_game(setup: Setup | Unchecked, first: Seat | Unchecked | None = None) -> State:
    """A game at its start. Without `first`, chance is to draw the first player (R4)."""
    if not isinstance(setup, Setup):
        refuse("setup", setup, A_SETUP)
    if not isinstance(first, int | None):
        refuse("first", first, A_SEAT)
    state = State(new_board(setup), tuple(Holding(entry.discs) for entry in setup.start))
    if first is None:
        return state
    if first not in setup.seats_in:
        raise ValueError(f"seat {seat_letter(first)} cannot be first: it is not in (R4)")
    return evolve(state, RoundBegan(1, first))


def evolve(state: State | Unchecked, event: Event) -> State:
    """The state after an event. Total, and it never judges: `decide` does."""
    if not isinstance(state, State):
        refuse("state", state, A_STATE)
    kind = type(event)
    try:
        board = BOARD_STEPS[kind](state.board, event)
    except KeyError:
        expect("event", event, get_args(Event), "an event, as decide returns it")
        raise
    if kind in _SECRET_CHANGES:
        return _SECRET_CHANGES[kind](board, state, event)
    return fresh(State, (board, state.holdings, state.drawn))


def _placed(board: Board, state: State, event: DiscPlaced) -> State:
    holdings, seat = state.holdings, event.seat
    holding = place(holdings[seat], event.disc)
    return fresh(State, (board, replaced(holdings, seat, holding), None))


def _shuffled(board: Board, state: State, event: DiscsShuffled) -> State:
    return State(board, state.holdings, event.drawn)


def _lost(board: Board, state: State, event: DiscLost) -> State:
    holdings, seat = state.holdings, event.seat
    holding = lose(holdings[seat], event.disc)
    return fresh(State, (board, replaced(holdings, seat, holding), None))


def _round_began(board: Board, state: State, _: RoundBegan) -> State:
    holdings = [
        take_back(holding, mat.discs)
        for holding, mat in zip(state.holdings, board.mats, strict=True)
    ]
    return fresh(State, (board, tuple(holdings), None))


_SECRET_CHANGES: dict[type[Event], Callable[[Board, State, Any], State]] = {
    DiscPlaced: _placed,
    DiscsShuffled: _shuffled,
    DiscLost: _lost,
    RoundBegan: _round_began,
}
