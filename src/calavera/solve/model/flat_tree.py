"""The tree of a round as plain arrays, for compiled code.

Each private state of each player at each node has a number, its *slot*. A *step* leads from a slot
to a slot of the next node: along an edge, where the player itself moves, or past the other's move.
Steps are in the order of the nodes, so one loop forwards carries what is reached and one loop
backwards carries what is won.
"""

from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from calavera.solve.model.duel_position import FIRST, SECOND, DuelPosition
from calavera.solve.model.round_tree import After, Node, has_skull, round_tree

Numbers: TypeAlias = npt.NDArray[np.int32]

PASSING: Final = -1
"""In place of an edge: the other one moves."""

LOST: Final = -1
WON: Final = -2
"""In place of the next position: the challenger lost the game, or won it."""


class FlatRound(NamedTuple):
    """One round."""

    skull: Numbers  # for each slot, whether the player still has the skull
    # For each player the slots with the skull and without it at the root; -1 for none.
    roots: Numbers
    step_from: tuple[Numbers, Numbers]  # for each player the slot that a step leaves
    step_to: tuple[Numbers, Numbers]  # the slot it arrives at
    step_edge: tuple[Numbers, Numbers]  # the edge it takes
    choice_slot: tuple[Numbers, Numbers]  # for each player the slots in which it chooses
    choice_edges: tuple[Numbers, Numbers]  # where the edges of each choice begin and end
    edge_to: Numbers  # for each edge the slot it arrives at
    challenger: Numbers  # for each attempt, who challenges
    # For each attempt: where the slots of both players begin and end, four numbers.
    attempt_slots: Numbers
    flag: Numbers  # for each slot at an attempt: the challenger fails itself, or the other stops it
    following: Numbers  # for each attempt, the next position after each end, or LOST or WON
    discs: Numbers


@cache
def flat_round(position: DuelPosition) -> FlatRound:
    """The arrays of a position's round."""
    tree = round_tree(position)
    slots = _slots(tree.nodes)
    skull = [has_skull(p) for node in tree.nodes for side in node.privates for p in side]
    edges = [(node, edge) for node in tree.nodes for edge in node.edges]
    numbers = {
        (node.number, edge.state, str(edge.action)): n for n, (node, edge) in enumerate(edges)
    }
    steps = tuple(_steps(tree.nodes, slots, numbers, player) for player in (FIRST, SECOND))
    choices = tuple(_choices(tree.nodes, slots, player) for player in (FIRST, SECOND))
    attempts = [node for node in tree.nodes if node.is_attempt]
    flag = np.zeros(len(skull), np.int32)
    for node in attempts:
        for player, flags in ((node.actor, node.fails_itself), (1 - node.actor, node.stops)):
            begin = slots[node.number][player]
            flag[begin : begin + len(flags)] = flags
    bounds = [_bounds(node, slots) for node in attempts]
    return FlatRound(
        _numbers(skull),
        _numbers([_roots(tree.nodes[0], slots, player) for player in (FIRST, SECOND)]),
        (_numbers(steps[0][0]), _numbers(steps[1][0])),
        (_numbers(steps[0][1]), _numbers(steps[1][1])),
        (_numbers(steps[0][2]), _numbers(steps[1][2])),
        (_numbers(choices[0][0]), _numbers(choices[1][0])),
        (_numbers(choices[0][1]), _numbers(choices[1][1])),
        _numbers([slots[edge.child][node.actor] + edge.next_state for node, edge in edges]),
        _numbers([node.actor for node in attempts]),
        _numbers(bounds).reshape(-1, 4),
        flag,
        _numbers([[_following(after) for after in node.after] for node in attempts]).reshape(-1, 3),
        _numbers(position.discs),
    )


def _numbers(values: object) -> Numbers:
    return np.array(values, np.int32)


def _slots(nodes: list[Node]) -> list[tuple[int, int]]:
    """For each node the first slot of each player."""
    slots, number = [], 0
    for node in nodes:
        slots.append((number, number + len(node.privates[FIRST])))
        number += len(node.privates[FIRST]) + len(node.privates[SECOND])
    return slots


def _bounds(node: Node, slots: list[tuple[int, int]]) -> list[int]:
    first, second = slots[node.number]
    return [first, second, second, second + len(node.privates[SECOND])]


def _roots(root: Node, slots: list[tuple[int, int]], player: int) -> list[int]:
    with_skull, without = -1, -1
    for number, private in enumerate(root.privates[player]):
        slot = slots[0][player] + number
        if has_skull(private):
            with_skull = slot
        else:
            without = slot
    return [with_skull, without]


def _steps(
    nodes: list[Node],
    slots: list[tuple[int, int]],
    numbers: dict[tuple[int, int, str], int],
    player: int,
) -> tuple[list[int], list[int], list[int]]:
    begin, end, along = [], [], []
    for node in nodes:
        if node.actor == player:
            for edge in node.edges:
                begin.append(slots[node.number][player] + edge.state)
                end.append(slots[edge.child][player] + edge.next_state)
                along.append(numbers[node.number, edge.state, str(edge.action)])
            continue
        for child in node.children:
            for state in range(len(node.privates[player])):
                begin.append(slots[node.number][player] + state)
                end.append(slots[child][player] + state)
                along.append(PASSING)
    return begin, end, along


def _choices(
    nodes: list[Node], slots: list[tuple[int, int]], player: int
) -> tuple[list[int], list[list[int]]]:
    where, bounds, number = [], [], 0
    for node in nodes:
        for state in sorted({edge.state for edge in node.edges}):
            count = sum(edge.state == state for edge in node.edges)
            if node.actor == player:
                where.append(slots[node.number][player] + state)
                bounds.append([number, number + count])
            number += count
    return where, bounds


def _following(after: After) -> int:
    if after.position is not None:
        return after.position.number
    return WON if after.challenger_won else LOST
