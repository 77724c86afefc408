"""What a plan is worth against the best answer. The proof behind every number.

Nothing here looks for anything: a plan comes in, the promise that it keeps comes out. It shares no
code with the program that made the plan, and needs numpy alone.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from calavera.solve.flat import LOST, PASSING, WON, flat_round
from calavera.solve.plan import Plan
from calavera.solve.position import FIRST, SECOND, Position
from calavera.solve.promises import Floats, Promises
from calavera.solve.round_tree import End

Pair = tuple[float, float]
"""Something with the skull and without it."""


SLACK: Final = 1e-12
"""How far shares may be from adding up to one."""


def is_plan(position: Position, role: int, plan: Plan) -> bool:
    """Whether what is written there can be done at all: shares that add up, and no others."""
    round_ = flat_round(position)
    if len(plan.edges) != len(round_.edge_to) or len(plan.keep) != len(round_.challenger):
        return False
    sums = [plan.edges[first:last].sum() for first, last in round_.choice_edges[role].tolist()]
    return bool(
        np.all(np.abs(np.array(sums) - 1.0) <= SLACK)
        and np.all(plan.edges >= 0.0)
        and np.all((plan.keep >= 0.0) & (plan.keep <= 1.0))
        and np.all(plan.weight >= 0.0)
        and 0.0 <= plan.own <= 1.0
    )


def promise_kept(
    position: Position, role: int, plan: Plan, book: Mapping[tuple[int, int], Promises]
) -> Floats:
    """What the plan wins at least, against an opponent with the skull and one without."""
    return _Answer(position, role, plan, book).worst()


def best_answers(
    position: Position, role: int, plan: Plan, book: Mapping[tuple[int, int], Promises]
) -> tuple[list[float], list[float]]:
    """Slot by slot: what the other gets from there at best, and how much of the planner gets there.

    The first is for the other's slots and counts the planner's share in; the second is for the
    planner's.
    """
    answer = _Answer(position, role, plan, book)
    return answer.values(), answer.reach


class _Answer:
    """The opponent's best answer to a plan."""

    def __init__(
        self, position: Position, role: int, plan: Plan, book: Mapping[tuple[int, int], Promises]
    ) -> None:
        self._round, self._role, self._plan, self._book = flat_round(position), role, plan, book
        self._mixtures: dict[int, list[tuple[int, float]]] = {}
        for leaf, place, weight in zip(plan.leaf, plan.promise, plan.weight, strict=True):
            self._mixtures.setdefault(int(leaf), []).append((int(place), float(weight)))
        self._skull, self._flag = self._round.skull.tolist(), self._round.flag.tolist()
        self.reach = self._reached()

    def worst(self) -> Floats:
        """What is left to the player, by the opponent's kind."""
        value = self.values()
        roots = self._round.roots[1 - self._role]
        return np.array([1.0 - value[slot] if slot >= 0 else 0.0 for slot in roots])

    def values(self) -> list[float]:
        """What the opponent gets from each of its slots on, at best."""
        other = 1 - self._role
        value = [0.0] * len(self._skull)
        for attempt in range(len(self._round.challenger)):
            self._answer(attempt, value)
        begin, end = self._round.step_from[other].tolist(), self._round.step_to[other].tolist()
        edges = self._round.step_edge[other].tolist()
        for step in range(len(begin) - 1, -1, -1):
            if edges[step] == PASSING:
                value[begin[step]] += value[end[step]]
            else:
                value[begin[step]] = max(value[begin[step]], value[end[step]])
        return value

    def _reached(self) -> list[float]:
        """How much of the player gets to each of its slots, if the other lets it."""
        reach = [0.0] * len(self._skull)
        for slot, share in zip(
            self._round.roots[self._role], (self._plan.own, 1.0 - self._plan.own), strict=True
        ):
            if slot >= 0:
                reach[slot] = share
        edges = self._plan.edges.tolist()
        for begin, end, edge in zip(
            self._round.step_from[self._role].tolist(),
            self._round.step_to[self._role].tolist(),
            self._round.step_edge[self._role].tolist(),
            strict=True,
        ):
            reach[end] = reach[begin] * (1.0 if edge == PASSING else edges[edge])
        return reach

    def _answer(self, attempt: int, value: list[float]) -> None:
        """What the other gets out of an attempt, in each of its private states there."""
        challenger = int(self._round.challenger[attempt])
        success, own, stopped = (self._lost(attempt, end) for end in End)
        for slot in self._slots(attempt, 1 - self._role):
            kind = 0 if self._skull[slot] else 1
            if challenger == self._role:
                then = stopped[0] if self._flag[slot] else success[kind]
                value[slot] = own[kind] + then
            elif self._flag[slot]:
                value[slot] = max(own)  # it chooses what to lose (R25)
            else:
                kept, gone = self._odds_of_loss(challenger) if kind == 0 else (0.0, 1.0)
                value[slot] = success[kind] + kept * stopped[0] + gone * stopped[1]

    def _lost(self, attempt: int, end: End) -> Pair:
        """How much of the player does not win after this end, by the kind of the other.

        What the mixture does not account for, or accounts for twice, counts as lost: the mixture
        came out of floating point.
        """
        there = self._share(attempt, end)
        following = int(self._round.following[attempt, end])
        challenges = int(self._round.challenger[attempt]) == self._role
        if following in (LOST, WON):
            nothing = 0.0 if (following == WON) == challenges else sum(there)
            return nothing, nothing
        promises = self._book[following, FIRST if challenges else SECOND]
        rest, lost = list(there), [0.0, 0.0]
        for place, weight in self._mixtures.get(3 * attempt + end, ()):
            share = float(promises.own[place])
            rest[0] -= weight * share
            rest[1] -= weight * (1.0 - share)
            for kind in (0, 1):
                lost[kind] += weight * (1.0 - float(promises.against[place, kind]))
        unaccounted = abs(rest[0]) + abs(rest[1])
        return lost[0] + unaccounted, lost[1] + unaccounted

    def _share(self, attempt: int, end: End) -> Pair:
        """How much of the player comes to this end, with the skull after it and without."""
        slots = self._slots(attempt, self._role)
        if int(self._round.challenger[attempt]) != self._role:
            met = {End.SUCCESS: (0,), End.OWN_SKULL: (0, 1), End.OTHERS_SKULL: (1,)}[end]
            return self._sum(slot for slot in slots if self._flag[slot] in met)
        failed = end is End.OWN_SKULL
        with_skull, without = self._sum(slot for slot in slots if self._flag[slot] == failed)
        if end is End.OWN_SKULL:
            keep = float(self._plan.keep[attempt])
            return with_skull * keep, with_skull * (1.0 - keep)
        if end is End.OTHERS_SKULL:
            kept, gone = self._odds_of_loss(self._role)
            return with_skull * kept, without + with_skull * gone
        return with_skull, without

    def _sum(self, slots: Iterable[int]) -> Pair:
        total = [0.0, 0.0]
        for slot in slots:
            total[0 if self._skull[slot] else 1] += self.reach[slot]
        return total[0], total[1]

    def _slots(self, attempt: int, player: int) -> range:
        first, last = self._round.attempt_slots[attempt][2 * player : 2 * player + 2].tolist()
        return range(first, last)

    def _odds_of_loss(self, player: int) -> Pair:
        """Whether a blind pick leaves the skull or takes it (R24)."""
        discs = int(self._round.discs[player])
        return (discs - 1) / discs, 1 / discs
