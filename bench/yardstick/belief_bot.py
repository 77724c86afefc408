"""The belief bot: tracks every skull and weighs every move."""

import math
import random
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from bench.yardstick.odds import best_flips, clear_tops
from bench.yardstick.outlook import Outlook
from bench.yardstick.own_discs import discs_to_place, sure_flowers
from bench.yardstick.public_belief import PublicBelief, at_a_look
from bench.yardstick.reputation import Reputation
from bench.yardstick.staying import worth_of_staying
from bench.yardstick.suspect import Suspect
from bench.yardstick.won_endings import sure_move
from calavera.bots.bot import Strength, acting_seat
from calavera.bots.ending import Course, is_ending
from calavera.bots.network.suspicion import GONE, HAND, STACK, Suspicion
from calavera.rules import (
    Action,
    Bid,
    Board,
    Disc,
    Discard,
    Flip,
    Holding,
    NameFirst,
    OwnSeat,
    Pass,
    Phase,
    Pick,
    Place,
    Seat,
    SeenEvent,
    View,
)
from calavera.rules.model.queries import enumerate_mats

HEAT: Final = 0.02
"""Temperature of the mix of moves, as a fraction of the gain from a success."""

LEAST_GAIN: Final = 0.02
"""A lower bound for the gain from a success: at 0 the temperature would be 0, too."""

JUMP: Final = 3
"""How far above the lowest bid it looks, besides the bid for everything."""


KEEPS: Final = (0.0, 0.85, 1.0)
"""How often it keeps its skull when it may choose (R25), by the discs that remain.

The best known frequencies against one opponent, from the solved ending. A lone skull can never
succeed; with two discs some doubt pays; three discs are worth most with the skull among them, even
if everybody knows.
"""

Options: TypeAlias = dict[Action, float]
"""Moves with their probabilities."""


class Weighed(NamedTuple):
    """A move and the probability of winning after it."""

    move: Action
    worth: float


