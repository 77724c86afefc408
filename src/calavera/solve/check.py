"""Checking a build: every promise against the best answer to the plan that is said to keep it.

Nothing is solved here. From the last rounds back to the first, each plan is taken as it was kept
and the opponent answers it as well as can be, with the checked promises of the positions that
follow. If every promise holds, every bound in the tables does.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from calavera.solve.archive import read_solved
from calavera.solve.certificate import is_plan, promise_kept
from calavera.solve.position import FIRST, SECOND, Position, every_position, may_lack_the_skull
from calavera.solve.promises import Floats, Promises
from calavera.solve.tables import Bounds, Tables

SLACK: Final = 1e-9
"""What floating point may cost; the promises of a build are its own, to the last digit."""

GRID: Final = 33
"""Beliefs of each player at which the widths are measured."""


@dataclass(frozen=True)
class Checked:
    """What a check found."""

    promises: int
    """How many were checked."""

    broken: tuple[str, ...]
    """Those that do not hold, each in a line."""

    worst: float
    """How much the best answer took from a promise, at the most."""


@dataclass(frozen=True)
class Width:
    """How well a position is known."""

    position: Position
    widest: float
    mean: float


def check_build(
    folder: Path,
    tables: Tables,
    tell: Callable[[int, int], None] = lambda *_: None,
    only: Iterable[Position] | None = None,
) -> Checked:
    """Check every plan of a build, and that the tables promise no more than it does."""
    book: dict[tuple[int, int], Promises] = {}
    count, broken, worst = 0, list[str](), 0.0
    positions = list(every_position() if only is None else only)
    for number, position in enumerate(positions, start=1):
        solved = read_solved(folder, position)
        for role in (FIRST, SECOND):
            promises = solved.promises[role]
            book[position.number, role] = promises
            if not _same(promises, tables.book[position.number, role]):
                broken.append(f"{position}, role {role}: the tables say something else")
            for place, plan in enumerate(solved.plans[role]):
                name = f"{position}, role {role}, promise {place}"
                if not is_plan(position, role, plan) or plan.own != promises.own[place]:
                    broken.append(f"{name}: this is no plan for it")
                    continue
                kept = promise_kept(position, role, plan, book)
                short = float(np.max(promises.against[place] - kept))
                count, worst = count + 1, max(worst, short)
                if short > SLACK:
                    broken.append(f"{name}: short by {short:.9f}")
        tell(number, len(positions))
    return Checked(count, tuple(broken), worst)


def widths(tables: Tables, grid: int = GRID) -> list[Width]:
    """How far apart the bounds are at every grid belief, position by position."""
    found = []
    for position in every_position():
        first, second = (beliefs_of(discs, grid) for discs in position.discs)
        low, high = tables.over(position, first, second)
        found.append(Width(position, float((high - low).max()), float((high - low).mean())))
    return found


def widest(tables: Tables, grid: int = GRID) -> Width:
    """The position that is known least well."""
    return max(widths(tables, grid), key=lambda width: width.widest)


def beliefs_of(discs: int, grid: int = GRID) -> Floats:
    """The beliefs to look at for a player with so many discs."""
    return np.linspace(0.0, 1.0, grid) if may_lack_the_skull(discs) else np.ones(1)


def half(bounds: Bounds) -> float:
    """A bracket as a plus and minus."""
    return bounds.width / 2


def _same(kept: Promises, told: Promises) -> bool:
    return np.array_equal(kept.own, told.own) and np.array_equal(kept.against, told.against)
