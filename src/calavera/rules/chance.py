"""Chance: listed with exact probabilities, drawn with the caller's randomness."""

from fractions import Fraction
from functools import cache
from typing import Protocol

from calavera.rules.events import DiscsShuffled, Event, RoundBegan
from calavera.rules.legal import kinds
from calavera.rules.misuse import Unchecked, refuse
from calavera.rules.model import phases
from calavera.rules.model.queries import is_own_skull
from calavera.rules.model.state import A_STATE, State


class Randomness(Protocol):
    def random(self) -> float: ...


def chance_outcomes(state: State | Unchecked) -> tuple[tuple[Event, Fraction], ...]:
    """What chance can bring now, with probabilities that add up to 1; empty if it is not to move.

    Chance draws the first player of the game (R4) and shuffles the discs of a challenger that
    another player's skull stopped (R24).
    """
    if not isinstance(state, State):
        refuse("state", state, A_STATE)
    board = state.board
    if board.phase is phases.LOSE:
        return _shuffles(state)
    if board.phase is phases.DRAW:
        seats = board.setup.seats_in
        return tuple([(RoundBegan(1, seat), share(1, len(seats))) for seat in seats])
    return ()


def chance_events(state: State | Unchecked, rng: Randomness) -> tuple[Event, ...]:
    """The event that chance brings about now, drawn with `rng`; none if it is not to move."""
    outcomes = chance_outcomes(state)
    return (draw(outcomes, rng.random()),) if outcomes else ()


def draw(
    outcomes: tuple[tuple[Event, Fraction], ...] | Unchecked, point: float | Unchecked
) -> Event:
    """The outcome at a point from 0 to 1: a random point draws by the probabilities."""
    if not isinstance(point, int | float):
        refuse("point", point, "a number from 0 to 1")
    if not isinstance(outcomes, tuple) or not outcomes:
        refuse("outcomes", outcomes, "what chance_outcomes returned, and not nothing")
    left: float = point
    for event, chance in outcomes:
        left -= chance.numerator / chance.denominator
        if left < 0:
            return event
    return outcomes[-1][0]


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
