"""CFR+ over a whole tree or by samples, compiled by Numba.

Compiled code is not cached on disk: Numba cannot load recursive functions from its cache.

An information set is everything a player saw, in order, hashed to 64 bits. If two of ten million
collided, a player would act the same in both. That is still a strategy, and the gain against it is
still exact, because a best response compares only histories that one player cannot distinguish.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

import numba
import numpy as np
import numpy.typing as npt

from calavera.solve.several.graph import Chances, Graph, Numbers

Words: TypeAlias = npt.NDArray[np.uint64]
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

STRIDE: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MIX: Final = np.uint64(0x94D049BB133111EB)
EMPTY: Final = np.uint64(0)
LONGEST: Final = 500
"""An upper bound for the length of a game."""


class Learnt(NamedTuple):
    """Regrets and average strategies: a hash table over 64-bit information sets."""

    keys: Words
    regrets: Chances
    taken: Chances
    fresh: Chances  # regrets of a sweep that is not over
    size: Numbers  # the number of entries, as an array of one


class Deals(NamedTuple):
    """All initial deals."""

    moment: Numbers
    knows: Words  # each player's initial information set: a column per player
    chance: Chances


class Walk(NamedTuple):
    """The state of one traversal of the game."""

    graph: Graph
    learnt: Learnt
    knows: Words  # each player's information set at each step
    shares: Chances  # buffer for the strategy at each step
    weight: Chances  # weight of this iteration, as an array of one
    dice: Words


class ReachProbability(NamedTuple):
    """The reach probability of a node."""

    own: float  # the player's own contribution
    others: float  # the contribution of chance and the others


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a function on its first call."""
    return numba.njit(nogil=True)(function)  # type: ignore[no-any-return]


def new_learnt(size: int, widest: int) -> Learnt:
    """An empty table; the size is a power of two."""
    return Learnt(
        np.zeros(size, np.uint64),
        np.zeros((size, widest)),
        np.zeros((size, widest)),
        np.zeros((size, widest)),
        np.zeros(1, np.int64),
    )


def new_walk(graph: Graph, learnt: Learnt, dice: Words) -> Walk:
    """A traversal that has not begun."""
    return Walk(
        graph,
        learnt,
        np.zeros((LONGEST, graph.seen.shape[1]), np.uint64),
        np.zeros((LONGEST, graph.widest)),
        np.ones(1),
        dice,
    )


@compiled
def mixed(knowledge: np.uint64, seen: int) -> np.uint64:
    """The information set after an observation; never the key of an empty slot."""
    word = (knowledge ^ np.uint64(seen + 1)) * STRIDE
    word = (word ^ (word >> np.uint64(30))) * FIRST_MIX
    word = (word ^ (word >> np.uint64(27))) * SECOND_MIX
    word = word ^ (word >> np.uint64(31))
    return word | np.uint64(1)


@compiled
def _share(dice: Words) -> float:
    """A random number from 0 to 1."""
    dice[0] = dice[0] + STRIDE
    word = dice[0]
    word = (word ^ (word >> np.uint64(30))) * FIRST_MIX
    word = (word ^ (word >> np.uint64(27))) * SECOND_MIX
    return float((word ^ (word >> np.uint64(31))) >> np.uint64(11)) / 9007199254740992.0


@compiled
def place_of(keys: Words, key: np.uint64) -> int:
    """The slot of a key, or its free slot."""
    last = np.uint64(len(keys) - 1)
    place = (key >> np.uint64(1)) & last
    while keys[place] != EMPTY and keys[place] != key:
        place = (place + np.uint64(1)) & last
    return int(place)


@compiled
def into_larger(old: Learnt, new: Learnt) -> None:
    """Copy everything into a larger table."""
    for place in range(len(old.keys)):
        if old.keys[place] != EMPTY:
            there = place_of(new.keys, old.keys[place])
            new.keys[there] = old.keys[place]
            new.regrets[there] = old.regrets[place]
            new.taken[there] = old.taken[place]
    new.size[0] = old.size[0]