class Belief:
    """Weighs every bid by where the skulls may be and what each end of the round is worth.

    With two players left it plays the solved game.
    """

    name = "yardstick"
    nickname = "Xolo the elder"
    temper = "counts every skull and mixes its bluffs"
    strength = Strength.HARD
    budget = 0.005

    def __init__(self) -> None:
        self._seen: list[SeenEvent] = []
        self._memory: PublicBelief | None = None
        self._course: Course | None = None
        self._reputation: Reputation | None = None

    def see(self, event: SeenEvent) -> None:
        """Store an event; it is evaluated at the next choice."""
        self._seen.append(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        """Choose one of the best moves, better ones more often."""
        own, board = acting_seat(view), view.board
        suspects = self._suspects(own, board)
        sure = _known_ending(own, board, suspects)
        if sure is not None:
            return sure
        options = self._planned(own, board) or _options(view, own, suspects)
        if len(options) == 1:
            return next(iter(options))
        return rng.choices(list(options), list(options.values()))[0]

    def _planned(self, own: OwnSeat, board: Board) -> Options:
        """The move of the plans for two players, if they cover the position."""
        return dict(self._course.options(board, own.legal)) if self._course else {}

    def _suspects(self, own: OwnSeat, board: Board) -> Sequence[Suspect]:
        """The public suspicions, from the events seen, or from the table if there are none."""
        if self._memory is None:
            start = board.setup.start[own.seat]
            self._memory, self._course = PublicBelief(board.setup), Course(board.setup, own.seat)
            self._reputation = Reputation(own.seat, has_skull=Disc.SKULL in start.discs)
        for event in self._seen:
            self._take(event, own.seat)
        self._seen.clear()
        return self._memory.suspects if self._memory.board == board else at_a_look(board)

    def _take(self, event: SeenEvent, seat: Seat) -> None:
        memory, course, reputation = self._memory, self._course, self._reputation
        if memory is None or course is None or reputation is None:
            return
        before = memory.board
        if before.setup.tribes == 1 and not is_ending(before):
            viewer = before.setup.viewer(before.setup.owner(seat))

            def policy(holding: Holding) -> Options:
                own = OwnSeat(seat, holding, _moves_with(holding, before))
                return _options(View(viewer, before, (own,)), own, memory.suspects)

            reputation.take(event, before, policy)
        memory.take(event)

        def believed(other: Seat) -> float:
            if other == seat:
                return reputation.has_skull
            return 1.0 - memory.suspects[other].mixed()[GONE]

        course.see(event, memory.board, believed)


def _known_ending(own: OwnSeat, board: Board, suspects: Sequence[Suspect]) -> Action | None:
    rivals = [seat for seat, mat in enumerate_mats(board) if mat.discs and seat != own.seat]
    if len(rivals) != 1:
        return None
    suspect, discs = suspects[rivals[0]], board.mats[rivals[0]].discs
    if suspect.surely_has_skull:
        return sure_move(own, board, discs, rival_skull=True)
    if suspect.surely_has_none:
        return sure_move(own, board, discs, rival_skull=False)
    return None


def _options(view: View, own: OwnSeat, suspects: Sequence[Suspect]) -> Options:
    """The probability of each move, a function of the open table and its own discs only."""
    board = view.board
    if board.phase is Phase.LOSE:
        return _losses(own)
    if board.phase is Phase.NAME_FIRST:
        return {_first(own, board, view): 1.0}
    believed = [suspect.mixed() for suspect in suspects]
    for mine in view.own:
        believed[mine.seat] = known(mine.holding)
    if board.phase is Phase.FLIP:
        return {_flip(own, board, believed): 1.0}
    return _mixed(*_weighed(own, Outlook(view, own.seat, suspects, believed)))


def known(holding: Holding) -> Suspicion:
    """Its own discs as a suspicion with certainty."""
    sure = [0.0] * (STACK + len(holding.stack))
    if Disc.SKULL in holding.stack:
        sure[STACK + holding.stack.index(Disc.SKULL)] = 1.0
    else:
        sure[HAND if Disc.SKULL in holding.hand else GONE] = 1.0
    return sure


def _weighed(own: OwnSeat, outlook: Outlook) -> tuple[list[Weighed], float]:
    """Each move with its value, and the gain from a success as the unit of differences."""
    board, now = outlook.board, outlook.prospects.now
    gain = max(LEAST_GAIN, outlook.prospects.after_success(own.seat) - now)
    company = outlook.company()
    moves = [
        Weighed(
            Place(disc),
            now + gain * worth_of_staying(board, own.seat, own.holding, disc, company),
        )
        for disc in discs_to_place(own)
    ]
    if board.phase is not Phase.PLACE:
        moves += [Weighed(Bid(number), outlook.of_bid(number)) for number in _bids(own, board)]
    if board.phase is Phase.BID:
        moves.append(Weighed(Pass(), outlook.of_pass()))
    return moves, gain


def _bids(own: OwnSeat, board: Board) -> list[int]:
    """The bids to consider: low ones, everything, and its own stack's flowers."""
    lowest = board.bidding.number + 1 if board.bidding else 1
    numbers = {*range(lowest, min(lowest + JUMP, board.total) + 1), board.total}
    sure = sure_flowers(own.holding)
    return sorted(numbers | {sure} if sure >= lowest else numbers)


def _mixed(moves: Sequence[Weighed], gain: float) -> Options:
    """The moves, better ones with higher probability: a deterministic player is predictable."""
    best = max(worth for _, worth in moves)
    weights = {move: math.exp((worth - best) / (HEAT * gain)) for move, worth in moves}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def _flip(own: OwnSeat, board: Board, believed: Sequence[Suspicion]) -> Action:
    """The disc most likely to be a flower in the best set of discs."""
    flips = [move.mat for move in own.legal if isinstance(move, Flip)]
    if len(flips) == 1 or board.bidding is None or board.attempt is None:
        return Flip(flips[0])
    clear = [clear_tops(believed[mat], board.mats[mat].flipped) for mat in flips]
    taken = best_flips(clear, board.bidding.number - board.attempt.flips)
    wanted = [index for index, count in enumerate(taken) if count]
    return Flip(flips[max(wanted, key=lambda index: clear[index][1])])


def _losses(own: OwnSeat) -> Options:
    """Which disc to lose: its choice after its own skull (R25), otherwise a blind pick."""
    discards = [move for move in own.legal if isinstance(move, Discard)]
    if len(discards) < 2:
        return {discards[0] if discards else Pick(): 1.0}
    keep = KEEPS[len(own.holding.discs) - 2]
    shares = {Discard(Disc.FLOWER): keep, Discard(Disc.SKULL): 1.0 - keep}
    return {move: share for move, share in shares.items() if share > 0.0}


def _moves_with(holding: Holding, board: Board) -> tuple[Action, ...]:
    """The moves that depend on what a seat holds."""
    match board.phase:
        case Phase.PLACE | Phase.ADD:
            return tuple(Place(disc) for disc in Disc if disc in holding.hand)
        case Phase.LOSE:
            return tuple(Discard(disc) for disc in Disc if disc in holding.discs)
        case _:
            return ()


def _first(own: OwnSeat, board: Board, view: View) -> Action:
    """When out, name its other tribe to begin, or else the weakest seat, which hardly matters."""
    names = [move for move in own.legal if isinstance(move, NameFirst)]
    return min(
        names,
        key=lambda move: (move.seat not in view.viewer.seats, board.mats[move.seat].wins),
    )
