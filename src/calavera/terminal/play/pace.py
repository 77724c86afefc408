"""Pauses that give a person time to read."""

import time
from typing import Final

from calavera.rules import Board, Disc

A_MOMENT: Final = 0.5
"""Seconds before an opponent acts."""

A_BREATH: Final = 1.0
"""Seconds before a disc is turned over."""

A_LONG_BREATH: Final = 2.0
"""Seconds before the disc that decides the attempt."""

A_STANDSTILL: Final = 1.2
"""Seconds for which everything stops after a skull."""


def breath_before(board: Board) -> float:
    """Seconds before the next disc is turned over; it grows towards the last one."""
    left = board.bidding.number if board.bidding else 1
    left -= board.attempt.flips if board.attempt else 0
    if left <= 1:
        return A_LONG_BREATH
    return (A_BREATH + A_LONG_BREATH) / 2 if left == 2 else A_BREATH


def rest_after(disc: Disc, board: Board) -> float:
    """Seconds for a disc that was turned over, before anything else is told."""
    if disc is Disc.SKULL:
        return A_STANDSTILL
    is_reached = board.bidding and board.attempt and board.attempt.flips == board.bidding.number
    return A_MOMENT if is_reached else 0.0


class ReadingPace:
    """Pauses, unless hurried."""

    def __init__(self, *, hurried: bool) -> None:
        self._hurried = hurried

    def hurry(self) -> None:
        """Stop pausing."""
        self._hurried = True

    def wait(self, seconds: float) -> None:
        """Pause for that long, unless hurried."""
        if not self._hurried:
            time.sleep(seconds)
