"""Three players and more: a profile, and how far it is from an equilibrium.

With three players there is no single value: there are many equilibria, worth different things. What
is found here is a profile, what each player does, and its NashConv, which is exact: what all
players together could gain if each of them alone answered the others as well as can be. It is 0 in
an equilibrium, and here never quite.

A small tree is swept as a whole, by CFR+ with full recall. A larger one is sampled, by
external-sampling Monte Carlo CFR (Lanctot and others, 2009). Later rounds count for more. For three
players neither is proven to come to an equilibrium: NashConv says how close they came.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from calavera.rules import SeatStart, SeenEvent
from calavera.solve.best_response import FULL, Span, best_answer, new_room
from calavera.solve.errors import SolveError
from calavera.solve.graph import graph_of, histories_of
from calavera.solve.moments import Moments
from calavera.solve.position import seat_start
from calavera.solve.sampling import (
    Deals,
    Walk,
    average_of,
    into_larger,
    meet,
    mixed,
    new_learnt,
    new_walk,
    sample,
    sweep,
    worth,
)

BREATH: Final = 2000
"""Rounds of sampling between two looks at the clock."""

SMALL: Final = 1e6
"""A tree with no more histories is swept."""

SWEEPS: Final = 5
"""Sweeps between two looks at the clock."""

MOST_HISTORIES: Final = 5e9
"""More ways for a game to go are too many to look at all of them."""

TABLE: Final = 1 << 12
ROOM: Final = 1 << 12
"""What is begun with; both grow."""


class Standing(NamedTuple):
    """Where a player stands when a round begins."""

    discs: int
    wins: int
    belief: float
    """How likely it has its skull."""

    @property
    def kinds(self) -> tuple[tuple[SeatStart, float], ...]:
        """What it may have, and how likely."""
        kinds = [(skull, self.belief if skull else 1.0 - self.belief) for skull in (True, False)]
        return tuple(
            (seat_start(self.discs, self.wins, skull=skull), share)
            for skull, share in kinds
            if share > 0.0
        )


@dataclass(frozen=True)
class Found:
    """A profile: what it is worth to each, and how far from an equilibrium it is."""

    shares: tuple[float, ...]
    """How likely each player wins."""

    gains: tuple[float, ...]
    """What each could gain alone; none could gain more."""

    rounds: int
    """How often every player was swept or sampled."""

    @property
    def nash_conv(self) -> float:
        """The gains of all together: 0 in an equilibrium."""
        return sum(self.gains)


class SeveralPlayers:
    """A game of several from the start of a round, the first seat to begin.

    Raises SolveError where it is too large for an exact look at it.
    """

    def __init__(self, seats: Sequence[Standing], seed: int = 0) -> None:
        self._players, self.rounds = len(seats), 0
        self._moments = Moments(len(seats))
        self._deals = self._dealt(list(product(*(seat.kinds for seat in seats))))
        graph = graph_of(self._moments, self._deals.moment.tolist(), self._players)
        self._walk: Walk = new_walk(
            graph,
            new_learnt(TABLE, graph.widest),
            np.array([seed], np.uint64),
        )
        if self.histories > MOST_HISTORIES:
            raise SolveError(
                f"too many discs: the game can go {self.histories:.0e} ways, and NashConv takes all"
            )

    @property
    def histories(self) -> float:
        """How many ways there are for the game to go."""
        return histories_of(self._walk.graph, self._deals.moment.tolist())

    @property
    def known(self) -> int:
        """How many things that a player may know have been met."""
        return int(self._walk.learnt.size[0])

    @property
    def is_small(self) -> bool:
        """Whether the whole tree can be swept."""
        return self.histories <= SMALL

    def improve(self, seconds: float) -> None:
        """Play against oneself for a while."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.is_small:
                self.sweep_times(SWEEPS)
            else:
                self.sample_times(BREATH)

    def sample_times(self, times: int) -> None:
        """Sample every player so many times."""
        until = self.rounds + times
        while self.rounds < until:
            self._make_room()
            self.rounds += sample(self._walk, self._deals, self.rounds, until)

    def sweep_times(self, times: int) -> None:
        """Go through the whole tree so many times."""
        while not meet(self._walk, self._deals):
            self._make_room()
        sweep(self._walk, self._deals, self.rounds, self.rounds + times)
        self.rounds += times

    def found(self) -> Found:
        """How likely each wins by now, and what each could gain alone: exact."""
        won = np.zeros(self._players)
        for moment, knows, chance in zip(*self._deals, strict=True):
            self._walk.knows[0] = knows
            worth(self._walk, 0, moment, chance, won)
        gains = [self._best(player) - float(won[player]) for player in range(self._players)]
        return Found(tuple(won.tolist()), tuple(gains), self.rounds)

    def knowledge(self, player: int, seen: Iterable[str | tuple[SeenEvent, ...]]) -> np.uint64:
        """The number of what a player knows after what it saw, its discs as a string first."""
        known = np.uint64(player + 1)
        for sight in seen:
            events = (sight,) if isinstance(sight, str) else sight
            known = np.uint64(mixed(known, self._moments.seen(*events)))
        return known

    def average(self, knowledge: np.uint64, count: int) -> list[float]:
        """What is done on average where somebody knows this and has so many moves."""
        return list(map(float, average_of(self._walk.learnt, knowledge, count)))

    def _dealt(self, deals: list[tuple[tuple[SeatStart, float], ...]]) -> Deals:
        starts = [[start for start, _ in deal] for deal in deals]
        knows = [
            [self.knowledge(player, [str(start)]) for player, start in enumerate(each)]
            for each in starts
        ]
        return Deals(
            np.array([self._moments.begin(start) for start in starts], np.int64),
            np.array(knows, np.uint64),
            np.array([np.prod([share for _, share in deal]) for deal in deals], np.float64),
        )

    def _make_room(self) -> None:
        """A larger table, once half of it is taken."""
        old = self._walk.learnt
        if 2 * self.known > len(old.keys):
            larger = new_learnt(2 * len(old.keys), self._walk.graph.widest)
            into_larger(old, larger)
            self._walk = self._walk._replace(learnt=larger)

    def _best(self, player: int) -> float:
        """What a player wins at best against the others' averages."""
        room, deals = new_room(ROOM, self._players), len(self._deals.moment)
        while True:
            room.open_moment[:deals], room.open_chance[:deals] = (
                self._deals.moment,
                self._deals.chance,
            )
            room.open_knows[:deals] = self._deals.knows
            value = best_answer(self._walk, room, player, Span(0, deals, 0))
            if value != FULL:
                return float(value)
            room = new_room(2 * len(room.moment), self._players)
