"""The game tree of several players as plain arrays for compiled code."""

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from calavera.solve.errors import SolveError
from calavera.solve.model.game_tree import GameTree

Numbers: TypeAlias = npt.NDArray[np.int64]
Chances: TypeAlias = npt.NDArray[np.float64]
Truths: TypeAlias = npt.NDArray[np.bool_]

NOBODY: Final = -1
"""Stands for no player."""

MOST: Final = 60_000
"""Larger trees are refused."""


class Graph(NamedTuple):
    """Nodes by index, with their branches in consecutive rows."""

    winner: Numbers  # the winner at each node
    actor: Numbers  # the player to move at each node
    first: Numbers  # where the branches of each node begin, and an end
    then: Numbers  # for each branch its target node
    seen: Numbers  # for each branch what each player sees: a column per player
    share: Chances  # for each branch its chance probability
    may_win: Truths  # for each node who can still win: a column per player

    @property
    def widest(self) -> int:
        """The maximum number of branches of a node."""
        return int(np.diff(self.first).max())


def graph_of(moments: GameTree, begins: Iterable[int], players: int) -> Graph:
    """The graph of everything that can follow; raises SolveError if it is too large."""
    open_, found = list(dict.fromkeys(begins)), set[int]()
    found.update(open_)
    while open_:
        for branch in moments.at(open_.pop()).branches:
            if branch.then not in found:
                found.add(branch.then)
                open_.append(branch.then)
        if len(found) > MOST:
            raise SolveError(f"too many discs: the game tree has more than {MOST:,} nodes")
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
    """Return the number of histories: the cost of an exact best response."""
    count = np.ones(len(graph.winner))
    for number in _last_first(graph.first, graph.then):
        count[number] += count[graph.then[graph.first[number] : graph.first[number + 1]]].sum()
    return float(count[list(begins)].sum())


def _or_nobody(player: int | None) -> int:
    return NOBODY if player is None else player


def _may_win(winner: Numbers, first: Numbers, then: Numbers, players: int) -> Truths:
    """Who can still win at each node, by backward induction."""
    may = np.zeros((len(winner), players), np.bool_)
    for number in _last_first(first, then):
        if winner[number] != NOBODY:
            may[number, winner[number]] = True
        else:
            may[number] = may[then[first[number] : first[number + 1]]].any(axis=0)
    return may


def _last_first(first: Numbers, then: Numbers) -> list[int]:
    """The nodes in reverse topological order; the graph has no cycles."""
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
