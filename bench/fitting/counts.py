"""What is counted in games, and how a game is counted."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from calavera.bots.belief import habits
from calavera.bots.belief.numbers import FIRST
from calavera.bots.belief.player import LEAST_GAIN, known
from calavera.bots.belief.prospects import Prospects, strength
from calavera.bots.belief.staying import StayingKey, staying_key
from calavera.bots.glance import sure_flowers
from calavera.record import Record, states
from calavera.rules import Board, Disc, Event, Holding, Phase, Seat, State, new_game
from calavera.rules.events import (
    BidMade,
    DiscLost,
    DiscPlaced,
    GameEnded,
    RoundBegan,
    SeatPassed,
)

Kind = tuple[object, ...]
"""A bot's name, a kind of situation, and what was done in it."""


class Standing(NamedTuple):
    """What a seat has at the start of a round."""

    wins: int
    skull: int
    """1 with the skull, 0 without."""
    discs: int


class Round(NamedTuple):
    """The start of a round, and how the game went on."""

    standings: tuple[Standing, ...]
    names: tuple[str, ...]
    """Which bot sits on each seat."""
    first: Seat
    winner: int


class Stay(NamedTuple):
    """A disc that the belief player put down."""

    key: StayingKey
    seat: Seat
    now: float
    """Its chance to win before, if one saw all discs."""
    gain: float
    """What a success would have added."""


@dataclass(frozen=True)
class Mean:
    """A sum with its number."""

    number: int = 0
    total: float = 0.0

    def __add__(self, other: "Mean") -> "Mean":
        return Mean(self.number + other.number, self.total + other.total)


@dataclass
class Counts:
    """What was counted in some games."""

    moves: Counter[Kind] = field(default_factory=Counter)
    """How often each kind of move was made in each kind of situation."""

    rounds: Counter[Round] = field(default_factory=Counter)
    """How often each start of a round led to each winner."""

    stays: defaultdict[StayingKey, Mean] = field(default_factory=lambda: defaultdict(Mean))
    """What the belief player gained by staying with a disc until the end of the round."""

    def add(self, other: "Counts") -> None:
        """Count the games of another, too."""
        self.moves.update(other.moves)
        self.rounds.update(other.rounds)
        for key, mean in other.stays.items():
            self.stays[key] += mean

    def add_game(self, record: Record) -> None:
        """Count one whole game, players named after bots."""
        clerk = _Clerk(self, record.names)
        state = new_game(record.setup, record.first)
        clerk.begin_round(state, record.first)
        for event, after in states(record):
            clerk.take(state, event)
            state = after


class _Clerk:
    """Counts one game."""

    def __init__(self, counts: Counts, names: tuple[str, ...]) -> None:
        self._counts = counts
        self._names = names
        self._starts: list[tuple[tuple[Standing, ...], Seat]] = []
        self._stays: list[Stay] = []

    def take(self, before: State, event: Event) -> None:
        match event:
            case RoundBegan(first=first):
                self.begin_round(before, first)
            case DiscPlaced(seat=seat, disc=disc):
                self._placed(before, seat, disc)
            case BidMade(seat=seat, number=number):
                self._spoke(before, seat, number)
            case SeatPassed(seat=seat):
                self._spoke(before, seat, None)
            case DiscLost(seat=seat, taker=taker, disc=disc) if seat == taker:
                if Disc.SKULL in before.holdings[seat].discs:
                    discs = before.board.mats[seat].discs
                    self._count(seat, "discard", discs, disc is Disc.SKULL)
            case GameEnded(outcome=outcome):
                for standings, first in self._starts:
                    self._counts.rounds[Round(standings, self._names, first, outcome.winner)] += 1
                self._settle([float(mat.owner == outcome.winner) for mat in before.board.mats])

    def begin_round(self, state: State, first: Seat) -> None:
        standings = tuple(
            Standing(mat.wins, int(Disc.SKULL in holding.take_back(mat.discs).hand), mat.discs)
            for mat, holding in zip(state.board.mats, state.holdings, strict=True)
        )
        self._starts.append((standings, first))
        strengths = [strength(seat.wins, seat.discs, seat.skull) for seat in standings]
        strengths[first] *= FIRST
        self._settle([one / sum(strengths) for one in strengths])

    def _count(self, seat: Seat, *kind: object) -> None:
        self._counts.moves[self._names[seat], *kind] += 1

    def _settle(self, chances: Sequence[float]) -> None:
        """The round is over: what did each disc lead to?"""
        for key, seat, now, gain in self._stays:
            self._counts.stays[key] += Mean(1, (chances[seat] - now) / gain)
        self._stays.clear()

    def _placed(self, state: State, seat: Seat, disc: Disc) -> None:
        board, holding = state.board, state.holdings[seat]
        mat = board.mats[seat]
        if board.phase is Phase.ADD:
            self._count_step_two(state, seat, habits.ADD)
        if Disc.SKULL in holding.hand and mat.hand > 1:
            skull = disc is Disc.SKULL
            if board.phase is Phase.PLACE:
                self._count(seat, "first", mat.wins, mat.discs, skull)
            else:
                self._count(seat, "later", min(mat.height, 2), skull)
        if self._names[seat] == "belief":
            self._stays.append(_stay(board, seat, state.holdings, disc))

    def _spoke(self, state: State, seat: Seat, number: int | None) -> None:
        board, mat = state.board, state.board.mats[seat]
        if board.bidding is not None:
            self._count_answer(state, seat, number)
        elif number is not None:
            kind = habits.kind_of_opening(number, mat.height, board.total)
            self._count_step_two(state, seat, kind)

    def _count_step_two(self, state: State, seat: Seat, what: int) -> None:
        mat, sure = state.board.mats[seat], sure_flowers(state.holdings[seat])
        stance = habits.CLEAN if sure == mat.height else habits.COVERED if sure else habits.CAUGHT
        if mat.hand:  # else there is no choice but to open (R10)
            self._count(seat, "add", stance, min(mat.height, 3), what)

    def _count_answer(self, state: State, seat: Seat, number: int | None) -> None:
        board, mat, bidding = state.board, state.board.mats[seat], state.board.bidding
        assert bidding is not None
        sure = sure_flowers(state.holdings[seat])
        if sure == mat.height:
            stance = habits.CLEAN
        else:
            stance = habits.COVERED if bidding.number < sure else habits.CAUGHT
        if number is None:
            answer = habits.PASS
        else:
            answer = habits.BURN_OUT if number == board.total else habits.RAISE
        threat = board.mats[bidding.bidder].wins
        reach = habits.reach(mat.height, bidding.number + 1, board.total)
        self._count(seat, "bid", stance, mat.wins, threat, reach, answer)


def _stay(board: Board, seat: Seat, holdings: Sequence[Holding], disc: Disc) -> Stay:
    prospects = Prospects(board, (seat,), [known(holding) for holding in holdings])
    gain = max(LEAST_GAIN, prospects.after_success(seat) - prospects.now)
    return Stay(staying_key(board, seat, holdings[seat], disc), seat, prospects.now, gain)
