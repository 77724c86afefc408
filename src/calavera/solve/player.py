"""A bot that plays the ending exactly: from two players on, nobody does better against it.

It does not need to know what the other believes or does. In each round it follows a plan that keeps
a promise; where the round ends, the plan says which promises of the next position to keep, with
which shares, and it draws one of them. So whatever the other does, it wins at least as often as the
tables say. All plans come with the package: nothing is solved while it plays, and numpy is all it
needs.
"""

import random
from functools import cache
from typing import NamedTuple

import numpy as np

from calavera.bots import Bot, Cautious, Strength, acting_seat, tell
from calavera.rules import (
    Action,
    Board,
    Disc,
    Discard,
    OwnSeat,
    Phase,
    Pick,
    Seat,
    SeenEvent,
    View,
)
from calavera.rules.events import (
    AttemptBegan,
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    DiscPlaced,
    PlacementUnseen,
    RoundBegan,
    SeatPassed,
)
from calavera.solve.archive import SHIPPED, read_solved
from calavera.solve.plan import Plan
from calavera.solve.position import FIRST, SECOND, Position
from calavera.solve.round_tree import End, Node, round_tree
from calavera.solve.tables import load_tables


class _Course(NamedTuple):
    """What the bot does in a round."""

    position: Position
    role: int
    plan: Plan


class EndingPlayer:
    """Exact where two are left; before that it plays as another bot does."""

    name = "ending"
    nickname = "Parca"
    temper = "bides its time, and makes no mistake once two are left"
    strength = Strength.MEDIUM
    budget = 2.0

    def __init__(self, before: type[Bot] = Cautious) -> None:
        self._before = before()
        self._course: _Course | None = None
        self._last: tuple[_Course, int, End] | None = None
        """The course of the round before, its attempt and how that came out."""
        self._told: list[tuple[Seat, str]] = []
        self._first = Seat(0)
        self._round = 0
        self._end: End | None = None

    def see(self, event: SeenEvent) -> None:
        """Take note of what happened."""
        tell(self._before, event)
        match event:
            case RoundBegan(number=number, first=first):
                self._close_round()
                self._first, self._round = first, number
            case DiscPlaced(seat=seat) | PlacementUnseen(seat=seat):
                self._told.append((seat, "?"))
            case BidMade(seat=seat, number=bid):
                self._told.append((seat, str(bid)))
            case SeatPassed(seat=seat):
                self._told.append((seat, "-"))
            case AttemptSucceeded():
                self._end = End.SUCCESS
            case AttemptFailed(challenger=challenger, skull=skull):
                self._end = End.OWN_SKULL if skull == challenger else End.OTHERS_SKULL
            case AttemptBegan() | _:
                pass

    def choose(self, view: View, rng: random.Random) -> Action:
        """One of the legal actions: by the plan if two are left."""
        if not is_ending(view.board):
            return self._before.choose(view, rng)
        own = acting_seat(view)
        if self._course is None:
            self._course = self._new_course(view.board, own, rng)
        if len(own.legal) == 1:
            return own.legal[0]
        if view.board.phase is Phase.LOSE:
            return self._lose(own, rng)
        return self._move(own, rng)

    def _close_round(self) -> None:
        self._last = None
        if self._course is not None and self._end is not None:
            node = self._node(self._course.position)
            self._last = self._course, attempt_number(self._course.position, node), self._end
        self._course, self._told, self._end = None, [], None

    def _new_course(self, board: Board, own: OwnSeat, rng: random.Random) -> _Course:
        position, role = position_on(board, own.seat)
        has_skull = Disc.SKULL in own.holding.discs
        place = None
        if self._last is not None:
            place = _draw(self._mixture(*self._last), position, role, has_skull, rng)
        if place is None:  # the ending begins, or it came here by moves that were not its own
            believed, other = (_belief(board, seat) for seat in _seats(board, own.seat))
            weights, places = load_tables().book[position.number, role].mixture(believed, other)
            mixture = list(zip(places, weights, strict=True))
            place = _draw(mixture, position, role, has_skull, rng)
        return _Course(position, role, plans_of(position)[role][place or 0])

    def _mixture(self, course: _Course, attempt: int, end: End) -> list[tuple[int, float]]:
        """The promises that a plan keeps after an attempt, with their weights."""
        plan = course.plan
        parts = np.flatnonzero(plan.leaf == 3 * attempt + end)
        return [(int(plan.promise[part]), float(plan.weight[part])) for part in parts]

    def _node(self, position: Position) -> Node:
        """The node of the round's tree where the game stands."""
        placed = 2  # step 1 may have gone in any order; the tree has one
        words = ["b?", "a?"][: len(self._told)] if len(self._told) < placed else ["b?", "a?"]
        for seat, word in self._told[placed:]:
            words.append(f"{'a' if seat == self._first else 'b'}{word}")
        return nodes_told(position)[" ".join(words)]

    def _move(self, own: OwnSeat, rng: random.Random) -> Action:
        assert self._course is not None
        position, role, plan = self._course
        if not own.holding.stack:  # the first disc: the order of step 1 tells nothing
            node = nodes_told(position)["" if role == SECOND else "b?"]
        else:
            node = self._node(position)
        private = own.holding.hand, own.holding.stack
        state = node.privates[role].index(private)
        begin = first_edges(position)[node.number]
        mine = [(place, edge) for place, edge in enumerate(node.edges) if edge.state == state]
        actions: list[Action] = [edge.action for _, edge in mine]
        return rng.choices(actions, [float(plan.edges[begin + place]) for place, _ in mine])[0]

    def _lose(self, own: OwnSeat, rng: random.Random) -> Action:
        assert self._course is not None
        if Pick() in own.legal:
            return Pick()
        attempt = attempt_number(self._course.position, self._node(self._course.position))
        keep = float(self._course.plan.keep[attempt])
        (wanted,) = rng.choices([Discard(Disc.FLOWER), Discard(Disc.SKULL)], [keep, 1.0 - keep])
        return (
            wanted
            if wanted in own.legal
            else next(action for action in own.legal if isinstance(action, Discard))
        )


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


