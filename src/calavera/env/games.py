"""Running games, from one decision of the learner to its next: what the environments step."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy
from numpy.typing import ArrayLike, NDArray

from calavera.arena.compiled.entry_points import write_observations
from calavera.arena.compiled.lanes import NOBODY
from calavera.arena.compiled.layout import FIELDS, WORDS, PackedMoment
from calavera.arena.encoding.arrays import Bytes, Words
from calavera.arena.simulator import ACTIONS, OBSERVATION
from calavera.arena.simulator.start import row_of_start
from calavera.arena.simulator.telling import happened
from calavera.arena.simulator.unpacking import game_of, unpacked
from calavera.env.compiled.networks import MOST_CHOICES
from calavera.env.compiled.tables import (
    LEARNER,
    UNIFORM,
    Company,
    Tables,
    begin_tables,
    step_tables,
)
from calavera.env.opponents import opponents_of, packed_networks
from calavera.rules import Setup, State
from calavera.train.compiled.tracking import TRACKED

Flags: TypeAlias = NDArray[numpy.bool_]

MOST_SEEDS: Final = 2**63
"""Seeds are below this."""

NO_SHOWS: Final = "nobody shows discs in an environment (R22)"

_WINNER: Final = FIELDS.index((PackedMoment, "winner"))


class Games:
    """Games at the same table, with the same opponents; without any, the learner plays all seats.

    A game depends on the seed, its number and the learner's actions alone.
    """

    def __init__(
        self, setup: Setup, count: int, opponents: str | Sequence[str] | None = None
    ) -> None:
        self._tables = _empty_tables(count, len(setup.start))
        self._company = _company(opponents, setup)
        self._indices = numpy.arange(count)

    @property
    def seats(self) -> Words:
        """The learner's seat in each game, with all seats the one in turn, or that acted last."""
        return self._tables.seats

    @property
    def running(self) -> Flags:
        """Where the learner has to act; it has not where the game is over, or it is out."""
        return self._tables.running

    @property
    def winning_seats(self) -> Words:
        """The seat that has won each game, 12 where none has."""
        return self._tables.rows[:, _WINNER]

    @property
    def observations(self) -> Bytes:
        """What the learner's player knows, from its seat."""
        return self._tables.observations

    @property
    def masks(self) -> Bytes:
        """What that seat may do: nothing where it has no decision to make."""
        return self._tables.masks

    def observe(self, index: int, seat: int) -> Bytes:
        """What the player of any seat knows."""
        row = numpy.empty((1, OBSERVATION), numpy.int8)
        write_observations(self._tables.rows[index : index + 1], numpy.array([seat]), row)
        observation: Bytes = row[0]
        return observation

    def state(self, index: int) -> State:
        """One game as a state of `calavera.rules`, secrets and all."""
        return unpacked(game_of(self._tables.rows[index]))

    def seed(self, seed: int) -> None:
        """Begins the numbering of games again, with other dice."""
        self._company = self._company._replace(seed=seed)
        self._tables.numbers[:] = self._indices - len(self._indices)

    def begin(self, which: Flags) -> None:
        """Begins the next games, where `which` is true."""
        begin_tables(self._tables, self._company, which)

    def step(self, actions: ArrayLike, which: Flags) -> None:
        """One action of the learner where `which` is true, then those of its opponents.

        Raises ValueError, and moves nothing anywhere, where one of them is not legal.
        """
        step_tables(self._tables, self._company, self._legal(actions, which), which)

    def _legal(self, actions: ArrayLike, which: Flags) -> Words:
        numbers = numpy.asarray(actions)
        if numbers.dtype.kind not in "iu" or numbers.shape != self._indices.shape:
            raise ValueError(
                f"actions: one whole number for each of the {len(self._indices)} games is needed"
            )
        chosen: Words = numbers.astype(numpy.int64)
        known = (chosen >= 0) & (chosen < ACTIONS)
        allowed = known & (self.masks[self._indices, chosen * known] == 1)
        refused = which & ~allowed
        if refused.any():
            index = int(refused.argmax())
            raise ValueError(f"game {index}: {self._reason(index, int(chosen[index]))}")
        return chosen

    def _reason(self, index: int, number: int) -> str:
        try:
            happened(self.state(index), int(self.seats[index]), number)
        except ValueError as refusal:
            return str(refusal)
        return f"{number}: {NO_SHOWS}"


def _empty_tables(count: int, seats: int) -> Tables:
    return Tables(
        numbers=numpy.zeros(count, numpy.int64),
        rows=numpy.zeros((count, WORDS), numpy.int64),
        counters=numpy.zeros(count, numpy.uint64),
        tracks=numpy.zeros((count, seats, TRACKED)),
        policies=numpy.zeros((count, seats), numpy.int64),
        seats=numpy.zeros(count, numpy.int64),
        running=numpy.zeros(count, numpy.bool_),
        observations=numpy.zeros((count, OBSERVATION), numpy.int8),
        masks=numpy.zeros((count, ACTIONS), numpy.int8),
    )


def _company(opponents: str | Sequence[str] | None, setup: Setup) -> Company:
    numbers, policies = opponents_of(opponents, setup) if opponents is not None else ([LEARNER], [])
    return Company(
        start=row_of_start(setup),
        seed=0,
        everywhere=opponents is None,
        opponents=numpy.array(numbers, numpy.int64),
        watched=any(number not in (LEARNER, UNIFORM) for number in numbers),
        networks=packed_networks(policies),
        choices=numpy.zeros(MOST_CHOICES, numpy.bool_),
        legal=numpy.zeros(ACTIONS, numpy.int8),
    )


def has_won(winning_seats: ArrayLike, seats: ArrayLike, players: int) -> Flags:
    """Whether the player of each seat has won."""
    winners = numpy.asarray(winning_seats)
    won: Flags = (winners != NOBODY) & (winners % players == numpy.asarray(seats) % players)
    return won
