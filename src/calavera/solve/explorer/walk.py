"""A round move by move, with what everybody believes after each (Bayes by both plans)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from calavera.bots.ending.plan import NEVER
from calavera.solve.errors import SolveError
from calavera.solve.explorer.equilibrium import Equilibrium
from calavera.solve.model.duel_position import FIRST, SECOND
from calavera.solve.model.round_tree import Node, has_skull

Held = tuple[list[float], list[float]]
"""For each of the two how likely each of its private states is."""


class Step(NamedTuple):
    """A moment of the round."""

    node: Node
    likely: float  # how likely the move was that led here; 0 where the plan never makes it
    held: Held

    @property
    def move(self) -> str:
        """The move that led here, as everybody saw it."""
        return self.node.told.rpartition(" ")[2]

    @property
    def beliefs(self) -> tuple[float, float]:
        """How likely each of the two has its skull."""
        return _skull(self.node, FIRST, self.held), _skull(self.node, SECOND, self.held)


def walk(plans: Equilibrium, moves: Sequence[str]) -> list[Step]:
    """The moment when both have placed a disc, and one for each move; raises SolveError."""
    root = plans.nodes[0]
    held = plans.reach[FIRST][root.number], plans.reach[SECOND][root.number]
    step = Step(root, 1.0, held)
    while step.node.told.count(" ") < 1:  # the first discs say nothing
        (step,) = following(plans, step)
    steps = [step]
    for move in moves:
        known = list(following(plans, steps[-1]))
        found = next((each for each in known if each.move == move), None)
        if found is None:
            possible = ", ".join(each.move for each in known) or "the bidding is over"
            raise SolveError(f"{move[:10]!r} cannot follow {steps[-1].node.told!r}: {possible}")
        steps.append(found)
    return steps


def following(plans: Equilibrium, step: Step) -> Iterator[Step]:
    """The moments that can come next; none once the bidding is over."""
    if step.node.is_attempt:
        return
    node, held = step.node, step.held[step.node.actor]
    shares = [plans.shares(node, state) for state in range(len(held))]
    for child in node.children:
        edges = [edge for edge in node.edges if edge.child == child]
        after = [0.0] * len(plans.nodes[child].privates[node.actor])
        for edge in edges:
            after[edge.next_state] += held[edge.state] * shares[edge.state][str(edge.action)]
        likely = sum(after)
        if likely <= NEVER:  # nobody who plays so comes here, so that it tells nothing
            likely = 0.0
            for edge in edges:
                ways = sum(each.state == edge.state for each in edges)
                after[edge.next_state] = held[edge.state] / ways
        total = sum(after)
        both = [list(each) for each in step.held]
        both[node.actor] = [share / total for share in after]
        yield Step(plans.nodes[child], likely, (both[FIRST], both[SECOND]))


def _skull(node: Node, player: int, held: Held) -> float:
    pairs = zip(node.privates[player], held[player], strict=True)
    return sum(share for private, share in pairs if has_skull(private))
