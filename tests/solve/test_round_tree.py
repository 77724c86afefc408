"""The tree of one round, from the rules."""

import pytest

from calavera.solve.model.duel_position import DuelPosition, every_position
from calavera.solve.model.flat_tree import LOST, WON, flat_round
from calavera.solve.model.round_tree import End, round_tree


def test_every_position_comes_after_those_that_can_follow_it() -> None:
    seen: set[DuelPosition] = set()
    for position in every_position():
        if max(position.discs) <= 3:
            for node in round_tree(position).nodes:
                assert {after.position for after in node.after} - {None} <= seen
        seen.add(position)
    assert len(seen) == 64
    assert sorted(position.number for position in seen) == list(range(64))


@pytest.mark.parametrize(
    ("position", "decisions", "knowledge"),
    [(DuelPosition(1, 1), 4, 8), (DuelPosition(2, 2), 16, 46), (DuelPosition(3, 3), 64, 248)],
)
def test_the_size_of_a_round(position: DuelPosition, decisions: int, knowledge: int) -> None:
    nodes = [node for node in round_tree(position).nodes if not node.is_attempt]
    assert len(nodes) == decisions
    assert sum(len({edge.state for edge in node.edges}) for node in nodes) == knowledge


def test_what_follows_an_attempt() -> None:
    node = next(n for n in round_tree(DuelPosition(2, 1, 0, 1)).nodes if n.told == "b? a? a1 b-")
    assert node.after[End.SUCCESS].position == DuelPosition(2, 1, 1, 1)
    assert node.after[End.OWN_SKULL].position == DuelPosition(1, 1, 0, 1)
    node = next(n for n in round_tree(DuelPosition(1, 2, 1, 0)).nodes if n.told == "b? a? a2")
    assert node.after[End.SUCCESS].challenger_won
    assert node.after[End.OTHERS_SKULL] == (None, False)


def test_the_arrays_say_the_same() -> None:
    position = DuelPosition(3, 2, 1, 0)
    tree, flat = round_tree(position), flat_round(position)
    assert len(flat.edge_to) == sum(len(node.edges) for node in tree.nodes)
    attempts = [node for node in tree.nodes if node.is_attempt]
    for node, following in zip(attempts, flat.following, strict=True):
        for after, number in zip(node.after, following, strict=True):
            if after.position is None:
                assert number == (WON if after.challenger_won else LOST)
            else:
                assert number == after.position.number
