"""Where every skull may be, from one viewpoint: known discs are certain, others as the public sees.

Hidden choices are taken to be random, as in `Tracker`: what bids mean is for the judge to learn.
"""

from collections.abc import Collection
from typing import NamedTuple

from calavera.bots.network.suspicion import GONE, HAND, STACK, Suspicion
from calavera.bots.network.tracker import Tracker
from calavera.rules import Board, Disc, Holding, Seat, State


class Sight(NamedTuple):
    """What a viewpoint knows at one moment."""

    board: Board
    suspicions: tuple[Suspicion, ...]
    known: frozenset[Seat]  # the seats whose discs it knows
    last_bids: tuple[int, ...]
    chose_loss: tuple[bool, ...]


def sight(tracker: Tracker, state: State, known: Collection[Seat]) -> Sight:
    """What somebody knows who knows the discs of these seats and what everybody saw."""
    suspicions = [
        _certain(state.holdings[seat]) if seat in known else tracker.suspicions[seat]
        for seat in range(len(state.holdings))
    ]
    return Sight(
        state.board,
        tuple(suspicions),
        frozenset(known),
        tuple(tracker.last_bids),
        tuple(tracker.chose_loss),
    )


def _certain(holding: Holding) -> Suspicion:
    """Where a skull is, as a suspicion without doubt."""
    places = [0.0] * (STACK + len(holding.stack))
    if Disc.SKULL in holding.lost or Disc.SKULL not in holding.discs:
        places[GONE] = 1.0
    elif Disc.SKULL in holding.stack:
        places[STACK + holding.stack.index(Disc.SKULL)] = 1.0
    else:
        places[HAND] = 1.0
    return places


def clean(sight: Sight, seat: Seat, taken: int) -> float:
    """The probability that the next discs of a mat, up to this number, are all flowers."""
    mat, suspicion = sight.board.mats[seat], sight.suspicions[seat]
    stack = suspicion[STACK : STACK + mat.height - mat.flipped]
    return 1.0 - sum(stack[len(stack) - taken :]) if taken else 1.0


def reach(sight: Sight, challenger: Seat, bid: int) -> float:
    """How likely a bid succeeds if the other mats are chosen well, as this viewpoint sees them."""
    board = sight.board
    done = board.attempt.flips if board.attempt else 0
    mat = board.mats[challenger]
    needed = max(bid - done, 0)
    own = min(needed, mat.height - mat.flipped)
    needed -= own
    best = [1.0] + [0.0] * needed
    for number, other in enumerate(board.mats):
        face_down = other.height - other.flipped
        if number == challenger or not face_down or not needed:
            continue
        chances = [clean(sight, Seat(number), taken) for taken in range(face_down + 1)]
        best = [
            max(best[n - taken] * chances[taken] for taken in range(min(n, face_down) + 1))
            for n in range(needed + 1)
        ]
    return clean(sight, challenger, own) * best[needed]
