"""Chance: listed with exact probabilities, drawn with the caller's randomness."""

from fractions import Fraction
from functools import cache
from typing import Protocol

from calavera.rules.events import DiscsShuffled, Event, RoundBegan
from calavera.rules.legal import kinds
from calavera.rules.misuse import expect
from calavera.rules.model import phases
from calavera.rules.model.board import is_own_skull
from calavera.rules.model.state import A_STATE, State


class Randomness(Protocol):
    def random(self) -> float: ...


def chance_outcomes(state: State) -> tuple[tuple[Event, Fraction], ...]:
    """What chance can bring now, with probabilities that add up to 1; empty if it is not to move.

    Chance draws the first player of the game (R4) and shuffles the discs of a challenger that
    another player's skull stopped (R24).
    """
    try:
        board = state.board
        if board.phase is phases.LOSE:
            return _shuffles(state)
        if board.phase is phases.DRAW:
            seats = board.setup.seats_in
            return tuple([(RoundBegan(1, seat), share(1, len(seats))) for seat in seats])
    except AttributeError:
        expect("state", state, State, A_STATE)
        raise
    return ()


def chance_events(state: State, rng: Randomness) -> tuple[Event, ...]:
    """The event that chance brings about now, drawn with `rng`; none if it is not to move."""
    outcomes = chance_outcomes(state)
    return (draw(outcomes, rng.random()),) if outcomes else ()


def draw(outcomes: tuple[tuple[Event, Fraction], ...], point: float) -> Event:
    """The outcome at a point from 0 to 1: a random point draws by the probabilities."""
    try:
        for event, chance in outcomes:
            point -= chance.numerator / chance.denominator
            if point < 0:
                return event
        return outcomes[-1][0]
    except (AttributeError, IndexError, TypeError, ValueError):
        expect("point", point, (int, float), "a number from 0 to 1")
        listed = outcomes if outcomes and isinstance(outcomes, tuple) else None
        expect("outcomes", listed, tuple, "what chance_outcomes returned, and not nothing")
        raise


def _shuffles(state: State) -> tuple[tuple[Event, Fraction], ...]:
    attempt = state.board.attempt
    if attempt is None or not state.board.turn:
        return ()
    if state.drawn is not None or is_own_skull(state.board):
        return ()
    discs = state.holdings[attempt.challenger].discs
    return tuple(
        [
            (DiscsShuffled(attempt.challenger, disc), share(discs.count(disc), len(discs)))
            for disc in kinds(discs)
        ]
    )


@cache
def share(part: int, whole: int) -> Fraction:
    """A fraction, made once: there are few and each is slow to make."""
    return Fraction(part, whole)
