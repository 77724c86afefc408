"""A position as a person writes it: `FFS/1 F?/0`, the player who begins first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from calavera.rules.model.discs import DISCS_IN_A_TRIBE, FLOWERS_IN_A_TRIBE
from calavera.solve.errors import SolveError
from calavera.solve.model.duel_position import DuelPosition, may_lack_the_skull, natural_belief

HOW: Final = "write the discs of each, F, S or ?, a slash and the wins, as FFS/1 F?/0"


@dataclass(frozen=True)
class Query:
    """A position and the beliefs about both skulls."""

    position: DuelPosition
    first: float  # how likely the player who begins has its skull
    second: float  # how likely the other has


def read_query(words: Sequence[str], beliefs: Sequence[float] | None = None) -> Query:
    """Parse a query; raises SolveError."""
    seats = seats_of(words)
    if len(seats) != 2:
        raise SolveError(f"{' '.join(words)!r} is not a position of two players: {HOW}")
    (first, first_wins, p), (second, second_wins, q) = (read_seat(seat) for seat in seats)
    position = DuelPosition(first, second, first_wins, second_wins)
    if beliefs is not None:
        p, q = (_believed(*pair) for pair in zip(seats, beliefs, strict=True))
    return Query(position, p, q)


def seats_of(words: Sequence[str]) -> list[str]:
    """The seats of a position, whether it was quoted or not."""
    return [seat for word in words for seat in word.split()]


def read_seat(text: str) -> tuple[int, int, float]:
    """Discs, wins, and how likely the skull is among them."""
    letters, _, wins = text.partition("/")
    if not letters or set(letters) - set("FS?") or wins not in ("", "0", "1"):
        raise SolveError(f"{text!r} is not a seat: {HOW}")
    if len(letters) > DISCS_IN_A_TRIBE or letters.count("S") > 1:
        raise SolveError(f"{text}: a tribe is three flowers and a skull (R1)")
    if letters.count("F") > FLOWERS_IN_A_TRIBE:
        raise SolveError(f"{text}: a tribe has three flowers (R1)")
    if "S" in letters:
        return len(letters), int(wins or 0), 1.0
    if "?" not in letters:
        return len(letters), int(wins or 0), 0.0
    return len(letters), int(wins or 0), natural_belief(len(letters))


def _believed(seat: str, belief: float) -> float:
    if not 0.0 <= belief <= 1.0:
        raise SolveError(f"a belief is a share from 0 to 1, not {belief:g}")
    discs, _, shown = read_seat(seat)
    if ("S" in seat or "?" not in seat) and belief != shown:
        has = "shows its skull" if shown else "shows that it has no skull"
        raise SolveError(
            f"{seat} {has}, so that belief is {shown:g}; write ? for what is not known"
        )
    if not may_lack_the_skull(discs) and belief != 1.0:
        raise SolveError("a player who has lost no disc has the skull (R1): that belief is 1")
    return belief
