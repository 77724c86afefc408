"""How a player keeps its promises through an ending.

It does not need to know what the other believes or does. In each round it follows plans that keep
promises; where a round ends, they say which promises of the next position to keep, with which
weights. It never draws which: it remembers how likely each is, given what it did, and draws its
moves alone. So it can be rebuilt from what it saw, and still, whatever the other does, it wins at
least as often as the promises say that it began with.
"""

from collections.abc import Callable
from typing import NamedTuple

from calavera.bots.ending.booklet import (
    ENDS,
    FIRST,
    OTHERS_SKULL,
    OWN_SKULL,
    PLACED,
    SECOND,
    SUCCESS,
    Mixture,
    Page,
    PageName,
    choice_key,
    discard_key,
    pages_of,
)
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
)
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
from calavera.rules.evolve import new_board
from calavera.rules.model.handling import lose, place, take_back

Courses = tuple[tuple[int, float], ...]
"""The promises that the player may be keeping, with how likely it keeps each."""

Believed = Callable[[Seat], float]
"""How likely a seat has its skull, given what everybody saw.

For the player's own seat it has to be the posterior of its own policy: a promise is kept for that
share of itself, so an opponent that knows better could win more than the promise allows.
"""


class _Round(NamedTuple):
    """A round of two, as far as it has come."""

    page: Page
    role: int
    courses: Courses
    told: tuple[str, ...] = PLACED  # the public moves, as if all first discs were placed
    end: int | None = None


class Course:
    """What a player knows of its ending: a function of what it saw."""

    def __init__(self, setup: Setup, seat: Seat) -> None:
        self._board, self._seat = new_board(setup), seat
        self._holding = Holding(setup.start[seat].discs)
        self._round: _Round | None = None

    def see(self, event: SeenEvent, board: Board, believed: Believed) -> None:
        """Move on by one event, after which the table is `board`.

        Beliefs are asked for where an ending begins; after that the plans say what to keep.
        """
        self._weigh(event)
        self._board = board
        match event:
            case RoundBegan():
                self._holding = take_back(self._holding, board.mats[self._seat].discs)
                self._round = self._next_round(believed)
            case DiscPlaced(seat=seat, disc=disc) if seat == self._seat:
                self._holding = place(self._holding, disc)
            case DiscLost(seat=seat, disc=disc) if seat == self._seat:
                self._holding = lose(self._holding, disc)
            case _:
                pass
        if self._round is not None:
            self._round = _told(self._round, event, board)

    @property
    def kept(self) -> tuple[Page, Courses] | None:
        """The promises that it may be keeping in this round; none before an ending."""
        return (self._round.page, self._round.courses) if self._round else None

    def options(self, board: Board, legal: tuple[Action, ...]) -> list[tuple[Action, float]]:
        """What to do now, with how likely; nothing where no plan leads or nothing is to choose."""
        if self._round is None or board != self._board:
            return []
        found: dict[Action, float] = {}
        page, key = self._round.page, self._key(self._round)
        if key is None or not any(page.leads(promise, key) for promise, _ in self._round.courses):
            return []
        for promise, weight in self._round.courses:
            for action, share in self._shares(self._round, promise):
                if share > 0.0 and action in legal:
                    found[action] = found.get(action, 0.0) + weight * share
        return list(found.items())

    def _shares(self, round_: _Round, promise: int) -> list[tuple[Action, float]]:
        """What the plan of one promise does now."""
        key = self._key(round_)
        return [] if key is None else round_.page.shares(promise, key)

    def _key(self, round_: _Round) -> str | None:
        """The name of the choice that the player has now; None if it has none."""
        told = " ".join(round_.told)
        match self._board.phase:
            case Phase.LOSE if round_.end == OWN_SKULL and discard_key(told) in round_.page.forks:
                return discard_key(told)
            case Phase.PLACE:  # the first disc: nothing has been seen that matters
                told = "" if round_.role == SECOND else PLACED[0]
            case Phase.ADD | Phase.BID:
                pass
            case _:
                return None
        return choice_key(told, self._holding.hand, self._holding.stack)

    def _weigh(self, event: SeenEvent) -> None:
        """What the player did tells which promises it may be keeping."""
        action = _action_of(event, self._seat)
        if self._round is None or action is None:
            return
        weighed = []
        for promise, weight in self._round.courses:
            shares = dict(self._shares(self._round, promise))
            weighed.append((promise, weight * shares.get(action, 0.0)))
        if sum(weight for _, weight in weighed) > 0.0:  # else it was somebody else who moved
            self._round = self._round._replace(courses=_normal(weighed))

    def _next_round(self, believed: Believed) -> _Round | None:
        if not is_ending(self._board):
            return None
        place, role = _place_on(self._board, self._seat)
        page = pages_of(place)[role]
        courses = self._carried(page) or self._begun(page, believed)
        return _Round(page, role, courses)

    def _carried(self, page: Page) -> Courses:
        """The promises after a round, from the plans that were followed in it."""
        before = self._round
        if before is None or before.end is None:
            return ()
        leaf, mixed = ENDS * before.page.attempts[" ".join(before.told)] + before.end, Mixture()
        for course, weight in before.courses:
            drawn = self._of_my_kind(before.page.later(course, leaf), page)
            mixed += [(promise, weight * share) for promise, share in drawn]
        return _normal(mixed)

    def _begun(self, page: Page, believed: Believed) -> Courses:
        """The promises to begin an ending with: the best for what everybody believes."""
        mats = enumerate(self._board.mats)
        other = next(Seat(n) for n, mat in mats if mat.discs and n != self._seat)
        mixture = page.mixture(believed(self._seat), believed(other))
        return self._of_my_kind(mixture, page) or ((mixture[0][0], 1.0),)

    def _of_my_kind(self, mixture: Mixture, page: Page) -> Courses:
        """A mixture as it is for the player, which has the skull or has not."""
        has_skull = Disc.SKULL in self._holding.discs
        return _normal(
            [(n, w * (page.own[n] if has_skull else 1.0 - page.own[n])) for n, w in mixture]
        )


def is_ending(board: Board) -> bool:
    """Whether two players with one seat each are left."""
    return board.setup.tribes == 1 and sum(1 for mat in board.mats if mat.discs) == 2


def _place_on(board: Board, seat: Seat) -> tuple[PageName, int]:
    """Return the page of this round, and the role of a seat."""
    seats = [Seat(number) for number, mat in enumerate(board.mats) if mat.discs]
    first = board.first if board.first in seats else seats[0]
    second = next(other for other in seats if other != first)
    mine, yours = board.mats[first], board.mats[second]
    place = PageName(mine.discs, yours.discs, mine.wins, yours.wins)
    return place, FIRST if seat == first else SECOND


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
            return round_._replace(end=SUCCESS)
        case AttemptFailed(challenger=challenger, skull=skull):
            return round_._replace(end=OWN_SKULL if skull == challenger else OTHERS_SKULL)
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


def _normal(mixture: Mixture) -> Courses:
    """The same with each promise once and weights that add up to one; nothing for nothing."""
    found: dict[int, float] = {}
    for promise, weight in mixture:
        found[promise] = found.get(promise, 0.0) + weight
    total = sum(found.values())
    if total <= 0.0:
        return ()
    return tuple((promise, weight / total) for promise, weight in found.items() if weight > 0.0)
