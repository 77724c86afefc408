"""The folder of a build: one booklet page per solved position.

Pages are written atomically, so a build can be interrupted and resumed.
"""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calavera.bots.ending.booklet import Page, PageName
from calavera.solve.errors import SolveError
from calavera.solve.model.duel_position import DuelPosition
from calavera.solve.model.promises import Promises
from calavera.solve.model.realization_plan import RealizationPlan


@dataclass(frozen=True)
class Solved:
    """A position with both players' promises and the plans that keep them."""

    position: DuelPosition
    promises: tuple[Promises, Promises]  # the first player's and the second player's
    # For each promise the plan that keeps it.
    plans: tuple[tuple[RealizationPlan, ...], tuple[RealizationPlan, ...]]
    tolerance: float  # what was asked for
    seconds: float  # how much CPU time it took


def path_of(folder: Path, position: DuelPosition) -> Path:
    """Where a position is kept."""
    return folder / str(PageName(*position))


def write_page(folder: Path, position: DuelPosition, page: bytes) -> None:
    """Write the page of a solved position; it is on disk when this returns."""
    path = path_of(folder, position)
    half = path.with_suffix(".half")
    try:
        with half.open("wb") as file:
            file.write(page)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except OSError as error:
        raise SolveError(f"{path}: {error.strerror}") from None


def read_page(folder: Path, position: DuelPosition) -> bytes:
    """A kept page; raises SolveError where there is none."""
    path = path_of(folder, position)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise SolveError(f"{path}: no such file; calavera solve build writes it") from None
    except OSError as error:
        raise SolveError(f"{path}: {error.strerror}") from None


def is_solved(folder: Path, position: DuelPosition) -> bool:
    """Whether the position is kept already."""
    return path_of(folder, position).exists()


def promises_on(page: Page) -> Promises:
    """The promises on a page."""
    return Promises(np.array(page.own), np.array(page.against).reshape(-1, 2))