@compiled
def _drawn(shares: Chances, count: int, dice: Words) -> int:
    """An index below `count`, drawn by the shares."""
    left = _share(dice)
    for place in range(count - 1):
        left -= shares[place]
        if left < 0.0:
            return place
    return count - 1


@compiled
def _regret_matching(regrets: Chances, shares: Chances, count: int) -> None:
    """Regret matching: a strategy in proportion to positive regrets."""
    total = 0.0
    for place in range(count):
        shares[place] = max(regrets[place], 0.0)
        total += shares[place]
    for place in range(count):
        shares[place] = shares[place] / total if total > 0.0 else 1.0 / count


@compiled
def average(learnt: Learnt, knowledge: np.uint64, shares: Chances, count: int) -> None:
    """The average strategy; uniform if it was never updated."""
    place, total = place_of(learnt.keys, knowledge), 0.0
    if learnt.keys[place] != EMPTY:
        for move in range(count):
            total += learnt.taken[place, move]
    for move in range(count):
        shares[move] = learnt.taken[place, move] / total if total > 0.0 else 1.0 / count


@compiled
def average_of(learnt: Learnt, knowledge: np.uint64, count: int) -> Chances:
    """The average strategy as a new array."""
    shares = np.empty(count)
    average(learnt, knowledge, shares, count)
    return shares


@compiled
def _see(walk: Walk, depth: int, branch: int) -> None:
    """Update all information sets for the next step."""
    for player in range(walk.knows.shape[1]):
        walk.knows[depth + 1, player] = mixed(
            walk.knows[depth, player], walk.graph.seen[branch, player]
        )


@compiled
def _sampled(walk: Walk, depth: int, number: int, player: int) -> float:
    """A sampled value of the node for a player; updates its regrets on the way."""
    graph, learnt = walk.graph, walk.learnt
    if graph.winner[number] >= 0:
        return 1.0 if graph.winner[number] == player else 0.0
    if not graph.may_win[number, player]:
        return 0.0
    first, actor = graph.first[number], graph.actor[number]
    count, shares = graph.first[number + 1] - first, walk.shares[depth]
    if actor < 0:
        only = _drawn(graph.share[first : first + count], count, walk.dice)
        _see(walk, depth, first + only)
        return _sampled(walk, depth + 1, graph.then[first + only], player)
    place = place_of(learnt.keys, walk.knows[depth, actor])
    if learnt.keys[place] == EMPTY:
        learnt.keys[place] = walk.knows[depth, actor]
        learnt.size[0] += 1
    _regret_matching(learnt.regrets[place], shares, count)
    if actor != player:
        for move in range(count):
            learnt.taken[place, move] += walk.weight[0] * shares[move]
        only = _drawn(shares, count, walk.dice)
        _see(walk, depth, first + only)
        return _sampled(walk, depth + 1, graph.then[first + only], player)
    values, value = np.empty(count), 0.0
    for move in range(count):
        _see(walk, depth, first + move)
        values[move] = _sampled(walk, depth + 1, graph.then[first + move], player)
        value += shares[move] * values[move]
    for move in range(count):
        regret = learnt.regrets[place, move] + values[move] - value
        learnt.regrets[place, move] = max(regret, 0.0)
    return value


@compiled
def sample(walk: Walk, deals: Deals, begin: int, end: int) -> int:
    """Sample every player in each iteration until the table is full; return the iterations."""
    done = 0
    for round_ in range(begin, end):
        if 2 * walk.learnt.size[0] > len(walk.learnt.keys):
            break
        walk.weight[0] = round_ + 1.0
        for player in range(walk.knows.shape[1]):
            deal = _drawn(deals.chance, len(deals.chance), walk.dice)
            walk.knows[0] = deals.knows[deal]
            _sampled(walk, 0, deals.moment[deal], player)
        done += 1
    return done


