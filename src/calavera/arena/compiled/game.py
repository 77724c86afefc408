"""A game as machine words.

Frozen values and pure functions here too, for another reason than in `rules/`: named tuples of
numbers cost nothing once compiled, LLVM keeps their fields in registers. What a seat has lies in
lanes. A seat owns one skull at the most, so a stack is its height and the place of its skull.
"""

from typing import Final, NamedTuple

from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.lanes import NOBODY, Lanes, Seats, some
from calavera.rules.phases import Phase

DRAW, PLACE, ADD, BID, FLIP, LOSE, NAME_FIRST, OVER = range(len(Phase))
"""The phases, numbered in their order in `rules/`."""

NOT_DRAWN, FLOWER_DRAWN, SKULL_DRAWN = range(3)
"""What the blind pick will take (R24), once the discs are shuffled."""

NOT_OVER, SECOND_SUCCESS, LAST_ONE_IN = range(3)
"""How a game ends (R30, R31)."""


class Table(NamedTuple):
    """What was agreed before the game."""

    seats: int
    """How many."""

    players: int
    """How many; with two tribes half as many as seats (R35)."""

    one_by_one: int
    """1 where step 1 goes round (`first-last`), 0 where all place at once (R7)."""

    flowers: Lanes
    """What each seat starts with."""

    skulls: Seats
    """Who starts with the skull."""

    wins: Lanes
    """Successes at the start."""


class Tribes(NamedTuple):
    """What lasts from round to round."""

    flowers: Lanes
    """Owned, a loss counted at once."""

    skulls: Seats
    """Who still owns its skull."""

    wins: Lanes
    """Successes."""

    lost_skull: Lanes
    """Which of its losses was the skull, the first is 1; 0 where it is not lost."""


class Stacks(NamedTuple):
    """The discs of this round, as at the last flip until the next begins."""

    flowers: Lanes
    """In hand."""

    skulls: Seats
    """Who has its skull in hand."""

    height: Lanes
    """Discs on the mat."""

    skull_place: Lanes
    """Where in the stack the skull lies, 1 is the bottom; 0 where it does not."""

    total: int
    """Discs on all mats."""

    flipped: Lanes
    """Turned over by the challenger, from the top."""

    shown: Seats
    """Who has shown its whole mat (R22)."""


class Bidding(NamedTuple):
    """The challenge; who spoke in which order follows from the counts, as turns go round."""

    number: int
    """The highest bid; 0 before the first."""

    bidder: int
    """Who made it."""

    opener: int
    """Who made the first."""

    bids: Lanes
    """How many each seat made."""

    passed: Seats
    """Who has left the bidding (R15)."""


class Attempt(NamedTuple):
    """The flipping of discs."""

    challenger: int
    """Who flips."""

    flips: int
    """Discs turned over."""

    skull: int
    """On whose mat the skull showed."""

    drawn: int
    """What the blind pick will take."""


class Moment(NamedTuple):
    """Where in the game we are."""

    phase: int
    """One of the phases above."""

    turn: Seats
    """Who has to act."""

    round: int
    """Counted from 1; 0 before the first player is drawn."""

    first: int
    """The first player of this round."""

    winner: int
    """The seat that won."""

    ending: int
    """One of the endings above."""


class Game(NamedTuple):
    """The whole truth about a game."""

    table: Table
    tribes: Tribes
    stacks: Stacks
    bidding: Bidding
    attempt: Attempt
    moment: Moment


PARTS: Final = (Table, Tribes, Stacks, Bidding, Attempt, Moment)
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
def owner(table: Table, seat: int) -> int:
    """Whose seat it is (R35)."""
    return seat if seat < table.players else seat - table.players


@compiled
def at_phase(moment: Moment, phase: int, turn: Seats) -> Moment:
    """The same round in another phase."""
    return Moment(phase, turn, moment.round, moment.first, moment.winner, moment.ending)
