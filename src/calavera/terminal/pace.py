"""Time at the table: the breath before a disc is turned over."""

import time
from typing import Final

A_MOMENT: Final = 0.5
"""Seconds before an opponent acts."""

A_BREATH: Final = 1.0
"""Seconds before a disc is turned over."""

A_LONG_BREATH: Final = 2.0
"""The same for the disc that decides."""


class Pace:
    """Waits, or does not."""

    def __init__(self, *, hurried: bool) -> None:
        self._hurried = hurried

    def hurry(self) -> None:
        """Never wait again."""
        self._hurried = True

    def wait(self, seconds: float) -> None:
        """Let some time pass."""
        if not self._hurried:
            time.sleep(seconds)
