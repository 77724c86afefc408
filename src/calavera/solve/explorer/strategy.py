"""What a player does in a round to win as much as is proven: its best promises, mixed.

A mixture of promises is kept by the mixture of their plans: flows are simply added. An opponent
that cannot tell the plans apart gets no more than one that can.
"""

from bisect import bisect_left
from functools import cached_property

from calavera.bots.ending.booklet import WHOLE, Mixture, Page, choice_key, discard_key
from calavera.solve.model.round_tree import Private


class Strategy:
    """The best plan on a page at two beliefs."""

    def __init__(self, page: Page, own: float, other: float) -> None:
        self._page, self.own = page, own
        self._mixture = page.mixture(own, other)

    def flows(self, told: str, private: Private) -> dict[str, float]:
        """How much of the player makes each move of a choice; a share of the whole player."""
        return self._flows(choice_key(told, *private))

    def discards(self, told: str) -> tuple[float, float]:
        """How much of the player keeps its skull and how much gives it up, after it met it (R25).

        Nothing where there is no choice.
        """
        key = discard_key(told)
        if key not in self._page.forks:
            return 0.0, 0.0
        flower, skull = self._flows(key).values()
        return flower, skull

    def kept(self, leaf: int) -> Mixture:
        """Which promises of the next position it keeps at an end, and how much of it does."""
        return self._kept.get(leaf, [])

    def attempt(self, told: str) -> int:
        """The number of an attempt."""
        return self._page.attempts[told]

    @cached_property
    def _kept(self) -> dict[int, Mixture]:
        kept: dict[int, Mixture] = {}
        for number, share in self._mixture:
            plan = self._page.promises[number]
            parts = zip(plan["leaves"], plan["keeps"], plan["weights"], strict=True)
            for leaf, promise, weight in parts:
                kept.setdefault(leaf, []).append((promise, share * weight / WHOLE))
        return kept

    def _flows(self, key: str) -> dict[str, float]:
        first, *moves = self._page.forks[key]
        found = dict.fromkeys(moves, 0.0)
        for number, share in self._mixture:
            plan = self._page.promises[number]
            for place in range(bisect_left(plan["moves"], first), len(plan["moves"])):
                move = plan["moves"][place] - first
                if move >= len(moves):
                    break
                found[moves[move]] += share * plan["flows"][place] / WHOLE
        return found
