"""Many games at once, a move in each at a time: what a learner steps."""

from collections.abc import Callable
from typing import Final, NoReturn

import numpy
from numpy.typing import ArrayLike, NDArray

from calavera.arena.compiled.entry_points import (
    begin_games,
    first_refused,
    step_games,
    write_masks,
    write_observations,
    write_turns,
)
from calavera.arena.compiled.lanes import NOBODY
from calavera.arena.compiled.layout import FIELDS, OVER, WORDS, PackedMoment, PackedTable
from calavera.arena.compiled.splitmix import checked_seed
from calavera.arena.encoding.action_numbers import ACTIONS
from calavera.arena.encoding.arrays import Bytes, Words
from calavera.arena.encoding.observation import OBSERVATION
from calavera.arena.simulator.start import Start, row_of_start
from calavera.arena.simulator.telling import happened
from calavera.arena.simulator.threads import in_pieces
from calavera.arena.simulator.unpacking import game_of, unpacked
from calavera.rules import State

_PHASE: Final = FIELDS.index((PackedMoment, "phase"))
_WINNER: Final = FIELDS.index((PackedMoment, "winner"))


class Batch:
    """Games from one start that are stepped together; chance moves automatically.

    A game depends on the start, the seed, its number and its moves alone. Games that are over stay
    as they are, whatever is stepped, until they are reset.
    """

    def __init__(
        self, start: Start, games: int, *, seed: int = 0, first_game: int = 0, threads: int = 1
    ) -> None:
        if games < 1:
            raise ValueError(f"a batch has at least one game, not {games}")
        self._start = row_of_start(start)
        self._seats = int(self._start[FIELDS.index((PackedTable, "seats"))])
        self._seed = checked_seed(seed)
        self._threads = threads
        self._numbers = checked_seed(first_game, "number of a game") + numpy.arange(games)
        self._rows = numpy.empty((games, WORDS), numpy.int64)
        self._counters = numpy.empty(games, numpy.uint64)
        begin_games(self._start, self._seed, self._numbers, self._rows, self._counters)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def seats(self) -> Words:
        """Whose turn it is in each game: the first seat of several (R7), 12 where it is over."""
        seats = numpy.empty(len(self), numpy.int64)
        write_turns(self._rows, seats)
        return seats

    @property
    def over(self) -> NDArray[numpy.bool_]:
        """Which games are over."""
        over: NDArray[numpy.bool_] = self._rows[:, _PHASE] == OVER
        return over

    @property
    def winning_seats(self) -> Words:
        """The seat that won each game, 12 while nobody has; its player is `seat % players`."""
        return self._rows[:, _WINNER].copy()

    def legal(self, seats: ArrayLike | None = None) -> Bytes:
        """A mask a game: 1 at the number of each action its seat may take; by default in turn."""
        masks = numpy.empty((len(self), ACTIONS), numpy.int8)
        looking = self._looking(seats)
        self._in_pieces(lambda part: write_masks(self._rows[part], looking[part], masks[part]))
        return masks

    def observe(self, seats: ArrayLike | None = None) -> Bytes:
        """What the player of a seat of each game knows, from its viewpoint; by default in turn."""
        rows = numpy.empty((len(self), OBSERVATION), numpy.int8)
        looking = self._looking(seats)
        self._in_pieces(
            lambda part: write_observations(self._rows[part], looking[part], rows[part])
        )
        return rows

    def step(self, numbers: ArrayLike, seats: ArrayLike | None = None) -> None:
        """One action in each game that is not over, by default of the seat in turn.

        Raises ValueError, and moves nothing anywhere, where one of them is not legal.
        """
        acting, chosen = self._acting(seats), self._row(numbers, "actions")
        refused: list[int] = []

        def check(part: slice) -> None:
            count = len(acting[part])
            mask = numpy.empty(ACTIONS, numpy.int8)
            found = first_refused(self._rows[part], acting[part], chosen[part], mask)
            if found < count:
                refused.append(part.start + found)

        def go(part: slice) -> None:
            step_games(self._rows[part], self._counters[part], acting[part], chosen[part])

        self._in_pieces(check)
        if refused:
            index = min(refused)
            self._refuse(index, int(acting[index]), int(chosen[index]))
        self._in_pieces(go)

    def reset(self, which: ArrayLike | None = None) -> None:
        """Restart games under new numbers: all, or those where `which` is true."""
        chosen = self._row(True if which is None else which, "games to reset")
        indices = numpy.flatnonzero(chosen)
        self._numbers[indices] += len(self)
        rows, counters = self._rows[indices], self._counters[indices]
        begin_games(self._start, self._seed, self._numbers[indices], rows, counters)
        self._rows[indices], self._counters[indices] = rows, counters

    def state(self, index: int) -> State:
        """One game as a state of `calavera.rules`, secrets and all."""
        return unpacked(game_of(self._rows[index]))

    def word(self, index: int, field: tuple[type, str]) -> int:
        """One of the words that a game is made of, as `(Attempt, "drawn")`."""
        return int(self._rows[index, FIELDS.index(field)])

    def _in_pieces(self, work: Callable[[slice], object]) -> None:
        in_pieces(lambda begin, end: work(slice(begin, end)), len(self), self._threads)

    def _acting(self, seats: ArrayLike | None) -> Words:
        return self.seats if seats is None else self._row(seats, "seats")

    def _looking(self, seats: ArrayLike | None) -> Words:
        """The seats to look from; where a game is over and none is said, the first."""
        looking = self._acting(seats)
        if seats is None:
            return numpy.where(looking == NOBODY, 0, looking)
        if ((looking < 0) | (looking >= self._seats)).any():
            raise ValueError(f"seats go from 0 to {self._seats - 1} at this table")
        return looking

    def _row(self, values: ArrayLike, name: str) -> Words:
        """One number a game."""
        given = numpy.asarray(values)
        if given.dtype.kind not in "biu" or given.shape not in ((), (len(self),)):
            raise ValueError(
                f"{name}: one whole number for each of the {len(self)} games is needed"
            )
        return numpy.broadcast_to(given, len(self)).astype(numpy.int64)

    def _refuse(self, index: int, seat: int, number: int) -> NoReturn:
        """Raise ValueError with the reason that the rules give."""
        try:
            happened(self.state(index), seat, number)
        except ValueError as refusal:
            raise ValueError(f"game {index}: {refusal}") from None
        raise AssertionError(f"game {index}: the rules allow what the simulator refuses")
