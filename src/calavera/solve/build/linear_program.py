"""The best promise of one player in one round, as a linear program in sequence form.

The player chooses a realization plan for the round and, at every leaf, a mixture of promises of the
next position that fits the share of it that arrives there. The opponent plays a best response, each
of its types separately. The objective is the promise at a given belief about the opponent.

Promises of the next position enter by column generation, when their reduced cost is negative.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_matrix, hstack

from calavera.bots.ending.booklet import WHOLE
from calavera.solve.build.rounding import fitted, parted
from calavera.solve.errors import LinearProgramUnsolved
from calavera.solve.model.certificate import flows_at_end
from calavera.solve.model.duel_position import FIRST, SECOND, DuelPosition
from calavera.solve.model.flat_tree import LOST, PASSING, WON, FlatRound, flat_round
from calavera.solve.model.promises import Floats, Promises
from calavera.solve.model.realization_plan import Flows, RealizationPlan, units
from calavera.solve.model.round_tree import End

Book = Mapping[tuple[int, int], Promises]
"""The promises of every later position, by its number and the role."""

Terms = list[tuple[int, float]]
"""Variables with what they count."""

ROUNDS: Final = 30
"""Iterations of column generation at most; the plan is valid at any of them."""

GAIN: Final = 1e-7
"""Least reduced cost of a column that enters."""

COLUMNS: Final = 3
"""Columns that enter per leaf and iteration."""

TILT: Final = 1e-5
"""Least weight of either type of opponent, to break ties."""


STEPS: Final = 10_000
"""Iterations of the simplex method, which may cycle, before interior points take over."""

TOO_LONG: Final = 1
"""The status of `linprog` at the iteration limit."""

NO_LIMIT: Final = 2.0
"""An upper bound that never binds."""


@dataclass
class _Rows:
    """Rows of a sparse matrix in the making."""

    row: list[int] = field(default_factory=list)
    column: list[int] = field(default_factory=list)
    value: list[float] = field(default_factory=list)
    count: int = 0

    def put(self, row: int, values: Floats) -> None:
        """A part of a row: its first columns."""
        self.row += [row] * len(values)
        self.column += range(len(values))
        self.value += values.tolist()

    def matrix(self, rows: int, columns: int) -> csc_matrix:
        """What has been gathered."""
        return csc_matrix((self.value, (self.row, self.column)), shape=(rows, columns))

    def add(self, terms: Terms) -> int:
        """One more row; returns its number."""
        for column, value in terms:
            self.row.append(self.count)
            self.column.append(column)
            self.value.append(value)
        self.count += 1
        return self.count - 1


@dataclass
class _Leaf:
    """One way for the round to end, from where the game goes on."""

    number: int  # three times the attempt, plus the end
    promises: Promises  # of the position that follows
    # The rows that hold the mixture to what gets here, with the skull and without.
    held: tuple[int, int]
    # For each kind of the other, the rows of its values and how much of a loss counts there.
    answers: tuple[list[tuple[int, float]], list[tuple[int, float]]] = field(
        default_factory=lambda: ([], [])
    )
    chosen: list[int] = field(default_factory=list)  # the promises that are columns by now
    columns: tuple[csc_matrix, csc_matrix] | None = None  # those columns, kept until there are more


class _Solution(NamedTuple):
    """What the solver found."""

    variables: Floats
    equal: Floats  # what one more on the right of each equation would cost
    bound: Floats  # the same for the bounds


class GuaranteeProgram:
    """The program of one position and one role; it remembers which promises were of use."""

    def __init__(self, position: DuelPosition, role: int, book: Book) -> None:
        self._position = position
        self._round: FlatRound = flat_round(position)
        self._role = role
        self._book = book
        self._variables = 0
        self._equal, self._bound = _Rows(), _Rows()
        self._mine: dict[int, int] = {}
        self._theirs: dict[int, int] = {}
        self._discards: dict[int, tuple[int, int]] = {}
        self._leaves: list[_Leaf] = []
        self._roots = self._add_plan()
        self._add_answers()
        for attempt in range(len(self._round.challenger)):
            self._add_attempt(attempt)
        self._short = self._variable()
        self._limits = self._add_limits()
        self._equals = self._equal.matrix(self._equal.count, self._variables)
        self._bounds = self._bound.matrix(self._bound.count, self._variables)

    def solve(self, own: float, other: float) -> RealizationPlan:
        """The plan that promises most, at the belief `other`, for a share `own` with the skull."""
        other = min(max(other, TILT), 1.0 - TILT)
        cost = np.zeros(self._variables)
        for row, share in zip(self._limits, (other, 1.0 - other), strict=True):
            if row is not None:
                cost[row[0]] += share
        return self._best(own, cost, (NO_LIMIT, NO_LIMIT))

    def keep(self, own: float, against: Floats) -> RealizationPlan:
        """A plan that keeps a promise, and more than that if it can."""
        cost = np.zeros(self._variables)
        cost[self._short] = 1.0
        for row in self._limits:
            if row is not None:
                cost[row[0]] += TILT
        return self._best(own, cost, (1.0 - float(against[0]), 1.0 - float(against[1])))

    def _best(self, own: float, cost: Floats, limits: tuple[float, float]) -> RealizationPlan:
        """The cheapest plan, where the other may get no more than the limits without a fee."""
        right, most = np.zeros(self._equal.count), np.zeros(self._bound.count)
        for root, share in zip(self._roots, (own, 1.0 - own), strict=True):
            if root is not None:
                right[root] = share
        for row, limit in zip(self._limits, limits, strict=True):
            if row is not None:
                most[row[1]] = limit
        solution = self._solved(cost, right, most)
        for _ in range(ROUNDS):
            if not self._priced(solution):
                break
            solution = self._solved(cost, right, most)
        return self._plan(own, solution)

    def _variable(self) -> int:
        self._variables += 1
        return self._variables - 1

    def _add_plan(self) -> list[int | None]:
        """Variables for how much of the player gets where; past the other's move, the same one."""
        roots: list[int | None] = []
        for slot in self._round.roots[self._role].tolist():
            if slot < 0:
                roots.append(None)
                continue
            self._mine[slot] = self._variable()
            roots.append(self._equal.add([(self._mine[slot], 1.0)]))
        flows: dict[int, Terms] = {}
        for begin, end, edge in steps_of(self._round, self._role):
            if edge == PASSING:
                self._mine[end] = self._mine[begin]
                continue
            self._mine[end] = self._variable()
            flows.setdefault(begin, [(self._mine[begin], -1.0)]).append((self._mine[end], 1.0))
        for terms in flows.values():
            self._equal.add(terms)
        return roots

    def _add_answers(self) -> None:
        """Variables for what the other can still get: the best of its moves, the sum of ours."""
        steps = list(steps_of(self._round, 1 - self._role))
        for slot in self._round.roots[1 - self._role].tolist():
            if slot >= 0:
                self._theirs[slot] = self._variable()
        sums: dict[int, Terms] = {}
        for begin, end, edge in steps:
            if end not in self._theirs:
                self._theirs[end] = self._variable()
            if edge == PASSING:
                sums.setdefault(begin, [(self._theirs[begin], -1.0)])
                sums[begin].append((self._theirs[end], 1.0))
            else:
                self._bound.add([(self._theirs[end], 1.0), (self._theirs[begin], -1.0)])
        for terms in sums.values():
            self._bound.add(terms)

    def _add_limits(self) -> list[tuple[int, int] | None]:
        """For each kind of the other its whole value, and the row that can limit it."""
        limits: list[tuple[int, int] | None] = []
        for slot in self._round.roots[1 - self._role].tolist():
            if slot < 0:
                limits.append(None)
                continue
            value = self._theirs[slot]
            limits.append((value, self._bound.add([(value, 1.0), (self._short, -1.0)])))
        return limits

    def _add_attempt(self, attempt: int) -> None:
        """Rows for what the other gets out of an attempt, and where it is decided later."""
        challenges = int(self._round.challenger[attempt]) == self._role
        ends = [self._add_end(attempt, end) for end in End]
        for slot in self._slots(attempt, 1 - self._role):
            kind = 0 if self._round.skull[slot] else 1
            flag = bool(self._round.flag[slot])
            for parts in self._worth(challenges, kind, flag):
                terms: Terms = [(self._theirs[slot], -1.0)]
                for end, _, share in parts:
                    terms += [(column, share * value) for column, value in ends[end][0]]
                row = self._bound.add(terms)
                for end, of_kind, share in parts:
                    leaf = ends[end][1]
                    if leaf is not None:
                        leaf.answers[of_kind].append((row, share))

    def _worth(self, challenges: bool, kind: int, flag: bool) -> list[list[tuple[End, int, float]]]:
        """What a private state of the other gets: ends, as which kind, and how likely.

        Several where it has a choice (R25).
        """
        if challenges:
            then = (End.OTHERS_SKULL, 0, 1.0) if flag else (End.SUCCESS, kind, 1.0)
            return [[(End.OWN_SKULL, kind, 1.0), then]]
        if flag:
            return [[(End.OWN_SKULL, 0, 1.0)], [(End.OWN_SKULL, 1, 1.0)]]
        if kind == 1:
            return [[(End.SUCCESS, 1, 1.0), (End.OTHERS_SKULL, 1, 1.0)]]
        discs = int(self._round.discs[1 - self._role])
        kept = (End.OTHERS_SKULL, 0, (discs - 1) / discs)
        return [[(End.SUCCESS, 0, 1.0), kept, (End.OTHERS_SKULL, 1, 1 / discs)]]

    def _add_end(self, attempt: int, end: End) -> tuple[Terms, _Leaf | None]:
        """What of the player is lost for certain at an end, or the leaf where the game goes on."""
        following = int(self._round.following[attempt, end])
        challenges = int(self._round.challenger[attempt]) == self._role
        with_skull, without = self._there(attempt, end, challenges)
        if following in (LOST, WON):
            wins = (following == WON) == challenges
            return ([] if wins else with_skull + without), None
        if end is End.OWN_SKULL and challenges:
            keep, lose = self._variable(), self._variable()
            self._discards[attempt] = keep, lose
            self._equal.add([(keep, 1.0), (lose, 1.0)] + [(c, -v) for c, v in with_skull])
            with_skull, without = [(keep, 1.0)], [(lose, 1.0)]
        rows = [self._equal.add([(c, -v) for c, v in terms]) for terms in (with_skull, without)]
        promises = self._book[following, FIRST if challenges else SECOND]
        leaf = _Leaf(3 * attempt + end, promises, (rows[0], rows[1]))
        worth = promises.worth(0.5)
        for side in {float(promises.own.min()), float(promises.own.max())}:
            places = np.flatnonzero(promises.own == side)
            leaf.chosen.append(int(places[np.argmax(worth[places])]))
        self._leaves.append(leaf)
        return [], leaf

    def _there(self, attempt: int, end: End, challenges: bool) -> tuple[Terms, Terms]:
        """How much of the player comes to an end, with the skull after it and without."""
        with_skull: Terms = []
        without: Terms = []
        for slot in self._slots(attempt, self._role):
            mine, flag = self._mine[slot], bool(self._round.flag[slot])
            if challenges and flag != (end is End.OWN_SKULL):
                continue
            if not challenges and end is not End.OWN_SKULL and flag != (end is End.OTHERS_SKULL):
                continue
            if not self._round.skull[slot]:
                without.append((mine, 1.0))
            elif challenges and end is End.OTHERS_SKULL:
                discs = int(self._round.discs[self._role])
                with_skull.append((mine, (discs - 1) / discs))
                without.append((mine, 1 / discs))
            else:
                with_skull.append((mine, 1.0))
        return with_skull, without

    def _slots(self, attempt: int, player: int) -> range:
        first, last = self._round.attempt_slots[attempt][2 * player : 2 * player + 2].tolist()
        return range(first, last)

    def _solved(self, cost: Floats, right: Floats, most: Floats) -> _Solution:
        """One run of the solver with the columns that there are."""
        columns = [self._columns(leaf) for leaf in self._leaves]
        count = self._variables + sum(len(leaf.chosen) for leaf in self._leaves)
        problem = {
            "c": np.append(cost, np.zeros(count - len(cost))),
            "A_ub": hstack([self._bounds, *(bound for _, bound in columns)], format="csc"),
            "b_ub": most,
            "A_eq": hstack([self._equals, *(equal for equal, _ in columns)], format="csc"),
            "b_eq": right,
        }
        found = linprog(**problem, method="highs", options={"maxiter": STEPS})
        if found.status == TOO_LONG:
            found = linprog(**problem, method="highs-ipm")
        if found.status != 0:
            raise LinearProgramUnsolved(found.message)
        return _Solution(found.x, found.eqlin.marginals, found.ineqlin.marginals)

    def _columns(self, leaf: _Leaf) -> tuple[csc_matrix, csc_matrix]:
        """The promises chosen at a leaf: what they use up of the player, what they leave open."""
        if leaf.columns is None or leaf.columns[0].shape[1] != len(leaf.chosen):
            own, against = leaf.promises.own[leaf.chosen], leaf.promises.against[leaf.chosen]
            equal = _Rows()
            equal.put(leaf.held[0], own)
            equal.put(leaf.held[1], 1.0 - own)
            bound = _Rows()
            for kind in (0, 1):
                for row, share in leaf.answers[kind]:
                    bound.put(row, share * (1.0 - against[:, kind]))
            leaf.columns = (
                equal.matrix(self._equal.count, len(own)),
                bound.matrix(self._bound.count, len(own)),
            )
        return leaf.columns

    def _priced(self, solution: _Solution) -> bool:
        """Add the promises that would help; whether there were any."""
        more = False
        for leaf in self._leaves:
            row, (skull, none) = leaf.held, leaf.answers
            believed = [
                sum(share * solution.bound[place] for place, share in rows)
                for rows in (skull, none)
            ]
            own, against = leaf.promises.own, leaf.promises.against
            saved = solution.equal[row[0]] * own + solution.equal[row[1]] * (1.0 - own)
            saved = saved + (1.0 - against) @ np.array(believed)
            saved[leaf.chosen] = 0.0
            for place in np.argsort(-saved)[:COLUMNS].tolist():
                if saved[place] > GAIN:
                    leaf.chosen.append(place)
                    more = True
        return more

    def _plan(self, own: float, solution: _Solution) -> RealizationPlan:
        """The plan behind a solution, in whole units."""
        found = np.maximum(solution.variables, 0.0).tolist()
        flows, reach = self._flows(units(own), found)
        discards = np.zeros((len(self._round.challenger), 2), np.int64)
        for attempt, (kept, lost) in self._discards.items():
            flagged = (s for s in self._slots(attempt, self._role) if self._round.flag[s])
            total = sum(reach[slot] for slot in flagged)
            discards[attempt] = parted(total, [found[kept], found[lost]])
        parts, column = list[tuple[int, int, int]](), self._variables
        for leaf in self._leaves:
            weights = found[column : column + len(leaf.chosen)]
            column += len(leaf.chosen)
            kept, lost = discards[leaf.number // len(End)].tolist()
            there = flows_at_end(self._position, self._role, (reach, (kept, lost)), leaf.number)
            owns, _ = leaf.promises.units
            mixture = fitted(there, [owns[place] for place in leaf.chosen], weights)
            parts += [
                (leaf.number, place, weight)
                for place, weight in zip(leaf.chosen, mixture, strict=True)
                if weight
            ]
        leaves, places, whole = zip(*parts, strict=True) if parts else ((), (), ())
        return RealizationPlan(
            units(own), flows, discards, np.array(leaves, np.int32), np.array(places, np.int32),
            np.array(whole, np.int64),
        )  # fmt: skip

    def _flows(self, own: int, found: list[float]) -> tuple[Flows, list[int]]:
        """How much of the player takes each edge, and how much gets to each slot."""
        flows, reach = np.zeros(len(self._round.edge_to), np.int64), [0] * len(self._round.skull)
        for slot, flow in zip(
            self._round.roots[self._role].tolist(), (own, WHOLE - own), strict=True
        ):
            if slot >= 0:
                reach[slot] = flow
        bounds = dict(
            zip(
                self._round.choice_slot[self._role].tolist(),
                self._round.choice_edges[self._role].tolist(),
                strict=True,
            )
        )
        for begin, end, edge in steps_of(self._round, self._role):
            if edge == PASSING:
                reach[end] = reach[begin]
                continue
            first, last = bounds[begin]
            if edge == first:
                ends = self._round.edge_to[first:last].tolist()
                parts = parted(reach[begin], [found[self._mine[slot]] for slot in ends])
                flows[first:last] = parts
                for slot, flow in zip(ends, parts, strict=True):
                    reach[slot] = flow
        return flows, reach


def steps_of(round_: FlatRound, player: int) -> Iterator[tuple[int, int, int]]:
    """The steps of a player: where each begins, where it ends, along which edge."""
    return zip(
        round_.step_from[player].tolist(),
        round_.step_to[player].tolist(),
        round_.step_edge[player].tolist(),
        strict=True,
    )
