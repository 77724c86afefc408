"""The posterior on a player's skull, for an opponent who knows its policy.

`PublicBelief` assumes that the player has one of the fitted styles. This posterior assumes that its
actual policy is known. It is exact, because the policy depends only on the open table and its own
discs. A promise of the solved ending holds for one such probability, so an ending starts with this
one.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from calavera.bots.network.suspicion import (
    GONE,
    HAND,
    STACK,
    at_start,
    lost_one,
    placed,
    seen_flower,
    seen_skull,
    taken_back,
)
from calavera.rules import (
    Action,
    Bid,
    Board,
    Disc,
    Discard,
    Holding,
    Mat,
    Pass,
    Place,
    Seat,
    SeenEvent,
)
from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    RoundBegan,
    SeatPassed,
)

Policy: TypeAlias = Callable[[Holding], Mapping[Action, float]]
"""The probability of each move now, with these discs."""

Moved: TypeAlias = BidMade | SeatPassed | DiscPlaced


class Reputation:
    """The posterior on the skull of one seat, updated event by event."""

    def __init__(self, seat: Seat, *, has_skull: bool) -> None:
        self._seat = seat
        self._places = at_start(has_skull=has_skull)

    @property
    def has_skull(self) -> float:
        """The probability that the seat still has its skull."""
        return 1.0 - self._places[GONE]

    def take(self, event: SeenEvent, board: Board, policy: Policy) -> None:
        """Learn from an event; board and policy are those before it."""
        mat = board.mats[self._seat]
        match event:
            case RoundBegan():
                self._places = taken_back(self._places)
            case DiscLost(seat=seat, taker=taker) if seat == self._seat:
                self._places = lost_one(self._places, _risk(mat, policy, chosen=seat == taker))
            case _ if not 0.0 < self._places[GONE] < 1.0:
                pass  # nothing in a round makes it doubtful again
            case DiscFlipped(mat=seat, disc=disc) if seat == self._seat:
                self._see(mat.height - 1 - mat.flipped, disc)
            case DiscsShown(seat=seat, discs=discs) if seat == self._seat:
                for depth, disc in enumerate(discs):
                    self._see(mat.face_down - 1 - depth, disc)
            case BidMade(seat=seat) | SeatPassed(seat=seat) | DiscPlaced(seat=seat):
                if seat == self._seat:
                    self._weigh(event, mat, policy)

    def _see(self, place: int, disc: Disc) -> None:
        see = seen_skull if disc is Disc.SKULL else seen_flower
        self._places = see(self._places, place)

    def _weigh(self, event: Moved, mat: Mat, policy: Policy) -> None:
        """The likelihood of the move with the skull at each place."""
        weights = [0.0] * (len(self._places) + isinstance(event, DiscPlaced))
        for place, chance in enumerate(self._places):
            if chance <= 0.0:
                continue
            shares = policy(holding_with(place, mat))
            match event:
                case BidMade(number=number):
                    weights[place] += chance * shares.get(Bid(number), 0.0)
                case SeatPassed():
                    weights[place] += chance * shares.get(Pass(), 0.0)
                case DiscPlaced():
                    weights[place] += chance * shares.get(Place(Disc.FLOWER), 0.0)
                    weights[-1] += chance * shares.get(Place(Disc.SKULL), 0.0)
        total = sum(weights)
        if total > 0.0:
            self._places = [weight / total for weight in weights]
        elif isinstance(event, DiscPlaced):  # a different player moved for this seat
            self._places = placed(self._places, 1 / mat.hand)


def holding_with(place: int, mat: Mat) -> Holding:
    """The discs of a seat with its skull at that place of a suspicion."""
    hand, stack = [Disc.FLOWER] * mat.hand, [Disc.FLOWER] * mat.height
    if place == HAND:
        hand[-1] = Disc.SKULL
    elif place >= STACK:
        stack[place - STACK] = Disc.SKULL
    return Holding(tuple(hand), tuple(stack))


def _risk(mat: Mat, policy: Policy, *, chosen: bool) -> float:
    """The probability that a seat with a skull loses it (R24, R25)."""
    if not chosen:
        return 1 / mat.discs
    return policy(holding_with(STACK, mat)).get(Discard(Disc.SKULL), 0.0)
