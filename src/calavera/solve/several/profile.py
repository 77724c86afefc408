"""Three or more players: a strategy profile, and its distance from an equilibrium.

With three players there is no single value: equilibria are many and have different values. This
module finds a profile and its exact NashConv: the sum over players of what each could gain by
switching alone to a best response. It is 0 in an equilibrium, and here never quite.

CFR+ with perfect recall traverses a small tree as a whole. External-sampling Monte Carlo CFR
(Lanctot and others, 2009) samples a larger one. Later iterations have more weight. For three
players neither is proven to converge to an equilibrium; NashConv measures how close they came.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from calavera.rules import SeatStart, SeenEvent
from calavera.solve.errors import SolveError
from calavera.solve.model.duel_position import seat_start
from calavera.solve.model.game_tree import GameTree
from calavera.solve.several.best_response import FULL, Span, best_response, new_room
from calavera.solve.several.graph import graph_of, histories_of
from calavera.solve.several.sampling import (
    Deals,
    Walk,
    average_of,
    into_larger,
    meet,
    mixed,
    new_learnt,
    new_walk,
    place_of,
    sample,
    sweep,
    worth,
)

BREATH: Final = 2000
"""Sampling iterations between two checks of the clock."""

SMALL: Final = 1e6
"""The most histories of a tree that is traversed as a whole."""

SWEEPS: Final = 5
"""Sweeps between two checks of the clock."""

MOST_HISTORIES: Final = 5e9
"""Games with more histories are refused."""

TABLE: Final = 1 << 12
ROOM: Final = 1 << 12
"""Initial sizes; both grow."""


class SeatInfo(NamedTuple):
    """A seat at the start of a round."""

    discs: int
    wins: int
    belief: float  # probability that it has its skull

    @property
    def kinds(self) -> tuple[tuple[SeatStart, float], ...]:
        """Its possible discs, with probabilities."""
        kinds = [(skull, self.belief if skull else 1.0 - self.belief) for skull in (True, False)]
        return tuple(
            (seat_start(self.discs, self.wins, skull=skull), share)
            for skull, share in kinds
            if share > 0.0
        )


@dataclass(frozen=True)
class Found:
    """A profile's values, and its distance from an equilibrium."""

    shares: tuple[float, ...]  # each player's probability of winning
    gains: tuple[float, ...]  # the gain of each player's best response
    rounds: int  # sweeps or samples per player

    @property
    def nash_conv(self) -> float:
        """The sum of all gains: 0 in an equilibrium."""
        return sum(self.gains)


class SeveralPlayers:
    """A game of three or more from the start of a round; the first seat begins.

    Raises SolveError if it is too large for an exact NashConv.
    """

    def __init__(self, seats: Sequence[SeatInfo], seed: int = 0) -> None:
        self._players, self.rounds = len(seats), 0
        self._moments = GameTree(len(seats))
        self._deals = self._dealt(list(product(*(seat.kinds for seat in seats))))
        graph = graph_of(self._moments, self._deals.moment.tolist(), self._players)
        self._walk: Walk = new_walk(
            graph,
            new_learnt(TABLE, graph.widest),
            np.array([seed], np.uint64),
        )
        if self.histories > MOST_HISTORIES:
            raise SolveError(
                f"too many discs: NashConv would enumerate {self.histories:.0e} histories"
            )

    @property
    def histories(self) -> float:
        """The number of histories of the game."""
        return histories_of(self._walk.graph, self._deals.moment.tolist())

    @property
    def known(self) -> int:
        """The number of information sets met so far."""
        return int(self._walk.learnt.size[0])

    @property
    def is_small(self) -> bool:
        """Whether the whole tree is traversed."""
        return self.histories <= SMALL

    def improve(self, seconds: float) -> None:
        """Improve the profile by self-play."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.is_small:
                self.sweep_times(SWEEPS)
            else:
                self.sample_times(BREATH)

    def sample_times(self, times: int) -> None:
        """Sample every player `times` times."""
        until = self.rounds + times
        while self.rounds < until:
            self._make_room()
            self.rounds += sample(self._walk, self._deals, self.rounds, until)

    def sweep_times(self, times: int) -> None:
        """Traverse the whole tree `times` times."""
        while not meet(self._walk, self._deals):
            self._make_room()
        sweep(self._walk, self._deals, self.rounds, self.rounds + times)
        self.rounds += times

    def found(self) -> Found:
        """Return the value of the average profile, and the exact gain of each best response."""
        won = np.zeros(self._players)
        for moment, knows, chance in zip(*self._deals, strict=True):
            self._walk.knows[0] = knows
            worth(self._walk, 0, moment, chance, won)
        gains = [self._best(player) - float(won[player]) for player in range(self._players)]
        return Found(tuple(won.tolist()), tuple(gains), self.rounds)

    def knowledge(self, player: int, seen: Iterable[str | tuple[SeenEvent, ...]]) -> np.uint64:
        """The key of a player's information set after what it saw, its discs first."""
        known = np.uint64(player + 1 << 32)  # beyond what is seen, which is mixed in
        for sight in seen:
            known = self.knowledge_after(known, (sight,) if isinstance(sight, str) else sight)
        return known

    def knowledge_after(self, known: np.uint64, sight: tuple[SeenEvent | str, ...]) -> np.uint64:
        """The key of an information set after one more step."""
        return np.uint64(mixed(known, self._moments.seen(*sight)))

    def average(self, knowledge: np.uint64, count: int) -> list[float]:
        """The average strategy of an information set with `count` moves."""
        return list(map(float, average_of(self._walk.learnt, knowledge, count)))

    def set_average(self, knowledge: np.uint64, shares: Sequence[float]) -> None:
        """Replace the average strategy of an information set that was met."""
        place = place_of(self._walk.learnt.keys, knowledge)
        self._walk.learnt.taken[place] = 0.0
        self._walk.learnt.taken[place, : len(shares)] = shares

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
        """Grow the hash table once it is half full."""
        old = self._walk.learnt
        if 2 * self.known > len(old.keys):
            larger = new_learnt(2 * len(old.keys), self._walk.graph.widest)
            into_larger(old, larger)
            self._walk = self._walk._replace(learnt=larger)

    def _best(self, player: int) -> float:
        """The value of a player's best response to the others' average strategies."""
        room, deals = new_room(ROOM, self._players), len(self._deals.moment)
        while True:
            room.open_moment[:deals], room.open_chance[:deals] = (
                self._deals.moment,
                self._deals.chance,
            )
            room.open_knows[:deals] = self._deals.knows
            value = best_response(self._walk, room, player, Span(0, deals, 0))
            if value != FULL:
                return float(value)
            room = new_room(2 * len(room.moment), self._players)
