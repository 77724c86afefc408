"""The solved game of two players, as the explorer asks for it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from calavera.protocol.calls.endings import ENDING, ENDING_MAP
from calavera.protocol.reasons import Reason, Refused
from calavera.solve.errors import SolveError
from calavera.solve.explorer.answer import explore, value_map

KEPT: Final = "public, max-age=600"
"""An answer never changes, but its form may with a new version of the server."""

LONGEST_MOVES: Final = 120
KEYS: Final = ("first", "second", "moves")


def read_query(position: str, query: Mapping[str, str]) -> tuple[str, str | None, str | None, str]:
    """What a call asks for, as far as that costs nothing; raises Refused."""
    unknown = sorted(query.keys() - set(KEYS))
    if unknown:
        raise Refused(Reason.BAD_MESSAGE, f"{unknown[0][:20]}: there are {', '.join(KEYS)}")
    moves = query.get("moves", "")
    if len(moves) > LONGEST_MOVES:
        raise Refused(Reason.BAD_MESSAGE, f"moves: expected up to {LONGEST_MOVES} characters")
    return position, query.get("first"), query.get("second"), moves


def ending(position: str, first: str | None, second: str | None, moves: str) -> str:
    """A round after some moves, as JSON; raises Refused."""
    try:
        return ENDING.write(explore(position, first, second, moves))
    except SolveError as error:
        raise Refused(Reason.BAD_MESSAGE, str(error)) from None


@lru_cache(maxsize=64)
def ending_map(position: str) -> str:
    """The values of a position over both beliefs, as JSON; raises Refused."""
    try:
        return ENDING_MAP.write(value_map(position))
    except SolveError as error:
        raise Refused(Reason.BAD_MESSAGE, str(error)) from None
