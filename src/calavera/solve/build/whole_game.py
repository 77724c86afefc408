"""The exact value of a game of two by one linear program: ground truth for tests of the solver.

The extensive form is enumerated through the rules; information sets follow from what `redact` shows
a player, event by event, with perfect recall. The program is the sequence form of
Koller, Megiddo and von Stengel, solved by SciPy's HiGHS. It shares nothing with the solver but the
rules, and it is only for positions with a few discs.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_matrix, hstack

from calavera.solve.errors import LinearProgramUnsolved
from calavera.solve.model.duel_position import FIRST, SECOND, DuelPosition, seat_start
from calavera.solve.model.game_tree import GameTree
from calavera.solve.model.promises import Floats


@dataclass
class _Recall:
    """One player's information sets and sequences."""

    # Each knowledge and what is seen next, to the knowledge that follows.
    known: dict[tuple[int, int], int] = field(default_factory=dict)
    # For each knowledge with a choice: the sequence before, the first of its own, how many.
    choices: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    sequences: int = 1

    def sees(self, knowledge: int, seen: int) -> int:
        """The knowledge after something seen."""
        return self.known.setdefault((knowledge, seen), len(self.known) + 1)

    def moves(self, knowledge: int, before: int, count: int) -> int:
        """The first of the sequences that a choice leads to."""
        if knowledge not in self.choices:
            self.choices[knowledge] = before, self.sequences, count
            self.sequences += count
        return self.choices[knowledge][1]

    def constraints(self) -> tuple[csc_matrix, Floats]:
        """That a plan leaves each choice as often as it comes to it."""
        row, column, value = [0], [0], [1.0]
        for number, (before, first, count) in enumerate(self.choices.values(), start=1):
            row += [number] * (count + 1)
            column += [before, *range(first, first + count)]
            value += [-1.0] + [1.0] * count
        right = np.zeros(len(self.choices) + 1)
        right[0] = 1.0
        shape = (len(right), self.sequences)
        return csc_matrix((value, (row, column)), shape=shape), right


class ExactGame:
    """A game of two from the start of a round to its end."""

    def __init__(
        self, position: DuelPosition, first: float, second: float, *, shows: bool = False
    ) -> None:
        """The beliefs are public; with `shows`, discs may be shown after a failure (R22)."""
        self._moments = GameTree(2, shows=shows)
        self._recalls = (_Recall(), _Recall())
        self._won: dict[tuple[int, int], float] = {}
        for mine, share in ((True, first), (False, 1.0 - first)):
            for yours, part in ((True, second), (False, 1.0 - second)):
                if share * part > 0.0:
                    self._begin(position, (mine, yours), share * part)

    @property
    def size(self) -> tuple[int, int]:
        """How many sequences of moves each player has."""
        return self._recalls[FIRST].sequences, self._recalls[SECOND].sequences

    def value(self) -> float:
        """How likely the first player wins if both play as well as can be."""
        (mine, mine_right), (yours, yours_right) = (each.constraints() for each in self._recalls)
        (row, column), won = zip(*self._won, strict=True), list(self._won.values())
        payoff = csc_matrix((won, (column, row)), shape=self.size[::-1])
        cost = np.append(np.zeros(mine.shape[1]), -yours_right)
        found = linprog(
            cost,
            A_ub=hstack([-payoff, yours.T], format="csc"),
            b_ub=np.zeros(self.size[SECOND]),
            A_eq=hstack([mine, csc_matrix((mine.shape[0], len(yours_right)))], format="csc"),
            b_eq=mine_right,
            bounds=[(0, None)] * mine.shape[1] + [(None, None)] * len(yours_right),
            method="highs",
        )
        if found.status != 0:
            raise LinearProgramUnsolved(found.message)
        return -float(found.fun)

    def _begin(self, position: DuelPosition, skulls: tuple[bool, bool], chance: float) -> None:
        start = [
            seat_start(discs, wins, skull=skull)
            for discs, wins, skull in zip(position.discs, position[2:], skulls, strict=True)
        ]
        knows = [
            recall.sees(0, self._moments.seen(f"skull: {skull}"))
            for recall, skull in zip(self._recalls, skulls, strict=True)
        ]
        self._walk(self._moments.begin(start), (knows[0], knows[1]), (0, 0), chance)

    def _walk(
        self, number: int, knows: tuple[int, int], done: tuple[int, int], chance: float
    ) -> None:
        winner, actor, branches = self._moments.at(number)
        if winner is not None:
            if winner == FIRST:
                self._won[done] = self._won.get(done, 0.0) + chance
            return
        first, second = self._recalls
        move = 0
        if actor is not None:
            move = self._recalls[actor].moves(knows[actor], done[actor], len(branches))
        for then, (mine, yours), share in branches:
            after = done
            if actor is not None:
                after = (move, done[1]) if actor == FIRST else (done[0], move)
                move += 1
            know = first.sees(knows[0], mine), second.sees(knows[1], yours)
            self._walk(then, know, after, chance * share)


def exact_value(
    position: DuelPosition, first: float = 1.0, second: float = 1.0, *, shows: bool = False
) -> float:
    """How likely the first player wins, by the exact program."""
    return ExactGame(position, first, second, shows=shows).value()
