"""The whole truth about a game: the open table and every secret."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, get_args

from calavera.rules.advance import BOARD_STEPS
from calavera.rules.events import DiscLost, DiscPlaced, DiscsShuffled, Event, RoundBegan
from calavera.rules.misuse import expect
from calavera.rules.model import phases
from calavera.rules.model.board import Board, Mat
from calavera.rules.model.discs import Disc
from calavera.rules.model.holding import Holding
from calavera.rules.model.seats import A_SEAT, Seat, seat_letter
from calavera.rules.model.setup import A_SETUP, Setup
from calavera.rules.model.values import fresh, replaced

A_STATE: Final = "a State, as new_game and evolve return it"


class State(NamedTuple):
    """A game at one moment. Never handed to a player: see `view`."""

    board: Board
    """What lies open."""

    holdings: tuple[Holding, ...]
    """One per seat, each secret to its owner."""

    drawn: Disc | None = None
    """The disc the blind pick will take, once the discs are shuffled: secret to everybody."""


def new_board(setup: Setup) -> Board:
    """The table before the first player is known (R4)."""
    mats = tuple(
        Mat(setup.owner(seat), len(entry.discs), len(entry.discs), 0, 0, (), entry.wins, False)
        for seat, entry in zip(setup.seats, setup.start, strict=True)
    )
    return Board(setup, 0, None, phases.DRAW, (), mats, 0, None, None, None)


def new_game(setup: Setup, first: Seat | None = None) -> State:
    """A game at its start. Without `first`, chance is to draw the first player (R4)."""
    expect("setup", setup, Setup, A_SETUP)
    expect("first", first, (int, type(None)), A_SEAT)
    state = State(new_board(setup), tuple(Holding(entry.discs) for entry in setup.start))
    if first is None:
        return state
    if first not in setup.seats_in:
        raise ValueError(f"seat {seat_letter(first)} cannot be first: it is not in (R4)")
    return evolve(state, RoundBegan(1, first))


def evolve(state: State, event: Event) -> State:
    """The state after an event. Total, and it never judges: `decide` does."""
    kind = type(event)
    try:
        board = BOARD_STEPS[kind](state.board, event)
    except (AttributeError, KeyError):
        expect("state", state, State, A_STATE)
        expect("event", event, get_args(Event), "an event, as decide returns it")
        raise
    if kind in _SECRET_CHANGES:
        return _SECRET_CHANGES[kind](board, state, event)
    return fresh(State, (board, state.holdings, state.drawn))


def _placed(board: Board, state: State, event: DiscPlaced) -> State:
    holdings, seat = state.holdings, event.seat
    holding = holdings[seat].place(event.disc)
    return fresh(State, (board, replaced(holdings, seat, holding), None))


def _shuffled(board: Board, state: State, event: DiscsShuffled) -> State:
    return State(board, state.holdings, event.drawn)


def _lost(board: Board, state: State, event: DiscLost) -> State:
    holdings, seat = state.holdings, event.seat
    holding = holdings[seat].lose(event.disc)
    return fresh(State, (board, replaced(holdings, seat, holding), None))


def _round_began(board: Board, state: State, _: RoundBegan) -> State:
    holdings = [
        holding.take_back(board.mats[seat].discs) for seat, holding in enumerate(state.holdings)
    ]
    return fresh(State, (board, tuple(holdings), None))


_SECRET_CHANGES: dict[type[Event], Callable[[Board, State, Any], State]] = {
    DiscPlaced: _placed,
    DiscsShuffled: _shuffled,
    DiscLost: _lost,
    RoundBegan: _round_began,
}
