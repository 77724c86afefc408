"""The file of fitted numbers, both ways."""

import pprint
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import calavera.bots.belief.numbers as in_use
from bench.fitting.strengths import Strengths
from calavera.bots.belief.habits import Style
from calavera.bots.belief.staying import StayingKey

FILE = Path(in_use.__file__)

TEXT = '''"""Numbers fitted to games by `make fit`; not to be edited by hand.

What each is for is said where it is used: the habits in `habits.py`, the strengths in
`prospects.py`, the worth of staying in `staying.py`.
"""
# fmt: off

from typing import Final

STYLES: Final = {styles}

STRENGTH: Final = {strength}

FIRST: Final = {first}

STAYING: Final[dict[tuple[int, int, int, int, int], tuple[float, ...]]] = (
 {staying}
)
'''


class Numbers(NamedTuple):
    """All that is fitted."""

    styles: Mapping[str, Style]
    strengths: Strengths
    staying: Mapping[StayingKey, tuple[float, ...]]
    """By the styles of others, in their order."""


def numbers_in_use() -> Numbers:
    """What the belief player plays with now."""
    styles = {name: Style(*numbers) for name, numbers in in_use.STYLES.items()}
    return Numbers(styles, Strengths(in_use.STRENGTH, in_use.FIRST), in_use.STAYING)


def write_numbers(numbers: Numbers) -> None:
    """What it will play with."""
    styles = {name: tuple(style) for name, style in numbers.styles.items()}
    FILE.write_text(
        TEXT.format(
            styles=_by_name(styles),
            strength=_literal(numbers.strengths.table),
            first=numbers.strengths.first,
            staying=_literal(dict(sorted(numbers.staying.items()))),
        )
    )


def _by_name(styles: Mapping[str, tuple[object, ...]]) -> str:
    """Each name on a line of its own, which leaves the numbers the width of the page."""
    entries = [f"{name!r}:\n{_literal(style)},\n" for name, style in styles.items()]
    return "{\n" + "".join(entries) + "}"


def _literal(value: object) -> str:
    return pprint.pformat(value, width=99, compact=True, sort_dicts=False)
