"""CFR+ over a whole tree or by samples, compiled by Numba.

Nothing compiled is kept on disk: Numba does not read functions that call themselves back.

What a player knows is everything it saw, in order, and goes by a number of 64 bits that is mixed
anew with each thing seen. Should two of ten million ever share a number, a player would do the
same in both: still a way to play, and what can be gained against it is still exact, because a best
answer only ever compares the few histories that one player cannot tell apart.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

import numba
import numpy as np
import numpy.typing as npt

from calavera.solve.graph import Chances, Graph, Numbers

Words: TypeAlias = npt.NDArray[np.uint64]
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

STRIDE: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MIX: Final = np.uint64(0x94D049BB133111EB)
EMPTY: Final = np.uint64(0)
LONGEST: Final = 500
"""No game has so many moments in a row."""


class Learnt(NamedTuple):
    """What has been learnt about everything that was known: a table by numbers of 64 bits."""

    keys: Words
    regrets: Chances
    taken: Chances
    fresh: Chances
    """Regrets of a sweep that is not over."""

    size: Numbers
    """How many there are: one number."""


class Deals(NamedTuple):
    """All ways to begin."""

    moment: Numbers
    knows: Words
    """What each player knows then: a column for each."""

    chance: Chances


class Walk(NamedTuple):
    """One way through the game, and all that it needs."""

    graph: Graph
    learnt: Learnt
    knows: Words
    """What each player knew at each step."""

    shares: Chances
    """Room for the shares of the moves at each step."""

    weight: Chances
    """How much this time counts: one number."""

    dice: Words


class Reach(NamedTuple):
    """How likely a moment comes about."""

    own: float
    """By what the player itself does."""

    others: float
    """By what chance and the others do."""


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a function when it is first called."""
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
    """A walk that has not begun."""
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
    """What is known after something seen; never the number that stands for an empty place."""
    word = (knowledge ^ np.uint64(seen + 1)) * STRIDE
    word = (word ^ (word >> np.uint64(30))) * FIRST_MIX
    word = (word ^ (word >> np.uint64(27))) * SECOND_MIX
    word = word ^ (word >> np.uint64(31))
    return word | np.uint64(1)


@compiled
def _share(dice: Words) -> float:
    """A number from 0 to 1 by chance."""
    dice[0] = dice[0] + STRIDE
    word = dice[0]
    word = (word ^ (word >> np.uint64(30))) * FIRST_MIX
    word = (word ^ (word >> np.uint64(27))) * SECOND_MIX
    return float((word ^ (word >> np.uint64(31))) >> np.uint64(11)) / 9007199254740992.0


@compiled
def _place(keys: Words, key: np.uint64) -> int:
    """Where a key is, or would be."""
    last = np.uint64(len(keys) - 1)
    place = (key >> np.uint64(1)) & last
    while keys[place] != EMPTY and keys[place] != key:
        place = (place + np.uint64(1)) & last
    return int(place)


@compiled
def into_larger(old: Learnt, new: Learnt) -> None:
    """Put everything into a larger table."""
    for place in range(len(old.keys)):
        if old.keys[place] != EMPTY:
            there = _place(new.keys, old.keys[place])
            new.keys[there] = old.keys[place]
            new.regrets[there] = old.regrets[place]
            new.taken[there] = old.taken[place]
    new.size[0] = old.size[0]


@compiled
def _drawn(shares: Chances, count: int, dice: Words) -> int:
    """One of the first so many, by their shares."""
    left = _share(dice)
    for place in range(count - 1):
        left -= shares[place]
        if left < 0.0:
            return place
    return count - 1


@compiled
def _hopes(regrets: Chances, shares: Chances, count: int) -> None:
    """What to do next: in proportion to what was regretted."""
    total = 0.0
    for place in range(count):
        shares[place] = max(regrets[place], 0.0)
        total += shares[place]
    for place in range(count):
        shares[place] = shares[place] / total if total > 0.0 else 1.0 / count


@compiled
def average(learnt: Learnt, knowledge: np.uint64, shares: Chances, count: int) -> None:
    """What was done over time; anything, where nothing was ever done."""
    place, total = _place(learnt.keys, knowledge), 0.0
    if learnt.keys[place] != EMPTY:
        for move in range(count):
            total += learnt.taken[place, move]
    for move in range(count):
        shares[move] = learnt.taken[place, move] / total if total > 0.0 else 1.0 / count


