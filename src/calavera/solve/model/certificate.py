"""What a plan wins against a best response: the promise that it keeps.

Exact but for the result, which is rounded down. The solver uses it; the proof checker
(`checker.py`) shares no code with it.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from calavera.bots.ending.booklet import WHOLE
from calavera.solve.model.duel_position import FIRST, SECOND, DuelPosition
from calavera.solve.model.flat_tree import LOST, PASSING, WON, flat_round
from calavera.solve.model.promises import Floats, Promises
from calavera.solve.model.realization_plan import KEPT, RealizationPlan
from calavera.solve.model.realization_plan import LOST as DISCARDED
from calavera.solve.model.round_tree import End

Pair = tuple[int, int]
"""Something with the skull and without it."""

PARTS: Final = 12
"""Flows are counted in twelfths of a unit here, so that a blind pick (R24) divides them evenly."""

ALL: Final = PARTS * WHOLE * WHOLE
"""A certain win: a flow times a promise."""


def promise_kept(
    position: DuelPosition,
    role: int,
    plan: RealizationPlan,
    book: Mapping[tuple[int, int], Promises],
) -> Floats:
    """What the plan wins at least, against an opponent with the skull and one without.

    The result is a whole number of units, divided by `WHOLE`, which floats hold exactly.
    """
    value = _Answer(position, role, plan, book).values()
    roots = flat_round(position).roots[1 - role].tolist()
    kept = [(ALL - value[slot]) // (PARTS * WHOLE) if slot >= 0 else 0 for slot in roots]
    return np.array(kept) / WHOLE


def flows_at_end(
    position: DuelPosition, role: int, flows: tuple[list[int], Pair], leaf: int
) -> Pair:
    """How much of a player comes to an end, in twelfths: with the skull after it, and without.

    `flows` is what gets to each of its slots, and what it discards after this attempt.
    """
    round_, (reach, discards) = flat_round(position), flows
    attempt, end = leaf // len(End), End(leaf % len(End))
    first, last = round_.attempt_slots[attempt][2 * role : 2 * role + 2].tolist()
    flags = round_.flag[first:last].tolist()
    slots = zip(range(first, last), flags, strict=True)
    if int(round_.challenger[attempt]) != role:
        met = {End.SUCCESS: (0,), End.OWN_SKULL: (0, 1), End.OTHERS_SKULL: (1,)}[end]
        return _sum(position, reach, (slot for slot, flag in slots if flag in met))
    if end is End.OWN_SKULL and round_.following[attempt, end] >= 0:
        return PARTS * discards[KEPT], PARTS * discards[DISCARDED]
    failed = end is End.OWN_SKULL
    skull, none = _sum(position, reach, (slot for slot, flag in slots if flag == failed))
    if end is End.OTHERS_SKULL:
        gone = skull // position.discs[role]
        return skull - gone, none + gone
    return skull, none


def reached(position: DuelPosition, role: int, plan: RealizationPlan) -> list[int]:
    """How much of the player gets to each of its slots, if the other lets it."""
    round_ = flat_round(position)
    reach = [0] * len(round_.skull)
    for slot, flow in zip(round_.roots[role].tolist(), (plan.own, WHOLE - plan.own), strict=True):
        if slot >= 0:
            reach[slot] = flow
    edges = plan.edges.tolist()
    for begin, end, edge in zip(
        round_.step_from[role].tolist(),
        round_.step_to[role].tolist(),
        round_.step_edge[role].tolist(),
        strict=True,
    ):
        reach[end] = reach[begin] if edge == PASSING else edges[edge]
    return reach


class _Answer:
    """The opponent's best answer to a plan."""

    def __init__(
        self,
        position: DuelPosition,
        role: int,
        plan: RealizationPlan,
        book: Mapping[tuple[int, int], Promises],
    ) -> None:
        self._position, self._round = position, flat_round(position)
        self._role, self._plan, self._book = role, plan, book
        self._mixtures: dict[int, list[Pair]] = {}
        parts = plan.leaf.tolist(), plan.promise.tolist(), plan.weight.tolist()
        for leaf, place, weight in zip(*parts, strict=True):
            self._mixtures.setdefault(leaf, []).append((place, weight))
        self._skull, self._flag = self._round.skull.tolist(), self._round.flag.tolist()
        self._discards: list[Pair] = [(kept, lost) for kept, lost in plan.discards.tolist()]
        self.reach = reached(position, role, plan)

    def values(self) -> list[int]:
        """What the opponent gets from each of its slots on, at best."""
        other = 1 - self._role
        value = [0] * len(self._skull)
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

    def _answer(self, attempt: int, value: list[int]) -> None:
        """What the other gets out of an attempt, in each of its private states there."""
        challenger, other = int(self._round.challenger[attempt]), 1 - self._role
        success, own, stopped = (self._lost(attempt, end) for end in End)
        first, last = self._round.attempt_slots[attempt][2 * other : 2 * other + 2].tolist()
        for slot in range(first, last):
            kind = 0 if self._skull[slot] else 1
            if challenger == self._role:
                then = stopped[0] if self._flag[slot] else success[kind]
                value[slot] = own[kind] + then
            elif self._flag[slot]:
                value[slot] = max(own)  # it chooses what to lose (R25)
            else:
                value[slot] = success[kind] + stopped[1]
                if kind == 0:  # a blind pick may leave it the skull (R24)
                    discs = self._position.discs[other]
                    value[slot] += (discs - 1) * (stopped[0] - stopped[1]) // discs

    def _lost(self, attempt: int, end: End) -> Pair:
        """How much of the player does not win after this end, by the kind of the other.

        What the mixture leaves over has no promise to keep, and counts as lost.
        """
        leaf, flows = len(End) * attempt + end, (self.reach, self._discards[attempt])
        there = flows_at_end(self._position, self._role, flows, leaf)
        following = int(self._round.following[attempt, end])
        challenges = int(self._round.challenger[attempt]) == self._role
        if following in (LOST, WON):
            nothing = 0 if (following == WON) == challenges else sum(there) * WHOLE
            return nothing, nothing
        owns, against = self._book[following, FIRST if challenges else SECOND].units
        rest, lost = [flow * WHOLE for flow in there], [sum(there) * WHOLE] * 2
        for place, weight in self._mixtures.get(leaf, ()):
            rest[0] -= PARTS * weight * owns[place]
            rest[1] -= PARTS * weight * (WHOLE - owns[place])
            for kind in (0, 1):
                lost[kind] -= PARTS * weight * against[place][kind]
        if min(rest) < 0:
            raise ValueError(f"{self._position}: more is promised at an end than comes to it")
        return lost[0], lost[1]


def _sum(position: DuelPosition, reach: list[int], slots: Iterable[int]) -> Pair:
    skull, total = flat_round(position).skull, [0, 0]
    for slot in slots:
        total[0 if skull[slot] else 1] += PARTS * reach[slot]
    return total[0], total[1]
