"""Pauses that give a person time to read."""

import time
from typing import Final

A_MOMENT: Final = 0.5
"""Seconds before an opponent acts."""

A_BREATH: Final = 1.0
"""Seconds before a disc is turned over."""

A_LONG_BREATH: Final = 2.0
"""Seconds before the disc that decides the attempt."""


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
