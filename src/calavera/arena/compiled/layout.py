"""A game as machine words.

Frozen values and pure functions here too, for another reason than in `rules/`: named tuples of
numbers cost nothing once compiled, LLVM keeps their fields in registers. What a seat has lies in
lanes. A seat owns one skull at most, so a stack is its height and the place of its skull.
"""

from typing import Final, NamedTuple

from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.lanes import NOBODY, Lanes, Seats, some
from calavera.rules.model.phases import Phase

DRAW, PLACE, ADD, BID, FLIP, LOSE, NAME_FIRST, OVER = range(len(Phase))
"""The phases, numbered in their order in `rules/`."""

NOT_DRAWN, FLOWER_DRAWN, SKULL_DRAWN = range(3)
"""What the blind pick will take (R24), once the discs are shuffled."""

NOT_OVER, SECOND_SUCCESS, LAST_ONE_IN = range(3)
"""How a game ends (R30, R31)."""


class PackedTable(NamedTuple):
    """What was agreed before the game."""

    seats: int
    players: int  # how many; with two tribes half as many as seats (R35)
    one_by_one: int  # 1 where step 1 goes round (`first-last`), 0 where all place at once (R7)
    flowers: Lanes  # what each seat starts with
    skulls: Seats  # who starts with the skull
    wins: Lanes  # successes at the start


class Tribes(NamedTuple):
    """What lasts from round to round."""

    flowers: Lanes  # owned, a loss counted at once
    skulls: Seats  # who still owns its skull
    wins: Lanes
    lost_skull: Lanes  # which of its losses was the skull, the first is 1; 0 where it is not lost


class Stacks(NamedTuple):
    """The discs of this round, as at the last flip until the next begins."""

    flowers: Lanes  # in hand
    skulls: Seats  # who has its skull in hand
    height: Lanes  # discs on the mat
    skull_place: Lanes  # where in the stack the skull lies, 1 is the bottom; 0 where it does not
    total: int  # discs on all mats
    flipped: Lanes  # turned over by the challenger, from the top
    shown: Seats  # who has shown its whole mat (R22)


class Bidding(NamedTuple):
    """The challenge; who spoke in which order follows from the counts, as turns go round."""

    number: int  # the highest bid; 0 before the first
    bidder: int
    opener: int  # who made the first
    bids: Lanes  # how many each seat made
    passed: Seats  # who has left the bidding (R15)


class Attempt(NamedTuple):
    """The flipping of discs."""

    challenger: int
    flips: int  # discs turned over
    skull: int  # on whose mat the skull showed
    drawn: int  # what the blind pick will take


class PackedMoment(NamedTuple):
    """Where in the game we are."""

    phase: int  # one of the phases above
    turn: Seats  # who has to act
    round: int  # counted from 1; 0 before the first player is drawn
    first: int  # the first player of this round
    winner: int  # the seat that won
    ending: int  # one of the endings above


class Game(NamedTuple):
    """The whole truth about a game."""

    table: PackedTable
    tribes: Tribes
    stacks: Stacks
    bidding: Bidding
    attempt: Attempt
    moment: PackedMoment


PARTS: Final = (PackedTable, Tribes, Stacks, Bidding, Attempt, PackedMoment)
FIELDS: Final = tuple((part, field) for part in PARTS for field in part._fields)
WORDS: Final = len(FIELDS)
"""How many numbers a game is where it is stored."""


@compiled
def no_bidding() -> Bidding:
    """Before the first bid."""
    return Bidding(0, NOBODY, NOBODY, 0, 0)


@compiled
def no_attempt() -> Attempt:
    """Before the attempt."""
    return Attempt(NOBODY, 0, NOBODY, NOT_DRAWN)


@compiled
def seats_in(tribes: Tribes) -> Seats:
    """Who still has a disc (R27)."""
    return some(tribes.flowers + tribes.skulls)


@compiled
def owner(table: PackedTable, seat: int) -> int:
    """Whose seat it is (R35)."""
    return seat if seat < table.players else seat - table.players


@compiled
def at_phase(moment: PackedMoment, phase: int, turn: Seats) -> PackedMoment:
    """The same round in another phase."""
    return PackedMoment(phase, turn, moment.round, moment.first, moment.winner, moment.ending)
