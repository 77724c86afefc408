"""What a move of two players is worth, exactly: the best answer to the other's proven plan.

The booklet has for each position a plan of either player that wins at least what it promises,
whatever the opponent does. So whatever a player does against that plan, it wins at most the rest:
`worth` is the most that can follow each of its moves. Both players' promises bracket the value of
a position, and the bracket is narrow (docs/endgames.md), so these numbers are exact to that width.
"""

from typing import NamedTuple

from calavera.bots.ending.booklet import ENDS, FIRST, SECOND, Mixture, PageName, pages_of
from calavera.bots.ending.plan import NEVER, Plan
from calavera.rules import Action, Disc, Discard, Holding, action_named


class Bracket(NamedTuple):
    """What the first player wins at least and at most, if both play well."""

    low: float
    high: float


class Duel:
    """A round of two, with the promises that either player keeps in it."""

    def __init__(self, place: PageName, kept: tuple[Mixture, Mixture]) -> None:
        """`kept`: the promises of the first and of the second player, weighted."""
        self.place, self.kept = place, kept

    @classmethod
    def begun(cls, place: PageName, beliefs: tuple[float, float]) -> "Duel":
        """The best promises where everybody believes that either player has its skull so likely."""
        pages = pages_of(place)
        first = pages[FIRST].mixture(*beliefs)
        return cls(place, (first, pages[SECOND].mixture(*beliefs[::-1])))

    def beliefs(self) -> tuple[float, float]:
        """How likely either player has its skull, if both keep these promises."""
        return self._own(FIRST), self._own(SECOND)

    @property
    def bracket(self) -> Bracket:
        """The proven bounds of what the first player wins from the start of the round."""
        low, high = self._promised(FIRST), 1.0 - self._promised(SECOND)
        return Bracket(_chance(low), _chance(max(low, high)))  # they may cross by a rounding error

    @property
    def width(self) -> float:
        """How far the bounds are apart."""
        low, high = self.bracket
        return high - low

    def followed(self, role: int, told: tuple[str, ...], end: int) -> Mixture:
        """The promises that a player keeps after a round; none if its plan never led there."""
        page = pages_of(self.place)[role]
        attempt = page.attempts.get(" ".join(told))
        if attempt is None:
            return []
        found = [
            (later, weight * share)
            for number, weight in self.kept[role]
            for later, share in page.later(number, ENDS * attempt + end)
        ]
        total = sum(weight for _, weight in found)
        return [(number, weight / total) for number, weight in found] if total > NEVER else []

    def _own(self, role: int) -> float:
        page = pages_of(self.place)[role]
        return sum(weight * page.own[number] for number, weight in self.kept[role])

    def _promised(self, role: int) -> float:
        """What a player wins at least, whatever the other does."""
        page, other = pages_of(self.place)[role], self._own(1 - role)
        return sum(
            weight * (other * page.against[2 * n] + (1.0 - other) * page.against[2 * n + 1])
            for n, weight in self.kept[role]
        )

    def worth(self, role: int, told: tuple[str, ...], own: Holding) -> dict[Action, float] | None:
        """What can follow each move of a player in turn at best, against the other's plan.

        `told` is what was said so far, in the words of the plans (`b? a? a2 b-`); None where the
        plan never leads there.
        """
        mine = ("".join(map(str, own.hand)), "".join(map(str, own.stack)))
        found = self._plan(1 - role).answers(told, mine)
        return None if found is None else {action_named(move): won for move, won in found.items()}

    def worth_of_losing(self, role: int, told: tuple[str, ...]) -> dict[Action, float] | None:
        """The same for the disc to lose after an attempt that the own skull ended (R25)."""
        found = self._plan(1 - role).answers_to_own_skull(told)
        if found is None:
            return None
        kept, gone = found
        return {Discard(Disc.FLOWER): kept, Discard(Disc.SKULL): gone}

    def _plan(self, role: int) -> Plan:
        return Plan(self.place, role, self.kept[role])


def _chance(value: float) -> float:
    return min(max(value, 0.0), 1.0)
