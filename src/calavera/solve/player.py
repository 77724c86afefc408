"""A bot that plays the ending exactly: from two players on, nobody does better against it.

It does not need to know what the other believes or does. In each round it follows plans that keep
promises; where a round ends, they say which promises of the next position to keep, with which
weights. It never draws which: it remembers how likely each is, given what it did, and draws its
moves alone. So it can be rebuilt from what it saw, and still, whatever the other does, it wins at
least as often as the tables say. All plans come with the package: nothing is solved while it plays,
and numpy is all it needs.
"""

import random
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from calavera.bots import Bot, Cautious, Strength, acting_seat, tell
from calavera.rules import (
    Action,
    Bid,
    Board,
    Disc,
    Discard,
    Holding,
    Pass,
    Phase,
    Place,
    Seat,
    SeenEvent,
    Setup,
    View,
)
from calavera.rules.advance import BOARD_STEPS
from calavera.rules.events import (
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    DiscLost,
    DiscPlaced,
    PlacementUnseen,
    RoundBegan,
    SeatPassed,
)
from calavera.rules.state import new_board
from calavera.solve.archive import SHIPPED, read_solved
from calavera.solve.plan import Plan
from calavera.solve.position import FIRST, SECOND, Position
from calavera.solve.round_tree import End, Node, round_tree
from calavera.solve.tables import load_tables

PLACED: Final = ("b?", "a?")
"""The first discs, in the order of the tree; at a table they may come in any order (R7)."""

Courses = tuple[tuple[int, float], ...]
"""The promises that the bot may be keeping, with how likely it keeps each."""