@compiled
def _swept(walk: Walk, depth: int, number: int, player: int, reach: ReachProbability) -> float:
    """The counterfactual value of the node for a player."""
    graph, learnt, own, others = walk.graph, walk.learnt, reach.own, reach.others
    if graph.winner[number] >= 0:
        return others if graph.winner[number] == player else 0.0
    if not graph.may_win[number, player]:
        return 0.0
    first, actor = graph.first[number], graph.actor[number]
    count, shares, value = graph.first[number + 1] - first, walk.shares[depth], 0.0
    if actor < 0:
        shares[:count] = graph.share[first : first + count]
    else:
        place = place_of(learnt.keys, walk.knows[depth, actor])
        _regret_matching(learnt.regrets[place], shares, count)
    if actor != player:
        for move in range(count):
            _see(walk, depth, first + move)
            then = ReachProbability(own, others * shares[move])
            value += _swept(walk, depth + 1, graph.then[first + move], player, then)
        return value
    values = np.empty(count)
    for move in range(count):
        learnt.taken[place, move] += walk.weight[0] * own * shares[move]
        _see(walk, depth, first + move)
        then = ReachProbability(own * shares[move], others)
        values[move] = _swept(walk, depth + 1, graph.then[first + move], player, then)
        value += shares[move] * values[move]
    for move in range(count):
        learnt.fresh[place, move] += values[move] - value
    return value


@compiled
def _met(walk: Walk, depth: int, number: int) -> None:
    """Add all information sets from this node on to the table."""
    graph, learnt = walk.graph, walk.learnt
    first, actor = graph.first[number], graph.actor[number]
    if 2 * learnt.size[0] > len(learnt.keys):
        return
    if actor >= 0:
        place = place_of(learnt.keys, walk.knows[depth, actor])
        if learnt.keys[place] == EMPTY:
            learnt.keys[place] = walk.knows[depth, actor]
            learnt.size[0] += 1
    for move in range(graph.first[number + 1] - first):
        _see(walk, depth, first + move)
        _met(walk, depth + 1, graph.then[first + move])


@compiled
def meet(walk: Walk, deals: Deals) -> bool:
    """Add all information sets to the table; return whether they fit."""
    for deal in range(len(deals.chance)):
        walk.knows[0] = deals.knows[deal]
        _met(walk, 0, deals.moment[deal])
    return bool(2 * walk.learnt.size[0] <= len(walk.learnt.keys))


@compiled
def sweep(walk: Walk, deals: Deals, begin: int, end: int) -> None:
    """Run CFR+ over the whole tree, with alternating updates."""
    learnt = walk.learnt
    for round_ in range(begin, end):
        walk.weight[0] = round_ + 1.0
        for player in range(walk.knows.shape[1]):
            for deal in range(len(deals.chance)):
                walk.knows[0] = deals.knows[deal]
                _swept(
                    walk, 0, deals.moment[deal], player, ReachProbability(1.0, deals.chance[deal])
                )
            for place in range(len(learnt.keys)):
                for move in range(learnt.fresh.shape[1]):
                    if learnt.fresh[place, move] != 0.0:
                        regret = learnt.regrets[place, move] + learnt.fresh[place, move]
                        learnt.regrets[place, move] = max(regret, 0.0)
                        learnt.fresh[place, move] = 0.0


@compiled
def worth(walk: Walk, depth: int, number: int, chance: float, won: Chances) -> None:
    """Add each player's probability of winning from this node under average strategies."""
    graph = walk.graph
    if graph.winner[number] >= 0:
        won[graph.winner[number]] += chance
        return
    first, actor = graph.first[number], graph.actor[number]
    count, shares = graph.first[number + 1] - first, walk.shares[depth]
    if actor < 0:
        shares[:count] = graph.share[first : first + count]
    else:
        average(walk.learnt, walk.knows[depth, actor], shares, count)
    for move in range(count):
        if shares[move] > 0.0:
            _see(walk, depth, first + move)
            worth(walk, depth + 1, graph.then[first + move], chance * shares[move], won)
