"""A folder with everything that a build has solved so far: a page of the booklet for each position.

A page is written whole or not at all, so a build can be stopped at any moment and resumed.
"""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calavera.bots.ending.booklet import Page, Place
from calavera.solve.errors import SolveError
from calavera.solve.plan import Plan
from calavera.solve.position import Position
from calavera.solve.promises import Promises


@dataclass(frozen=True)
class Solved:
    """A position with both players' promises and the plans that keep them."""

    position: Position
    """Which one."""

    promises: tuple[Promises, Promises]
    """The first player's and the second player's."""

    plans: tuple[tuple[Plan, ...], tuple[Plan, ...]]
    """For each promise the plan that keeps it."""

    tolerance: float
    """What was asked for."""

    seconds: float
    """How much CPU time it took."""


def path_of(folder: Path, position: Position) -> Path:
    """Where a position is kept."""
    return folder / str(Place(*position))


def write_page(folder: Path, position: Position, page: bytes) -> None:
    """Keep the page of a solved position; when this returns it is safe."""
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


def read_page(folder: Path, position: Position) -> bytes:
    """A kept page; raises SolveError where there is none."""
    path = path_of(folder, position)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise SolveError(f"{path}: not there; calavera solve build makes it") from None
    except OSError as error:
        raise SolveError(f"{path}: {error.strerror}") from None


def is_solved(folder: Path, position: Position) -> bool:
    """Whether the position is kept already."""
    return path_of(folder, position).exists()


def promises_on(page: Page) -> Promises:
    """The promises on a page."""
    return Promises(np.array(page.own), np.array(page.against).reshape(-1, 2))
