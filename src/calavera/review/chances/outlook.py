"""Everybody's chance to win at one moment: what must follow is computed, the rest is judged.

While an attempt is under way, the chance is the mean over what can follow. With all discs open,
the challenger chooses among the mats as the strongest bot does, so an attempt that must succeed
or must fail is certain whatever it chooses. Other viewpoints foresee only what they know to be
certain. A blind pick takes each disc equally often (R24): before it, the chance is the mean.
"""

from collections.abc import Collection, Iterable
from copy import copy
from typing import Final

from calavera.bots.bot import Strength
from calavera.bots.network.policy import Policy
from calavera.bots.network.tracker import Tracker
from calavera.bots.network.weights_file import level_networks
from calavera.review.chances.judge import chances
from calavera.review.chances.sight import Sight, clean, sight
from calavera.rules import (
    PUBLIC,
    Disc,
    Discard,
    Event,
    Flip,
    OwnSeat,
    Phase,
    Pick,
    Seat,
    Setup,
    State,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    redact,
)
from calavera.rules.model.queries import flippable, is_own_skull

SURE: Final = 1.0 - 1e-9
"""Beliefs are products of fractions: what is at least this likely is certain."""

Point = tuple[float, ...]
"""The chance of every player."""


class Outlook:
    """The chances of one game."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._policy = Policy(level_networks(Strength.EXPERT.value))
        self._round = 0
        self._open: dict[tuple[int, ...], Point] = {}  # by how many discs of each mat are flipped

    def point(self, tracker: Tracker, state: State, known: Collection[Seat]) -> Point:
        """The chances as somebody sees them who knows the discs of these seats.

        `tracker` has read what everybody saw of the game so far.
        """
        board = state.board
        if board.outcome is not None:
            return tuple(float(n == board.outcome.winner) for n in range(self._setup.players))
        if board.phase is Phase.FLIP:
            if set(self._setup.seats) <= set(known):
                return self._flips(tracker, state)
            foreseen = _foreseen(tracker, state, known)
            if foreseen is not None:
                return self.point(*foreseen, known)
        elif board.phase is Phase.LOSE:
            return self._loss(tracker, state, known)
        return self._judged(tracker, state, known)

    def _judged(self, tracker: Tracker, state: State, known: Collection[Seat]) -> Point:
        found = [0.0] * self._setup.players
        for seat, chance in chances(sight(tracker, state, known)).items():
            found[self._setup.owner(seat)] += chance
        return tuple(found)

    def _flips(self, tracker: Tracker, state: State) -> Point:
        """The mean over the flips that can follow, with all discs open."""
        board, seats = state.board, self._setup.seats
        if self._round != board.round:
            self._round, self._open = board.round, {}
        key = tuple([mat.flipped for mat in board.mats])
        if key not in self._open:
            seat = board.turn[0]
            self._open[key] = _mean(
                (share, self.point(*_after(tracker, state, decide(state, seat, Flip(mat))), seats))
                for mat, share in self._mats(tracker, state, seat)
            )
        return self._open[key]

    def _mats(self, tracker: Tracker, state: State, seat: Seat) -> list[tuple[Seat, float]]:
        """The mats that may be chosen, with how often the strongest bot chooses each."""
        mats = flippable(state.board, seat)
        if len(mats) == 1 or _has_flowers_only(state):
            return [(mats[0], 1.0)]
        own = OwnSeat(seat, state.holdings[seat], legal_actions(state, seat))
        mix = self._policy.mix(own, tracker)
        # At tables of more than six the network leaves mats out; they are as likely as the mean.
        shares = [mix[Flip(mat)].share if Flip(mat) in mix else 1.0 / len(mats) for mat in mats]
        total = sum(shares)
        return [(mat, share / total) for mat, share in zip(mats, shares, strict=True)]

    def _loss(self, tracker: Tracker, state: State, known: Collection[Seat]) -> Point:
        """The mean over the discs that a failed challenger may lose."""
        seat, attempt = state.board.turn[0], state.board.attempt
        assert attempt is not None
        if is_own_skull(state.board):
            discs = state.holdings[seat].discs
            if len(discs) > 1:  # which one is a choice
                return self._judged(tracker, state, known)
            return self.point(
                *_after(tracker, state, decide(state, seat, Discard(discs[0]))), known
            )
        found = []
        hidden = state._replace(drawn=None)  # nobody knows which disc will be picked
        for shuffled, share in chance_outcomes(hidden):
            drawn = evolve(hidden, shuffled)
            after = _after(tracker, drawn, decide(drawn, seat, Pick()))
            if attempt.challenger not in known:  # it looks the same whichever was picked
                return self.point(*after, known)
            found.append((float(share), self.point(*after, known)))
        return _mean(found)


def _mean(weighted: Iterable[tuple[float, Point]]) -> Point:
    found = list(weighted)
    if len({point for _, point in found}) == 1:
        return found[0][1]
    return tuple(sum(share * point[n] for share, point in found) for n in range(len(found[0][1])))


def _after(tracker: Tracker, state: State, events: Iterable[Event]) -> tuple[Tracker, State]:
    """The game after some events; the tracker that was passed in does not learn of them."""
    tracker = copy(tracker)
    tracker.suspicions = list(tracker.suspicions)
    tracker.last_bids = list(tracker.last_bids)
    tracker.chose_loss = list(tracker.chose_loss)
    for event in events:
        state = evolve(state, event)
        tracker.take(redact(event, PUBLIC))
    return tracker, state


def _left(state: State) -> int:
    """How many discs the challenger still has to turn over."""
    board = state.board
    return board.bidding.number - board.attempt.flips if board.bidding and board.attempt else 0


def _depths(state: State) -> list[tuple[Seat, int]]:
    """For each mat that may be chosen now, how many of its discs may still be turned over."""
    board, left = state.board, _left(state)
    mats = [(seat, board.mats[seat]) for seat in flippable(board, board.turn[0])]
    return [(seat, min(mat.height - mat.flipped, left)) for seat, mat in mats]


def _has_flowers_only(state: State) -> bool:
    """Whether the challenger turns over flowers alone, whichever mats it chooses."""
    for seat, count in _depths(state):
        stack = state.holdings[seat].stack
        top = len(stack) - state.board.mats[seat].flipped
        if Disc.SKULL in stack[top - count : top]:
            return False
    return True


def _foreseen(
    tracker: Tracker, state: State, known: Collection[Seat]
) -> tuple[Tracker, State] | None:
    """The end of an attempt if it is certain from a viewpoint; None if it is not."""
    while state.board.phase is Phase.FLIP:
        challenger = state.board.turn[0]
        mat = _certain(sight(tracker, state, known), state, challenger)
        if mat is None:
            return None
        tracker, state = _after(tracker, state, decide(state, challenger, Flip(mat)))
    return tracker, state


def _certain(seen: Sight, state: State, challenger: Seat) -> Seat | None:
    """A mat to turn over next if a viewpoint knows what will come of it; None if it does not."""
    depths = _depths(state)
    if len(depths) == 1 and clean(seen, depths[0][0], 1) <= 1.0 - SURE:
        return depths[0][0]
    if challenger in seen.known or len(depths) == 1:  # it chooses what it knows to be safe
        return next((seat for seat, _ in depths if clean(seen, seat, 1) >= SURE), None)
    is_safe = all(clean(seen, seat, count) >= SURE for seat, count in depths)
    return depths[0][0] if is_safe else None