class EndingPlayer:
    """Exact where two are left; before that it plays as another bot does."""

    name = "ending"
    nickname = "Parca"
    temper = "bides its time, and makes no mistake once two are left"
    strength = Strength.MEDIUM
    budget = 2.0

    def __init__(self, before: type[Bot] = Cautious) -> None:
        self._before = before()
        self._events: list[SeenEvent] = []
        self._memory: _Memory | None = None

    def see(self, event: SeenEvent) -> None:
        """Take note of what happened."""
        tell(self._before, event)
        self._events.append(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        """One of the legal actions: by the plans if two are left."""
        if not is_ending(view.board):
            return self._before.choose(view, rng)
        own = acting_seat(view)
        if self._memory is None:
            self._memory = _Memory(view.board.setup, own.seat)
        for event in self._events:
            self._memory.see(event)
        self._events = []
        if len(own.legal) == 1:
            return own.legal[0]
        options = [(act, share) for act, share in self._memory.options() if act in own.legal]
        actions: list[Action] = [action for action, _ in options]
        return rng.choices(actions, [share for _, share in options])[0]


class _Round(NamedTuple):
    """A round of two, as far as it has come."""

    position: Position
    role: int
    courses: Courses
    told: tuple[str, ...] = PLACED
    """What has been said, the first discs as if they all lay."""

    end: End | None = None

    @property
    def node(self) -> Node:
        """Where in the round's tree the game stands, once the first discs lie."""
        return nodes_told(self.position)[" ".join(self.told)]

    @property
    def attempt(self) -> int:
        """The number of the attempt that it came to."""
        return attempt_numbers(self.position)[self.node.number]

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plans of the position for this role."""
        return read_plans(self.position)[self.role]


class _Memory:
    """What the bot knows of its game: a function of what it saw."""

    def __init__(self, setup: Setup, seat: Seat) -> None:
        self._board, self._seat = new_board(setup), seat
        self._holding = Holding(setup.start[seat].discs)
        self._round: _Round | None = None

    def see(self, event: SeenEvent) -> None:
        """Move on by one event."""
        self._weigh(event)
        self._board = BOARD_STEPS[type(event)](self._board, event)
        match event:
            case RoundBegan():
                self._holding = self._holding.take_back(self._board.mats[self._seat].discs)
                self._round = self._next_round()
            case DiscPlaced(seat=seat, disc=disc) if seat == self._seat:
                self._holding = self._holding.place(disc)
            case DiscLost(seat=seat, disc=disc) if seat == self._seat:
                self._holding = self._holding.lose(disc)
            case _:
                pass
        if self._round is not None:
            self._round = _told(self._round, event, self._board)

    def options(self) -> list[tuple[Action, float]]:
        """What the bot may do now, with how likely it does it."""
        if self._round is None:
            raise ValueError("two players must be left")
        found: dict[Action, float] = {}
        for place, weight in self._round.courses:
            for action, share in self._shares(self._round, self._round.plans[place]):
                found[action] = found.get(action, 0.0) + weight * share
        return list(found.items())

    def _shares(self, round_: _Round, plan: Plan) -> list[tuple[Action, float]]:
        """What one plan does now."""
        if self._board.phase is Phase.LOSE:
            keep = float(plan.keep[round_.attempt])
            return [(Discard(Disc.FLOWER), keep), (Discard(Disc.SKULL), 1.0 - keep)]
        node = round_.node
        if not self._holding.stack:  # the first disc: nothing has been seen that matters
            node = nodes_told(round_.position)["" if round_.role == SECOND else PLACED[0]]
        private = self._holding.hand, self._holding.stack
        state, begin = node.privates[round_.role].index(private), first_edges(round_.position)
        return [
            (edge.action, float(plan.edges[begin[node.number] + place]))
            for place, edge in enumerate(node.edges)
            if edge.state == state
        ]

    def _weigh(self, event: SeenEvent) -> None:
        """What the bot did tells which promises it may be keeping."""
        action = _action_of(event, self._seat)
        if self._round is None or action is None:
            return
        weighed = []
        for place, weight in self._round.courses:
            shares = dict(self._shares(self._round, self._round.plans[place]))
            weighed.append((place, weight * shares.get(action, 0.0)))
        if sum(weight for _, weight in weighed) > 0.0:  # else it was not the bot that moved
            self._round = self._round._replace(courses=_normal(weighed))

    def _next_round(self) -> _Round | None:
        if not is_ending(self._board):
            return None
        position, role = position_on(self._board, self._seat)
        courses = self._carried(position, role) or self._natural(position, role)
        return _Round(position, role, courses)

    def _carried(self, position: Position, role: int) -> Courses:
        """The promises after a round, from the plans that were followed in it."""
        before = self._round
        if before is None or before.end is None:
            return ()
        leaf, mixed = 3 * before.attempt + before.end, list[tuple[int, float]]()
        for course, weight in before.courses:
            plan = before.plans[course]
            parts = np.flatnonzero(plan.leaf == leaf)
            mixture = [(int(plan.promise[part]), float(plan.weight[part])) for part in parts]
            drawn = self._of_my_kind(mixture, position, role)
            mixed += [(place, weight * share) for place, share in drawn]
        return _normal(mixed)

    def _natural(self, position: Position, role: int) -> Courses:
        """The promises to begin with, where only the losses are known."""
        other = next(
            Seat(place)
            for place, mat in enumerate(self._board.mats)
            if mat.discs and place != self._seat
        )
        believed = _belief(self._board, self._seat), _belief(self._board, other)
        weights, places = load_tables().book[position.number, role].mixture(*believed)
        mixture = list(zip(places, weights, strict=True))
        return self._of_my_kind(mixture, position, role) or ((places[0], 1.0),)

    def _of_my_kind(
        self, mixture: list[tuple[int, float]], position: Position, role: int
    ) -> Courses:
        """A mixture as it is for the bot, which has the skull or has not."""
        own = load_tables().book[position.number, role].own
        has_skull = Disc.SKULL in self._holding.discs
        shares = [float(own[n]) if has_skull else 1.0 - float(own[n]) for n, _ in mixture]
        return _normal([(n, w * s) for (n, w), s in zip(mixture, shares, strict=True)])


def is_ending(board: Board) -> bool:
    """Whether two players with one seat each are left."""
    return board.setup.tribes == 1 and sum(1 for mat in board.mats if mat.discs) == 2


def position_on(board: Board, seat: Seat) -> tuple[Position, int]:
    """Where two players stand in this round, and the role of a seat."""
    seats = [Seat(place) for place, mat in enumerate(board.mats) if mat.discs]
    first = board.first if board.first in seats else seats[0]
    second = next(other for other in seats if other != first)
    mine, yours = board.mats[first], board.mats[second]
    position = Position(mine.discs, yours.discs, mine.wins, yours.wins)
    return position, FIRST if seat == first else SECOND


def _told(round_: _Round, event: SeenEvent, board: Board) -> _Round:
    """The round after something was said, or came out."""
    match event:
        case BidMade(seat=seat, number=number):
            word = f"{_letter(board, seat)}{number}"
        case SeatPassed(seat=seat):
            word = f"{_letter(board, seat)}-"
        case DiscPlaced(seat=seat) | PlacementUnseen(seat=seat) if board.mats[seat].height > 1:
            word = f"{_letter(board, seat)}?"
        case AttemptSucceeded():
            return round_._replace(end=End.SUCCESS)
        case AttemptFailed(challenger=challenger, skull=skull):
            own = skull == challenger
            return round_._replace(end=End.OWN_SKULL if own else End.OTHERS_SKULL)
        case _:
            return round_
    return round_._replace(told=(*round_.told, word))


def _letter(board: Board, seat: Seat) -> str:
    return "a" if seat == board.first else "b"


def _action_of(event: SeenEvent, seat: Seat) -> Action | None:
    """What the seat's player chose, where it did."""
    match event:
        case DiscPlaced(seat=who, disc=disc) if who == seat:
            return Place(disc)
        case BidMade(seat=who, number=number) if who == seat:
            return Bid(number)
        case SeatPassed(seat=who) if who == seat:
            return Pass()
        case DiscLost(seat=who, taker=taker, disc=disc) if who == taker == seat:
            return Discard(disc)
        case _:
            return None


def _normal(mixture: list[tuple[int, float]]) -> Courses:
    """The same with each promise once and weights that add up to one; nothing for nothing."""
    found: dict[int, float] = {}
    for place, weight in mixture:
        found[place] = found.get(place, 0.0) + weight
    total = sum(found.values())
    if total <= 0.0:
        return ()
    return tuple((place, weight / total) for place, weight in found.items() if weight > 0.0)


def _belief(board: Board, seat: Seat) -> float:
    """How likely a seat has its skull: what it began with is known, its losses were blind."""
    start = board.setup.start[seat].discs
    return board.mats[seat].discs / len(start) if Disc.SKULL in start else 0.0


@cache
def nodes_told(position: Position) -> dict[str, Node]:
    """The nodes of a round by what has been said."""
    return {node.told: node for node in round_tree(position).nodes}


@cache
def attempt_numbers(position: Position) -> dict[int, int]:
    """For each attempt's node its place among the attempts."""
    attempts = (node for node in round_tree(position).nodes if node.is_attempt)
    return {node.number: place for place, node in enumerate(attempts)}


@cache
def first_edges(position: Position) -> list[int]:
    """For each node the number of its first edge."""
    firsts, number = [], 0
    for node in round_tree(position).nodes:
        firsts.append(number)
        number += len(node.edges)
    return firsts


@cache
def read_plans(position: Position) -> tuple[tuple[Plan, ...], tuple[Plan, ...]]:
    """The plans that come with the package."""
    return read_solved(SHIPPED, position).plans
