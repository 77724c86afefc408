"""Games that are compiled as a whole, opponents and all."""

from collections.abc import Sequence
from typing import Final

import numpy

from calavera.arena.compiled.entry_points import write_observations
from calavera.arena.compiled.layout import FIELDS, WORDS, PackedMoment
from calavera.arena.encoding.arrays import Bytes, Words
from calavera.arena.simulator import ACTIONS, OBSERVATION
from calavera.arena.simulator.start import row_of_start
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
from calavera.env.compiled_opponents import packed_networks, policies_of
from calavera.env.games import Flags, Games
from calavera.rules import Setup, State
from calavera.train.compiled.tracking import TRACKED

_WINNER: Final = FIELDS.index((PackedMoment, "winner"))


class CompiledGames(Games):
    """Games against opponents that are compiled, or without any."""

    def __init__(self, setup: Setup, count: int, opponents: Sequence[str] = ()) -> None:
        super().__init__(count)
        self._tables = _empty_tables(count, len(setup.start))
        self._company = _company(opponents, setup)

    @property
    def seats(self) -> Words:
        return self._tables.seats

    @property
    def running(self) -> Flags:
        return self._tables.running

    @property
    def winning_seats(self) -> Words:
        return self._tables.rows[:, _WINNER]

    @property
    def observations(self) -> Bytes:
        return self._tables.observations

    @property
    def masks(self) -> Bytes:
        return self._tables.masks

    def observe(self, index: int, seat: int) -> Bytes:
        """What the player of any seat knows."""
        row = numpy.empty((1, OBSERVATION), numpy.int8)
        write_observations(self._tables.rows[index : index + 1], numpy.array([seat]), row)
        observation: Bytes = row[0]
        return observation

    def state(self, index: int) -> State:
        return unpacked(game_of(self._tables.rows[index]))

    def seed(self, seed: int) -> None:
        self._company = self._company._replace(seed=seed)
        self._tables.numbers[:] = self.indices - len(self.indices)

    def begin(self, which: Flags) -> None:
        begin_tables(self._tables, self._company, which)

    def play(self, numbers: Words, which: Flags) -> None:
        step_tables(self._tables, self._company, numbers, which)


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


def _company(opponents: Sequence[str], setup: Setup) -> Company:
    numbers, characters = policies_of(opponents)
    return Company(
        start=row_of_start(setup),
        seed=0,
        everywhere=not opponents,
        opponents=numpy.array(numbers or [LEARNER], numpy.int64),
        watched=any(number != UNIFORM for number in numbers),
        networks=packed_networks(characters),
        choices=numpy.zeros(MOST_CHOICES, numpy.bool_),
        legal=numpy.zeros(ACTIONS, numpy.int8),
    )
