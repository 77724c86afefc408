"""Solving from nothing, and the proof of it."""

from pathlib import Path

import numpy as np
import pytest

from calavera.solve.archive import Solved, read_solved, write_solved
from calavera.solve.build import followers, solve_into
from calavera.solve.certificate import is_plan, promise_kept
from calavera.solve.check import check_build
from calavera.solve.errors import SolveError
from calavera.solve.induction import Care, solve_position
from calavera.solve.position import FIRST, SECOND, Position, every_position
from calavera.solve.promises import Promises
from calavera.solve.tables import Tables
from tests.solve.known import SMALL, Known

FEW = [position for position in every_position() if sum(position.discs) <= 3]


@pytest.fixture(scope="module")
def solved() -> dict[Position, Solved]:
    """All positions of three discs and fewer, and one of four."""
    found: dict[Position, Solved] = {}
    book: dict[tuple[int, int], Promises] = {}
    for position in [*FEW, Position(2, 2, 1, 1)]:
        care = Care(0.0005) if position in FEW else Care(0.004, places=30)
        found[position] = solve_position(position, book, care)
        for role in (FIRST, SECOND):
            book[position.number, role] = found[position].promises[role]
    return found


def tables_of(solved: dict[Position, Solved]) -> Tables:
    book = {(p.number, r): s.promises[r] for p, s in solved.items() for r in (FIRST, SECOND)}
    return Tables(book, "")


@pytest.mark.parametrize("known", SMALL, ids=str)
def test_the_solver_brackets_what_is_known(solved: dict[Position, Solved], known: Known) -> None:
    bounds = tables_of(solved).bounds(known.position, known.first, known.second)
    assert bounds.low - 1e-6 <= known.value <= bounds.high + 1e-6
    assert bounds.width < 0.004


def test_every_promise_is_kept_by_its_plan(solved: dict[Position, Solved]) -> None:
    book = tables_of(solved).book
    for position, found in solved.items():
        for role in (FIRST, SECOND):
            for place, plan in enumerate(found.plans[role]):
                kept = promise_kept(position, role, plan, book)
                assert np.all(kept >= found.promises[role].against[place] - 1e-12)


def test_a_build_can_be_kept_and_checked(solved: dict[Position, Solved], tmp_path: Path) -> None:
    for position in FEW:
        write_solved(tmp_path, solved[position])
    tables = tables_of(solved)
    checked = check_build(tmp_path, tables, only=FEW)
    assert not checked.broken
    assert checked.promises > 100

    kept = read_solved(tmp_path, FEW[-1])
    boast = Promises(kept.promises[0].own, kept.promises[0].against + 0.001)
    write_solved(tmp_path, Solved(kept.position, (boast, kept.promises[1]), kept.plans, 0.0, 0.0))
    broken = check_build(tmp_path, tables, only=FEW).broken
    assert any("short by 0.001" in line for line in broken)
    assert any("the tables say something else" in line for line in broken)


def test_a_plan_that_is_changed_keeps_less(solved: dict[Position, Solved]) -> None:
    position = Position(2, 2, 1, 1)
    book, found = tables_of(solved).book, solved[position]
    worse = 0
    for place, plan in enumerate(found.plans[FIRST]):
        other = plan._replace(edges=found.plans[FIRST][place - 1].edges)
        kept = promise_kept(position, FIRST, other, book)
        worse += bool(np.any(kept < found.promises[FIRST].against[place] - 1e-6))
    assert worse > len(found.plans[FIRST]) / 2


def test_what_cannot_be_done_is_no_plan(solved: dict[Position, Solved]) -> None:
    position = Position(2, 2, 1, 1)
    plan = solved[position].plans[FIRST][5]
    assert is_plan(position, FIRST, plan)
    assert not is_plan(position, FIRST, plan._replace(edges=plan.edges * 1.001))
    assert not is_plan(position, FIRST, plan._replace(keep=plan.keep + 1.0))
    assert not is_plan(position, FIRST, plan._replace(weight=plan.weight - 0.5))
    assert not is_plan(position, SECOND, plan)
    assert not is_plan(Position(1, 1), FIRST, plan)


def test_what_a_position_needs_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(SolveError, match="calavera solve build makes it"):
        solve_into(tmp_path, Position(1, 1), Care())
    assert followers(Position(1, 1, 1, 1)) == set()
