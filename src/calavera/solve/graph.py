"""Every moment that a game of several can come to, as plain arrays for compiled code."""

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from calavera.solve.errors import SolveError
from calavera.solve.moments import Moments

Numbers: TypeAlias = npt.NDArray[np.int64]
Chances: TypeAlias = npt.NDArray[np.float64]
Truths: TypeAlias = npt.NDArray[np.bool_]

NOBODY: Final = -1
"""In place of a player."""

MOST: Final = 60_000
"""More moments than this are too many to work out."""


class Graph(NamedTuple):
    """Moments by their number; their branches one after the other."""

    winner: Numbers
    """Who has won there."""

    actor: Numbers
    """Who chooses there."""

    first: Numbers
    """Where the branches of each moment begin; one more than there are moments."""

    then: Numbers
    """For each branch the moment it leads to."""

    seen: Numbers
    """For each branch what each player sees of it: a column for each."""

    share: Chances
    """For each branch how likely chance brings it."""

    may_win: Truths
    """For each moment who can still win: a column for each player."""

    @property
    def widest(self) -> int:
        """The most branches that a moment has."""
        return int(np.diff(self.first).max())


def graph_of(moments: Moments, begins: Iterable[int], players: int) -> Graph:
    """All that can follow; raises SolveError where that is too much."""
    open_, found = list(dict.fromkeys(begins)), set[int]()
    found.update(open_)
    while open_:
        for branch in moments.at(open_.pop()).branches:
            if branch.then not in found:
                found.add(branch.then)
                open_.append(branch.then)
        if len(found) > MOST:
            raise SolveError(f"too many discs: the game has more than {MOST:,} moments")
    made = [moments.at(number) for number in range(max(found) + 1)]
    branches = [branch for moment in made for branch in moment.branches]
    first = np.cumsum([0, *(len(moment.branches) for moment in made)])
    then = np.array([branch.then for branch in branches], np.int64)
    winner = np.array([_or_nobody(moment.winner) for moment in made], np.int64)
    return Graph(
        winner,
        np.array([_or_nobody(moment.actor) for moment in made], np.int64),
        first.astype(np.int64),
        then,
        np.array([branch.seen for branch in branches], np.int64).reshape(-1, players),
        np.array([branch.share for branch in branches], np.float64),
        _may_win(winner, first, then, players),
    )


def histories_of(graph: Graph, begins: Iterable[int]) -> float:
    """How many ways the game can go: the work of one exact look at it."""
    count = np.ones(len(graph.winner))
    for number in _last_first(graph.first, graph.then):
        count[number] += count[graph.then[graph.first[number] : graph.first[number + 1]]].sum()
    return float(count[list(begins)].sum())


def _or_nobody(player: int | None) -> int:
    return NOBODY if player is None else player


def _may_win(winner: Numbers, first: Numbers, then: Numbers, players: int) -> Truths:
    """Who can still win, from the ends back."""
    may = np.zeros((len(winner), players), np.bool_)
    for number in _last_first(first, then):
        if winner[number] != NOBODY:
            may[number, winner[number]] = True
        else:
            may[number] = may[then[first[number] : first[number + 1]]].any(axis=0)
    return may


def _last_first(first: Numbers, then: Numbers) -> list[int]:
    """The moments, each after all that can follow it; no moment comes twice in a game."""
    order, state = list[int](), bytearray(len(first) - 1)
    for root in range(len(state)):
        path = [root] if not state[root] else []
        while path:
            number = path[-1]
            if state[number]:
                path.pop()
                if state[number] == 1:
                    state[number] = 2
                    order.append(number)
                continue
            state[number] = 1
            path += [
                after for after in then[first[number] : first[number + 1]].tolist()
                if not state[after]
            ]  # fmt: skip
    return order
