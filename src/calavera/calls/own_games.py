"""The calls about the caller's own finished games."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.shapes import GAME_LINE, STATISTICS, TALLY
from calavera.protocol.summary import GameLine, Rivals
from calavera.record.codec.json_text import read_json
from calavera.rules.model.seats import MOST_SEATS
from calavera.table.views.statistics import statistics

PAGE: Final = 30
"""Games in one answer, unless the caller asks for fewer."""

MOST_EXPORTED: Final = 1000
"""Games in one export, the latest ones."""

RESULTS: Final = {"won": True, "lost": False}
PLACE: Final = re.compile(r"([0-9]{1,16})-([A-Z]{4,12})-([0-9]{1,7})")


class Filter(NamedTuple):
    """Which games are listed; None for any."""

    won: bool | None = None
    players: int | None = None
    rivals: Rivals | None = None


class Place(NamedTuple):
    """A place in a list, the latest game first."""

    ended: int
    code: str
    number: int


def read_filter(query: Mapping[str, str]) -> Filter:
    """Which games a call asks for."""
    result, rivals = query.get("result"), query.get("rivals")
    if result is not None and result not in RESULTS:
        raise Refused(Reason.BAD_MESSAGE, f"result: expected {' or '.join(RESULTS)}")
    kinds = [kind.value for kind in Rivals]
    if rivals is not None and rivals not in kinds:
        raise Refused(Reason.BAD_MESSAGE, f"rivals: expected {', '.join(kinds)}")
    return Filter(
        None if result is None else RESULTS[result],
        _whole(query, "players", MOST_SEATS),
        None if rivals is None else Rivals(rivals),
    )


def read_most(query: Mapping[str, str]) -> int:
    """How many games a call asks for at most."""
    return _whole(query, "most", PAGE) or PAGE


def _whole(query: Mapping[str, str], name: str, most: int) -> int | None:
    text = query.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= most):
        raise Refused(Reason.BAD_MESSAGE, f"{name}: expected a number from 1 to {most}")
    return int(text)


def cursor(line: GameLine) -> str:
    """What `after` has to be for the games after this one."""
    return f"{line.ended}-{line.code}-{line.number}"


def read_after(query: Mapping[str, str]) -> Place | None:
    """After which game a page begins."""
    text = query.get("after")
    if text is None:
        return None
    match = PLACE.fullmatch(text)
    if match is None:
        raise Refused(Reason.BAD_MESSAGE, "after: expected what the call before returned as next")
    ended, code, number = match.groups()
    return Place(int(ended), code, int(number))


def statistics_text(rows: Sequence[tuple[str, str]]) -> str:
    """The figures of games, given as lines and tallies in JSON."""
    return STATISTICS.write(
        statistics(
            [
                (GAME_LINE.decode(read_json(line)), TALLY.decode(read_json(tally)))
                for line, tally in rows
            ]
        )
    )
