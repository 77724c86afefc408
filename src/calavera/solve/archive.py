"""A folder with everything that was solved: for each position the promises and their plans.

The promises are what the tables are made of; the plans prove them. A file is written whole or not
at all, so a build can be stopped at any moment and gone on with.
"""

import os
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from calavera.solve.errors import SolveError
from calavera.solve.plan import Plan
from calavera.solve.position import FIRST, SECOND, Position, every_position
from calavera.solve.promises import Promises

VERSION: Final = 1
SHIPPED: Final = Path(__file__).with_name("solved")
"""The build that comes with the package: the proof of its tables."""


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
    """How long it took."""


def path_of(folder: Path, position: Position) -> Path:
    """Where a position is kept."""
    discs, wins = "".join(map(str, position[:2])), "".join(map(str, position[2:]))
    return folder / f"discs-{discs}-wins-{wins}.npz"


def write_solved(folder: Path, solved: Solved) -> None:
    """Keep a solved position; when this returns it is safe."""
    path = path_of(folder, solved.position)
    half = path.with_suffix(".half")
    arrays: dict[str, npt.NDArray[np.generic]] = {
        "about": np.array([VERSION, solved.tolerance, solved.seconds], np.float64)
    }
    for role in (FIRST, SECOND):
        arrays[f"own{role}"] = solved.promises[role].own
        arrays[f"against{role}"] = solved.promises[role].against
        plans = solved.plans[role]
        arrays[f"edges{role}"] = np.array([plan.edges for plan in plans])
        arrays[f"keep{role}"] = np.array([plan.keep for plan in plans])
        arrays[f"parts{role}"] = np.array([len(plan.leaf) for plan in plans], np.int32)
        arrays[f"leaf{role}"] = np.concatenate([plan.leaf for plan in plans])
        arrays[f"promise{role}"] = np.concatenate([plan.promise for plan in plans])
        arrays[f"weight{role}"] = np.concatenate([plan.weight for plan in plans])
    try:
        with half.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except OSError as error:
        raise SolveError(f"{path}: {error.strerror}") from None


def read_solved(folder: Path, position: Position) -> Solved:
    """A kept position; raises SolveError where there is none or it cannot be read."""
    path = path_of(folder, position)
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        version, tolerance, seconds = arrays["about"].tolist()
        promises = tuple(Promises(arrays[f"own{r}"], arrays[f"against{r}"]) for r in (0, 1))
        plans = tuple(_plans(arrays, role) for role in (FIRST, SECOND))
    except FileNotFoundError:
        raise SolveError(f"{path}: not there; calavera solve build makes it") from None
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        raise SolveError(f"{path}: not a solved position of this version") from None
    if version != VERSION:
        raise SolveError(f"{path}: not a solved position of this version")
    return Solved(position, (promises[0], promises[1]), (plans[0], plans[1]), tolerance, seconds)


def is_solved(folder: Path, position: Position) -> bool:
    """Whether the position is kept already."""
    return path_of(folder, position).exists()


def read_book(folder: Path) -> dict[tuple[int, int], Promises]:
    """The promises of every position of a finished build."""
    book = {}
    for position in every_position():
        solved = read_solved(folder, position)
        for role in (FIRST, SECOND):
            book[position.number, role] = solved.promises[role]
    return book


def _plans(arrays: dict[str, npt.NDArray[np.generic]], role: int) -> tuple[Plan, ...]:
    ends = np.cumsum(arrays[f"parts{role}"])
    plans = []
    for number, end in enumerate(ends.tolist()):
        part = slice(end - int(arrays[f"parts{role}"][number]), end)
        plans.append(
            Plan(
                float(arrays[f"own{role}"][number]),
                arrays[f"edges{role}"][number].astype(np.float64),
                arrays[f"keep{role}"][number].astype(np.float64),
                arrays[f"leaf{role}"][part].astype(np.int32),
                arrays[f"promise{role}"][part].astype(np.int32),
                arrays[f"weight{role}"][part].astype(np.float64),
            )
        )
    return tuple(plans)
