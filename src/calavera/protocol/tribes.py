"""The tribes of two boxes, distinguished by their ornaments."""

from collections.abc import Iterable
from enum import Enum


class Tribe(Enum):
    """Six of the first box, six of the second; they differ only in looks."""

    DOTS = "dots"
    WAVES = "waves"
    LEAVES = "leaves"
    RAYS = "rays"
    SCALES = "scales"
    KNOTS = "knots"
    NIGHT_DOTS = "night-dots"
    NIGHT_WAVES = "night-waves"
    NIGHT_LEAVES = "night-leaves"
    NIGHT_RAYS = "night-rays"
    NIGHT_SCALES = "night-scales"
    NIGHT_KNOTS = "night-knots"


def free_tribes(taken: Iterable[Tribe], count: int) -> tuple[Tribe, ...]:
    """The next free tribes."""
    used = set(taken)
    return tuple([tribe for tribe in Tribe if tribe not in used][:count])
