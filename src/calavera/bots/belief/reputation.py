"""What somebody who knows how a player moves believes about its skull.

The suspicion against its own seat in `memory` is that of players who take it for one style or
another. This is the posterior of an opponent who knows its policy, from what everybody saw. It is
exact, as the policy depends on nothing but the open table and its own discs. A promise of the
solved ending holds for one such probability, so this is the one to begin an ending with.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from calavera.bots.belief.suspicion import (
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
"""How likely the player makes each move now, with these discs."""

Moved: TypeAlias = BidMade | SeatPassed | DiscPlaced


class Reputation:
    """The posterior on the skull of one seat, brought forward by one event after the other."""

    def __init__(self, seat: Seat, *, has_skull: bool) -> None:
        self._seat = seat
        self._places = at_start(has_skull=has_skull)

    @property
    def has_skull(self) -> float:
        """How likely the seat still has its skull."""
        return 1.0 - self._places[GONE]

    def take(self, event: SeenEvent, board: Board, policy: Policy) -> None:
        """Learn from an event; board and policy are as they were before it."""
        mat = board.mats[self._seat]
        match event:
            case RoundBegan():
                self._places = taken_back(self._places)
            case DiscLost(seat=seat, taker=taker) if seat == self._seat:
                self._places = lost_one(self._places, _risk(mat, policy, chosen=seat == taker))
            case _ if not 0.0 < self._places[GONE] < 1.0:
                pass  # nothing that happens in a round makes it doubtful again
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
        """How likely would it have done that with its skull at each place?"""
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
        elif isinstance(event, DiscPlaced):  # somebody else moved in this seat
            self._places = placed(self._places, 1 / mat.hand)


def holding_with(place: int, mat: Mat) -> Holding:
    """The discs of a seat whose skull is at that place of a suspicion."""
    hand, stack = [Disc.FLOWER] * mat.hand, [Disc.FLOWER] * mat.height
    if place == HAND:
        hand[-1] = Disc.SKULL
    elif place >= STACK:
        stack[place - STACK] = Disc.SKULL
    return Holding(tuple(hand), tuple(stack))


def _risk(mat: Mat, policy: Policy, *, chosen: bool) -> float:
    """How likely a lost disc is the skull of a seat that has it (R24, R25)."""
    if not chosen:
        return 1 / mat.discs
    return policy(holding_with(STACK, mat)).get(Discard(Disc.SKULL), 0.0)