@compiled
def average_of(learnt: Learnt, knowledge: np.uint64, count: int) -> Chances:
    """The same as numbers of its own."""
    shares = np.empty(count)
    average(learnt, knowledge, shares, count)
    return shares


@compiled
def _see(walk: Walk, depth: int, branch: int) -> None:
    """What everybody knows a step later."""
    for player in range(walk.knows.shape[1]):
        walk.knows[depth + 1, player] = mixed(
            walk.knows[depth, player], walk.graph.seen[branch, player]
        )


@compiled
def _sampled(walk: Walk, depth: int, number: int, player: int) -> float:
    """What a player wins from here in a sample, and what it learns on the way."""
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
    place = _place(learnt.keys, walk.knows[depth, actor])
    if learnt.keys[place] == EMPTY:
        learnt.keys[place] = walk.knows[depth, actor]
        learnt.size[0] += 1
    _hopes(learnt.regrets[place], shares, count)
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
    """Sample every player in each of the rounds, until the table gets full; how often it was."""
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
def _swept(walk: Walk, depth: int, number: int, player: int, reach: Reach) -> float:
    """What a player wins from here, counted by how likely chance and the others bring it here."""
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
        place = _place(learnt.keys, walk.knows[depth, actor])
        _hopes(learnt.regrets[place], shares, count)
    if actor != player:
        for move in range(count):
            _see(walk, depth, first + move)
            then = Reach(own, others * shares[move])
            value += _swept(walk, depth + 1, graph.then[first + move], player, then)
        return value
    values = np.empty(count)
    for move in range(count):
        learnt.taken[place, move] += walk.weight[0] * own * shares[move]
        _see(walk, depth, first + move)
        then = Reach(own * shares[move], others)
        values[move] = _swept(walk, depth + 1, graph.then[first + move], player, then)
        value += shares[move] * values[move]
    for move in range(count):
        learnt.fresh[place, move] += values[move] - value
    return value


@compiled
def _met(walk: Walk, depth: int, number: int) -> None:
    """Make a place for everything that somebody may know from here on."""
    graph, learnt = walk.graph, walk.learnt
    first, actor = graph.first[number], graph.actor[number]
    if 2 * learnt.size[0] > len(learnt.keys):
        return
    if actor >= 0:
        place = _place(learnt.keys, walk.knows[depth, actor])
        if learnt.keys[place] == EMPTY:
            learnt.keys[place] = walk.knows[depth, actor]
            learnt.size[0] += 1
    for move in range(graph.first[number + 1] - first):
        _see(walk, depth, first + move)
        _met(walk, depth + 1, graph.then[first + move])


@compiled
def meet(walk: Walk, deals: Deals) -> bool:
    """Make a place for everything that can be known; whether there was room enough."""
    for deal in range(len(deals.chance)):
        walk.knows[0] = deals.knows[deal]
        _met(walk, 0, deals.moment[deal])
    return bool(2 * walk.learnt.size[0] <= len(walk.learnt.keys))


@compiled
def sweep(walk: Walk, deals: Deals, begin: int, end: int) -> None:
    """Go through the whole tree for one player after the other, in each of the rounds: CFR+."""
    learnt = walk.learnt
    for round_ in range(begin, end):
        walk.weight[0] = round_ + 1.0
        for player in range(walk.knows.shape[1]):
            for deal in range(len(deals.chance)):
                walk.knows[0] = deals.knows[deal]
                _swept(walk, 0, deals.moment[deal], player, Reach(1.0, deals.chance[deal]))
            for place in range(len(learnt.keys)):
                for move in range(learnt.fresh.shape[1]):
                    if learnt.fresh[place, move] != 0.0:
                        regret = learnt.regrets[place, move] + learnt.fresh[place, move]
                        learnt.regrets[place, move] = max(regret, 0.0)
                        learnt.fresh[place, move] = 0.0


@compiled
def worth(walk: Walk, depth: int, number: int, chance: float, won: Chances) -> None:
    """Add how likely each player wins from here, if all do what they did over time."""
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
