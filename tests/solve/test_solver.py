"""Solving from nothing."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calavera.bots.ending.booklet import WHOLE
from calavera.solve.build import linear_program as program
from calavera.solve.build.backward_induction import solve_into, successors
from calavera.solve.build.linear_program import GuaranteeProgram
from calavera.solve.build.page_folder import Solved
from calavera.solve.build.position_solver import Care, solve_position
from calavera.solve.build.rounding import fitted, parted
from calavera.solve.build.writer import page_of
from calavera.solve.check.checker import BestResponse, Promise, ProofError, Sides, read_side
from calavera.solve.check.supremum import FINE, width_of
from calavera.solve.errors import SolveError
from calavera.solve.explain.solved_game import SolvedGame
from calavera.solve.model.certificate import PARTS, promise_kept
from calavera.solve.model.duel_position import FIRST, SECOND, DuelPosition, every_position
from calavera.solve.model.gap import gap_of
from calavera.solve.model.promises import Promises
from calavera.solve.model.realization_plan import units
from tests.solve.known import SMALL, Known

FEW = [position for position in every_position() if sum(position.discs) <= 3]


@pytest.fixture(scope="module")
def solved() -> dict[DuelPosition, Solved]:
    """All positions of three discs and fewer, and one of four."""
    found: dict[DuelPosition, Solved] = {}
    book: dict[tuple[int, int], Promises] = {}
    for position in [*FEW, DuelPosition(2, 2, 1, 1)]:
        care = Care(0.0005) if position in FEW else Care(0.004, places=30)
        found[position] = solve_position(position, book, care)
        for role in (FIRST, SECOND):
            book[position.number, role] = found[position].promises[role]
    return found


def tables_of(solved: dict[DuelPosition, Solved]) -> SolvedGame:
    book = {(p.number, r): s.promises[r] for p, s in solved.items() for r in (FIRST, SECOND)}
    return SolvedGame(book, "")


@pytest.mark.parametrize("known", SMALL, ids=str)
def test_the_solver_brackets_what_is_known(
    solved: dict[DuelPosition, Solved], known: Known
) -> None:
    bounds = tables_of(solved).bounds(known.position, known.first, known.second)
    assert bounds.low - 1e-6 <= known.value <= bounds.high + 1e-6
    assert bounds.width < 0.004


def test_every_promise_is_kept_by_its_plan(solved: dict[DuelPosition, Solved]) -> None:
    book = tables_of(solved).book
    for position, found in solved.items():
        for role in (FIRST, SECOND):
            for place, plan in enumerate(found.plans[role]):
                kept = promise_kept(position, role, plan, book)
                assert kept.tolist() == found.promises[role].against[place].tolist()


def test_the_proof_agrees_with_the_solver_to_the_unit(solved: dict[DuelPosition, Solved]) -> None:
    """Two programs with different trees compute the same promise for every plan."""
    sides: Sides = {}
    for position, found in solved.items():
        roles = json.loads(page_of(found))["roles"]
        sides[position] = [read_side(role) for role in roles]
        for role in (FIRST, SECOND):
            for plan in sides[position][role].plans:
                BestResponse(position, role, plan, sides).check()
                for kind in ("skull", "none"):
                    more = getattr(plan.promise, kind) + 1
                    boast = plan._replace(promise=plan.promise._replace(**{kind: more}))
                    with pytest.raises(ProofError, match="not kept by its plan"):
                        BestResponse(position, role, boast, sides).check()


def test_the_bounds_are_as_close_as_was_asked_for_at_all_beliefs(
    solved: dict[DuelPosition, Solved],
) -> None:
    for position in FEW:
        promises = [
            [Promise(own, *against) for own, against in zip(*each.units, strict=True)]
            for each in solved[position].promises
        ]
        width = width_of(position, *promises) / FINE
        assert width <= solved[position].tolerance
        assert width == pytest.approx(gap_of(position, solved[position].promises).widest, abs=1e-12)


def test_no_belief_is_overlooked(solved: dict[DuelPosition, Solved]) -> None:
    """The supremum is at least the maximum on any grid, and is attained."""
    position = DuelPosition(2, 2, 1, 1)
    gap, tables = gap_of(position, solved[position].promises), tables_of(solved)
    grid = np.linspace(0.0, 1.0, 101)
    low, high = tables.over(position, grid, grid)
    assert (high - low).max() <= gap.widest + 1e-12
    row, column = np.unravel_index(gap.width.argmax(), gap.width.shape)
    bounds = tables.bounds(position, float(gap.first[row]), float(gap.second[column]))
    assert bounds.width == pytest.approx(gap.widest, abs=1e-12)


def test_a_plan_that_is_changed_keeps_less(solved: dict[DuelPosition, Solved]) -> None:
    """Unused flow at a leaf counts as lost."""
    position = DuelPosition(2, 2, 1, 1)
    book, found, worse = tables_of(solved).book, solved[position], 0
    for place, plan in enumerate(found.plans[FIRST]):
        kept = promise_kept(position, FIRST, plan._replace(weight=plan.weight // 2), book)
        worse += bool(np.any(kept < found.promises[FIRST].against[place]))
    assert worse > len(found.plans[FIRST]) / 2


def test_a_plan_cannot_promise_more_than_there_is(solved: dict[DuelPosition, Solved]) -> None:
    position = DuelPosition(2, 2, 1, 1)
    plan = next(plan for plan in solved[position].plans[FIRST] if len(plan.weight))
    more = plan._replace(weight=plan.weight + WHOLE)
    with pytest.raises(ValueError, match="more is promised"):
        promise_kept(position, FIRST, more, tables_of(solved).book)


@pytest.mark.parametrize("limit", ["STEPS", "ROUNDS"])
def test_a_program_that_is_cut_short_is_a_plan_all_the_same(
    solved: dict[DuelPosition, Solved], monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """The simplex method may cycle, and column generation may not end."""
    position, book = DuelPosition(2, 2, 1, 1), tables_of(solved).book
    best = promise_kept(
        position, FIRST, GuaranteeProgram(position, FIRST, book).solve(0.5, 0.5), book
    )
    monkeypatch.setattr(program, limit, 1)
    plan = GuaranteeProgram(position, FIRST, book).solve(0.5, 0.5)
    kept = promise_kept(position, FIRST, plan, book)
    if limit == "STEPS":  # interior points find the same value
        assert kept.mean() == pytest.approx(best.mean(), abs=1e-6)
    else:
        assert 0.0 < kept.mean() <= best.mean() + 1e-6


@given(
    st.integers(0, WHOLE),
    st.lists(st.floats(0, 1), min_size=1, max_size=6),
)
def test_a_whole_is_parted_without_a_rest(whole: int, shares: list[float]) -> None:
    parts = parted(whole, shares)
    assert sum(parts) == whole
    assert min(parts) >= 0
    total = sum(shares)
    if total > 1e-300:
        for part, share in zip(parts, shares, strict=True):
            assert abs(part - whole * share / total) <= len(parts)


@given(
    st.tuples(st.integers(0, PARTS * WHOLE), st.integers(0, PARTS * WHOLE)),
    st.lists(st.tuples(st.integers(0, WHOLE), st.floats(0, 1)), max_size=6),
)
def test_weights_use_up_no_more_than_there_is(
    there: tuple[int, int], mixture: list[tuple[int, float]]
) -> None:
    owns, weights = [own for own, _ in mixture], [weight for _, weight in mixture]
    whole = fitted(there, owns, weights)
    assert all(0 <= w <= units(weight) for w, weight in zip(whole, weights, strict=True))
    used = [sum(w * own for w, own in zip(whole, owns, strict=True))]
    used.append(sum(w * (WHOLE - own) for w, own in zip(whole, owns, strict=True)))
    assert all(PARTS * use <= WHOLE * most for use, most in zip(used, there, strict=True))


def test_what_a_position_needs_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(SolveError, match="calavera solve build writes it"):
        solve_into(tmp_path, DuelPosition(1, 1), Care())
    assert successors(DuelPosition(1, 1, 1, 1)) == set()
