"""The header line of a game that was played with hints: `hints: a 3`."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from calavera.rules.model.seats import Seat, seat_letter

HINTS: Final = "hints"
"""The key of the line."""


def hint_tags(asked: Iterable[Seat]) -> dict[str, str]:
    """Each seat whose player asked, with for how many decisions; nothing if nobody did."""
    counts = Counter(asked)
    if not counts:
        return {}
    return {HINTS: ", ".join(f"{seat_letter(seat)} {counts[seat]}" for seat in sorted(counts))}
