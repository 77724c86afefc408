"""The solved game: every promise of every position, as the booklet has them. Needs numpy alone."""

import hashlib
import io
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from calavera.bots.ending.booklet import PATH, PageName, read_pages
from calavera.solve.build.page_folder import promises_on
from calavera.solve.errors import SolveError
from calavera.solve.explorer.bounds import Bounds
from calavera.solve.model.duel_position import FIRST, SECOND, START, DuelPosition, every_position
from calavera.solve.model.gap import gap_of
from calavera.solve.model.promises import Floats, Promises


@dataclass(frozen=True)
class SolvedGame:
    """Two-player Skull, solved."""

    book: Mapping[tuple[int, int], Promises]  # the promises of each position's number and each role
    checksum: str

    def bounds(self, position: DuelPosition, first: float = 1.0, second: float = 1.0) -> Bounds:
        """How likely the first player wins, by how likely each of the two has its skull."""
        low = self.book[position.number, FIRST].at(first, second)
        high = 1.0 - self.book[position.number, SECOND].at(second, first)
        return Bounds(low, high)

    def over(
        self, position: DuelPosition, firsts: Floats, seconds: Floats
    ) -> tuple[Floats, Floats]:
        """Both bounds at every pair of beliefs: a row for each of the first player's."""
        low = self.book[position.number, FIRST].over(firsts, seconds)
        high = 1.0 - self.book[position.number, SECOND].over(seconds, firsts).T
        return low, high

    def width(self, position: DuelPosition) -> float:
        """How far apart the bounds are at most, over all beliefs."""
        return gap_of(
            position, [self.book[position.number, role] for role in (FIRST, SECOND)]
        ).widest

    @cached_property
    def widest(self) -> tuple[DuelPosition, float]:
        """The position that is known least well, and how far apart its bounds are at most."""
        widths = {position: self.width(position) for position in every_position()}
        return max(widths.items(), key=lambda item: item[1])

    @property
    def game(self) -> Bounds:
        """The value of the whole game."""
        return self.bounds(START)


@cache
def load_solved_game(path: Path = PATH) -> SolvedGame:
    """The tables in the package's booklet, or in another; raises SolveError."""
    book: dict[tuple[int, int], Promises] = {}
    try:
        content = path.read_bytes()
        with zipfile.ZipFile(io.BytesIO(content)) as booklet:
            for position in every_position():
                for role, page in enumerate(read_pages(booklet.read(str(PageName(*position))))):
                    book[position.number, role] = promises_on(page)
    except OSError as error:
        raise SolveError(f"{path}: {error.strerror}") from None
    except (KeyError, TypeError, ValueError, zipfile.BadZipFile, zlib.error):
        raise SolveError(f"{path}: not a booklet of this version, or damaged") from None
    return SolvedGame(book, hashlib.sha256(content).hexdigest())