def _seats(board: Board, seat: Seat) -> tuple[Seat, Seat]:
    """A seat and the other one that is in."""
    others = (Seat(place) for place, mat in enumerate(board.mats) if mat.discs)
    return seat, next(other for other in others if other != seat)


def _belief(board: Board, seat: Seat) -> float:
    """How likely a seat has its skull: what it began with is known, its losses were blind."""
    start = board.setup.start[seat].discs
    return board.mats[seat].discs / len(start) if Disc.SKULL in start else 0.0


def _draw(
    mixture: list[tuple[int, float]],
    position: Position,
    role: int,
    has_skull: bool,
    rng: random.Random,
) -> int | None:
    """One of the promises, by their weights and how much each has of a player like this one."""
    own = load_tables().book[position.number, role].own
    shares = [weight * (own[n] if has_skull else 1.0 - own[n]) for n, weight in mixture]
    if sum(shares) <= 0.0:
        return None
    return rng.choices([place for place, _ in mixture], shares)[0]


@cache
def nodes_told(position: Position) -> dict[str, Node]:
    """The nodes of a round by what has been said."""
    return {node.told: node for node in round_tree(position).nodes}


@cache
def attempts_of(position: Position) -> list[Node]:
    """The attempts of a round in their order."""
    return [node for node in round_tree(position).nodes if node.is_attempt]


@cache
def first_edges(position: Position) -> list[int]:
    """For each node the number of its first edge."""
    firsts, number = [], 0
    for node in round_tree(position).nodes:
        firsts.append(number)
        number += len(node.edges)
    return firsts


def attempt_number(position: Position, node: Node) -> int:
    """The place of an attempt among those of its round."""
    return next(n for n, other in enumerate(attempts_of(position)) if other.number == node.number)


@cache
def plans_of(position: Position) -> tuple[tuple[Plan, ...], tuple[Plan, ...]]:
    """The plans that come with the package."""
    return read_solved(SHIPPED, position).plans
