"""The solved game of two for hints and reviews: what each move is worth, and the best answer.

A plan of the booklet says nothing where it never leads, and a person often leaves it. There the
best answer to the other's plan takes its place.
"""

from typing import Final

from calavera.bots.bot import Strength
from calavera.bots.ending.booklet import (
    OTHERS_SKULL,
    OWN_SKULL,
    PLACED,
    SECOND,
    SUCCESS,
    PageName,
)
from calavera.bots.ending.course import is_ending
from calavera.bots.ending.duel import Duel
from calavera.bots.hints.engine import Consultation
from calavera.bots.network.policy import Option, Policy
from calavera.bots.network.reader import Reader
from calavera.bots.network.weights_file import level_networks
from calavera.rules import Action, Board, Discard, OwnSeat, Seat, SeenEvent, Setup, Show
from calavera.rules.events import (
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    DiscPlaced,
    PlacementUnseen,
    RoundBegan,
    SeatPassed,
)

NARROW: Final = 0.001
"""A wider bracket is not called exact, and a mix that gives up more is not the best answer."""

SAME: Final = 1e-6
"""Moves whose worth differs by less are equally good."""


class Ending:
    """The rounds of the last two players, with what everybody believes of them."""

    def __init__(self, setup: Setup) -> None:
        self._reader = Reader(setup, Policy(level_networks(Strength.EXPERT.value)))
        self._told: tuple[str, ...] = PLACED
        self._end = SUCCESS
        self.duel: Duel | None = None
        self.seats: tuple[Seat, Seat] | None = None  # the first player's comes first

    def take(self, event: SeenEvent) -> None:
        """Learn from an event; only what everybody saw of it is used."""
        self._reader.take(event)
        board = self._reader.board
        match event:
            case RoundBegan():
                self._begin()
            case BidMade(seat=seat, number=number):
                self._tell(seat, str(number))
            case SeatPassed(seat=seat):
                self._tell(seat, "-")
            case DiscPlaced(seat=seat) | PlacementUnseen(seat=seat) if board.mats[seat].height > 1:
                self._tell(seat, "?")
            case AttemptSucceeded():
                self._end = SUCCESS
            case AttemptFailed(challenger=challenger, skull=skull):
                self._end = OWN_SKULL if skull == challenger else OTHERS_SKULL
            case _:
                pass

    def worth(self, board: Board, own: OwnSeat) -> dict[Action, float] | None:
        """What each move of a seat in turn is worth at best; None where nothing is solved."""
        if self.duel is None or self.seats is None:
            return None
        role = self.seats.index(own.seat)
        if all(isinstance(move, Discard | Show) for move in own.legal):
            return self.duel.worth_of_losing(role, self._told)
        told = self._told
        if not board.mats[own.seat].height:
            told = () if role == SECOND else PLACED[:1]
        return self.duel.worth(role, told, own.holding)

    def _begin(self) -> None:
        """A round begins: promises are carried on, or chosen by what everybody believes."""
        board = self._reader.board
        before, seats_before, told = self.duel, self.seats, self._told
        self._told, self.duel, self.seats = PLACED, None, None
        if not is_ending(board):
            return
        seats = [Seat(number) for number, mat in enumerate(board.mats) if mat.discs]
        first = board.first if board.first in seats else seats[0]
        self.seats = (first, seats[1 - seats.index(first)])
        mine, yours = (board.mats[seat] for seat in self.seats)
        place = PageName(mine.discs, yours.discs, mine.wins, yours.wins)
        fresh = [self._reader.has_skull(seat) for seat in self.seats]
        self.duel = Duel.begun(place, (fresh[0], fresh[1]))
        if before is None or seats_before is None:
            return
        first_kept, second_kept = (
            before.followed(seats_before.index(seat), told, self._end) for seat in self.seats
        )
        kept = Duel(place, (first_kept or self.duel.kept[0], second_kept or self.duel.kept[1]))
        # Whoever left its plan may have made the other's promises worse than need be.
        self.duel = kept if kept.width < NARROW else Duel.begun(place, kept.beliefs())

    def _tell(self, seat: Seat, what: str) -> None:
        if self.seats is not None:
            letter = "ab"[self.seats.index(seat)]
            self._told = (*self._told, f"{letter}{what}")


def settled(consultation: Consultation, ending: Ending) -> Consultation:
    """The same with the best answer where no plan leads, or its mix gives up something."""
    if sum(not isinstance(move, Show) for move in consultation.own.legal) < 2:
        return consultation
    worth = ending.worth(consultation.view.board, consultation.own)
    if worth is None or ending.duel is None:
        return consultation
    best = max(worth.values())
    options = consultation.advice.options
    mean = sum(option.share * worth.get(move, best) for move, option in options.items())
    if consultation.advice.is_solved and best - mean < max(NARROW, ending.duel.width):
        return consultation
    equal = [move for move, value in worth.items() if value >= best - SAME]
    answer = {move: Option(1.0 / len(equal), None) for move in equal}
    return consultation._replace(
        advice=consultation.advice._replace(options=answer, is_solved=True)
    )
