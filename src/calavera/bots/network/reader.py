"""Where skulls may be, inferred from bids and passes if seats play by a policy.

After each choice of such a seat, every place of its skull is weighted by the policy's probability
of that choice. It is public: nobody's own discs are used.
"""

from collections.abc import Collection, Sequence

from calavera.bots.network.policy import Mix, Policy
from calavera.bots.network.suspicion import GONE, HAND, STACK
from calavera.bots.network.tracker import Tracker
from calavera.rules import (
    Action,
    Bid,
    Board,
    Disc,
    Discard,
    Flip,
    Holding,
    OwnSeat,
    Pass,
    Place,
    Seat,
    SeenEvent,
    Setup,
    State,
    legal_actions,
)
from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    LossUnseen,
    PlacementUnseen,
    SeatPassed,
)

FLOWER, SKULL = Disc.FLOWER, Disc.SKULL


class Reader(Tracker):
    """A tracker that reads some seats, and assumes random hidden choices of all others."""

    def __init__(self, setup: Setup, policy: Policy, seats: Collection[Seat] | None = None) -> None:
        super().__init__(setup)
        self.plain = Tracker(setup)
        """What networks see: every hidden choice is assumed to be random."""

        self._policy = policy
        self._seats = setup.seats if seats is None else seats
        self._chosen: float | None = None

    def take(self, event: SeenEvent) -> None:
        """Learn from an event."""
        seat, actions = _choice(event, self.board)
        self._chosen = None
        if seat is not None and seat in self._seats:
            self._weigh(seat, actions)
        super().take(event)
        self.plain.take(event)

    def _weigh(self, seat: Seat, actions: Sequence[Action]) -> None:
        """Weigh where a skull may be by the chance of what was seen: one of some actions."""
        before, weighed = self.suspicions[seat], list[float]()
        for place, weight in enumerate(before):
            options = self._mix(seat, place) if weight else {}
            shares = [options[action].share if action in options else 0.0 for action in actions]
            weighed.append(weight * sum(shares) if options else weight)
            if len(shares) > 1 and sum(shares) > 0.0 and shares[1] > 0.0:
                self._chosen = shares[1] / sum(shares)
        total = sum(weighed)
        if total > 0.0:  # otherwise no such policy would do that, and it is ignored
            self.suspicions[seat] = [weight / total for weight in weighed]

    def _mix(self, seat: Seat, place: int) -> Mix:
        """What the policy does on a seat whose skull is somewhere."""
        board = self.board
        mat = board.mats[seat]
        hand, stack = [FLOWER] * mat.hand, [FLOWER] * mat.height
        if place == HAND:
            hand[-1] = SKULL
        elif place != GONE:
            stack[place - STACK] = SKULL
        holdings = [Holding(())] * len(board.mats)
        holdings[seat] = Holding(tuple(hand), tuple(stack))
        legal = legal_actions(State(board, tuple(holdings)), seat)
        return self._policy.mix(OwnSeat(seat, holdings[seat], legal), self.plain)

    def _skull_chance(self, discs: int) -> float:
        return super()._skull_chance(discs) if self._chosen is None else self._chosen


def _choice(event: SeenEvent, board: Board) -> tuple[Seat | None, tuple[Action, ...]]:
    """Who chose, and which actions look like that to everybody, the one with the skull last."""
    match event:
        case DiscPlaced(seat=seat) | PlacementUnseen(seat=seat):
            return seat, (Place(FLOWER), Place(SKULL))
        case BidMade(seat=seat, number=number):
            return seat, (Bid(number),)
        case SeatPassed(seat=seat):
            return seat, (Pass(),)
        case DiscFlipped(mat=mat) if board.turn:
            return board.turn[0], (Flip(mat),)
        case DiscLost(seat=seat, taker=taker) | LossUnseen(seat=seat, taker=taker) if seat == taker:
            return seat, (Discard(FLOWER), Discard(SKULL))
        case _:
            return None, ()
