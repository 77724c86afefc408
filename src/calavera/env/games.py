"""Running games, from one decision of the learner to its next: what the environments step."""

from abc import ABC, abstractmethod
from typing import Final, TypeAlias

import numpy
from numpy.typing import ArrayLike, NDArray

from calavera.arena.compiled.lanes import NOBODY
from calavera.arena.encoding.arrays import Bytes, Words
from calavera.arena.simulator import ACTIONS
from calavera.arena.simulator.telling import happened
from calavera.rules import State

Flags: TypeAlias = NDArray[numpy.bool_]

MOST_SEEDS: Final = 2**63
"""Seeds are below this."""

NO_SHOWS: Final = "nobody shows discs in an environment (R22)"


class Games(ABC):
    """Games at the same table, with the same opponents; without any, the learner plays all seats.

    A game depends on the seed, its number and the learner's actions alone.
    """

    def __init__(self, count: int) -> None:
        self.indices = numpy.arange(count)

    @property
    @abstractmethod
    def seats(self) -> Words:
        """The learner's seat in each game, with all seats the one in turn, or that acted last."""

    @property
    @abstractmethod
    def running(self) -> Flags:
        """Where the learner has to act; it has not where the game is over, or it is out."""

    @property
    @abstractmethod
    def winning_seats(self) -> Words:
        """The seat that has won each game, 12 where none has."""

    @property
    @abstractmethod
    def observations(self) -> Bytes:
        """What the learner's player knows, from its seat."""

    @property
    @abstractmethod
    def masks(self) -> Bytes:
        """What that seat may do: nothing where it has no decision to make."""

    @abstractmethod
    def state(self, index: int) -> State:
        """One game as a state of `calavera.rules`, secrets and all."""

    @abstractmethod
    def seed(self, seed: int) -> None:
        """Begins the numbering of games again, with other dice."""

    @abstractmethod
    def begin(self, which: Flags) -> None:
        """Begins the next games, where `which` is true."""

    @abstractmethod
    def play(self, numbers: Words, which: Flags) -> None:
        """A legal action of the learner where `which` is true, then those of its opponents."""

    def close(self) -> None:  # noqa: B027  # most opponents hold nothing
        """Ends what opponents hold, such as processes."""

    def step(self, actions: ArrayLike, which: Flags) -> None:
        """One action of the learner where `which` is true, then those of its opponents.

        Raises ValueError, and moves nothing anywhere, where one of them is not legal.
        """
        self.play(self._legal(actions, which), which)

    def _legal(self, actions: ArrayLike, which: Flags) -> Words:
        numbers = numpy.asarray(actions)
        if numbers.dtype.kind not in "iu" or numbers.shape != self.indices.shape:
            raise ValueError(
                f"actions: one whole number for each of the {len(self.indices)} games is needed"
            )
        chosen: Words = numbers.astype(numpy.int64)
        known = (chosen >= 0) & (chosen < ACTIONS)
        allowed = known & (self.masks[self.indices, chosen * known] == 1)
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


def has_won(winning_seats: ArrayLike, seats: ArrayLike, players: int) -> Flags:
    """Whether the player of each seat has won."""
    winners = numpy.asarray(winning_seats)
    won: Flags = (winners != NOBODY) & (winners % players == numpy.asarray(seats) % players)
    return won
