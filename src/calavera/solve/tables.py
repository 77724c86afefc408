"""The solved game in one small file: every promise of every position. Needs numpy alone."""

import hashlib
import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from calavera.solve.errors import SolveError
from calavera.solve.position import FIRST, SECOND, START, Position, every_position
from calavera.solve.promises import Floats, Promises

VERSION: Final = 1
PATH: Final = Path(__file__).with_name("tables.npz")


class Bounds(NamedTuple):
    """What is proven about a value."""

    low: float
    """The first player wins at least so often."""

    high: float
    """And at most so often."""

    @property
    def middle(self) -> float:
        """The best guess."""
        return (self.low + self.high) / 2

    @property
    def width(self) -> float:
        """How far apart they are; floating point can make it a hair less than nothing."""
        return max(self.high - self.low, 0.0)


@dataclass(frozen=True)
class Tables:
    """Two-player Skull, solved."""

    book: Mapping[tuple[int, int], Promises]
    """The promises of each position's number and each role."""

    checksum: str
    """Of the promises; the same for the same tables."""

    def bounds(self, position: Position, first: float = 1.0, second: float = 1.0) -> Bounds:
        """How likely the first player wins, by how likely each of the two has its skull."""
        low = self.book[position.number, FIRST].at(first, second)
        high = 1.0 - self.book[position.number, SECOND].at(second, first)
        return Bounds(low, high)

    def over(self, position: Position, firsts: Floats, seconds: Floats) -> tuple[Floats, Floats]:
        """Both bounds at every pair of beliefs: a row for each of the first player's."""
        low = self.book[position.number, FIRST].over(firsts, seconds)
        high = 1.0 - self.book[position.number, SECOND].over(seconds, firsts).T
        return low, high

    @property
    def game(self) -> Bounds:
        """The value of the whole game."""
        return self.bounds(START)


@cache
def load_tables(path: Path = PATH) -> Tables:
    """The tables that came with the package, or others; raises SolveError."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            about, counts = str(file["about"]), file["counts"]
            own, against = file["own"], file["against"]
    except OSError as error:
        raise SolveError(f"{path}: {error.strerror}") from None
    except (KeyError, ValueError, zipfile.BadZipFile):
        raise SolveError(f"{path}: not tables of this version") from None
    version, _, checksum = about.partition(" ")
    if version != str(VERSION) or checksum != _checksum(counts, own, against):
        raise SolveError(f"{path}: not tables of this version, or damaged")
    book, begin = {}, 0
    for place, count in zip(_places(), counts.tolist(), strict=True):
        book[place] = Promises(own[begin : begin + count], against[begin : begin + count])
        begin += count
    return Tables(book, checksum)


def write_tables(book: Mapping[tuple[int, int], Promises], path: Path) -> None:
    """Keep all promises in one file, the same bytes for the same promises."""
    counts = np.array([len(book[place].own) for place in _places()], np.int32)
    own = np.concatenate([book[place].own for place in _places()])
    against = np.concatenate([book[place].against for place in _places()])
    about = np.array(f"{VERSION} {_checksum(counts, own, against)}")
    arrays = {"about": about, "counts": counts, "own": own, "against": against}
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, array in arrays.items():
                content = io.BytesIO()
                np.save(content, array, allow_pickle=False)
                archive.writestr(zipfile.ZipInfo(f"{name}.npy"), content.getvalue(),
                                 zipfile.ZIP_DEFLATED)  # fmt: skip
    except OSError as error:
        raise SolveError(f"{path}: {error.strerror}") from None


def _places() -> list[tuple[int, int]]:
    return [(position.number, role) for position in every_position() for role in (FIRST, SECOND)]


def _checksum(*arrays: "np.ndarray[tuple[int, ...], np.dtype[np.generic]]") -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
