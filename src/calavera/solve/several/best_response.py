"""Exact best responses to a learned profile, compiled by Numba."""

from typing import Final, NamedTuple

import numpy as np

from calavera.solve.several.graph import Chances, Graph, Numbers
from calavera.solve.several.sampling import Walk, Words, average, compiled, mixed

FULL: Final = -1.0
"""Returned instead of a value: the buffers are too small."""


class Room(NamedTuple):
    """Buffers for the histories of a best response: open ones, and suspended ones."""

    open_moment: Numbers
    open_knows: Words
    open_chance: Chances
    moment: Numbers
    knows: Words
    chance: Chances


class Span(NamedTuple):
    """The part of the buffers that one call owns."""

    begin: int  # where its open histories begin
    end: int  # where they end
    waiting: int  # where the suspended ones begin; those below belong to a caller


def new_room(size: int, players: int) -> Room:
    """Buffers for `size` histories of each kind."""
    return Room(
        np.zeros(size, np.int64), np.zeros((size, players), np.uint64), np.zeros(size),
        np.zeros(size, np.int64), np.zeros((size, players), np.uint64), np.zeros(size),
    )  # fmt: skip


@compiled
def best_response(walk: Walk, room: Room, player: int, span: Span) -> float:
    """The value of a player's best response over the open histories, or FULL.

    The player may be unable to distinguish these histories.
    """
    won, waits = _gone_on(walk, room, player, span)
    if won == FULL:
        return FULL
    order, place = span.waiting + np.argsort(room.knows[span.waiting : waits, player]), 0
    while place < len(order):
        alike = place
        while (
            alike < len(order)
            and room.knows[order[alike], player] == room.knows[order[place], player]
        ):
            alike += 1
        number, best = room.moment[order[place]], 0.0
        for move in range(walk.graph.first[number + 1] - walk.graph.first[number]):
            end = _moved(walk.graph, room, order[place:alike], move, span.begin)
            value = best_response(walk, room, player, Span(span.begin, end, waits))
            if value == FULL:
                return FULL
            best = max(best, value)
        won += best
        place = alike
    return won


@compiled
def _gone_on(walk: Walk, room: Room, player: int, span: Span) -> tuple[float, int]:
    """The player's wins before its next decision, and the end of the histories with one."""
    won, waits, end = 0.0, span.waiting, span.end
    graph, shares = walk.graph, walk.shares[0]
    while end > span.begin:
        end -= 1
        number = room.open_moment[end]
        if not graph.may_win[number, player]:
            continue
        if graph.winner[number] >= 0:
            won += room.open_chance[end]
            continue
        if max(end + len(shares), waits) + 1 >= len(room.moment):
            return FULL, 0
        if graph.actor[number] == player:
            room.moment[waits], room.chance[waits] = number, room.open_chance[end]
            room.knows[waits] = room.open_knows[end]
            waits += 1
            continue
        first, actor = graph.first[number], graph.actor[number]
        count = graph.first[number + 1] - first
        if actor < 0:
            shares[:count] = graph.share[first : first + count]
        else:
            average(walk.learnt, room.open_knows[end, actor], shares, count)
        end = _branched(walk, room, end, first, count)
    return won, waits


@compiled
def _branched(walk: Walk, room: Room, place: int, first: int, count: int) -> int:
    """Replace an open history by its successors; return where they end."""
    end, chance, shares = place, room.open_chance[place], walk.shares[0]
    walk.knows[0] = room.open_knows[place]
    for move in range(count):
        if shares[move] > 0.0:
            room.open_moment[end] = walk.graph.then[first + move]
            room.open_chance[end] = chance * shares[move]
            for each in range(room.knows.shape[1]):
                room.open_knows[end, each] = mixed(
                    walk.knows[0, each], walk.graph.seen[first + move, each]
                )
            end += 1
    return end


@compiled
def _moved(graph: Graph, room: Room, places: Numbers, move: int, begin: int) -> int:
    """Open the suspended histories in these places after a move; return where they end."""
    end = begin
    for place in places:
        branch = graph.first[room.moment[place]] + move
        room.open_moment[end], room.open_chance[end] = graph.then[branch], room.chance[place]
        for each in range(room.knows.shape[1]):
            room.open_knows[end, each] = mixed(room.knows[place, each], graph.seen[branch, each])
        end += 1
    return end
