"""The source of the person's answers."""

import select
import sys
from collections.abc import Callable, Iterable
from typing import Final

POLL: Final = 0.5
"""Seconds between two looks at what else happens."""


class Keyboard:
    """Standard input, or given lines in its place."""

    def __init__(self, lines: Iterable[str] | None = None) -> None:
        self._lines = None if lines is None else iter(lines)

    @property
    def live(self) -> bool:
        """Whether answers are typed at a terminal."""
        return self._lines is None and sys.stdin is not None and sys.stdin.isatty()

    def read(self, meanwhile: Callable[[], None] | None = None) -> str:
        """The next line; raises EOFError at the end.

        `meanwhile` is called now and then until a line is typed, where a terminal can be watched.
        """
        if self._lines is not None:
            try:
                return next(self._lines)
            except StopIteration:
                raise EOFError from None
        if sys.stdin is None:  # closed before the program started
            raise EOFError
        if meanwhile is not None and self.live and sys.platform != "win32":
            while not select.select([sys.stdin], [], [], POLL)[0]:
                meanwhile()
        try:
            return input()
        except UnicodeDecodeError:  # not typed text; what follows cannot be trusted either
            raise EOFError from None
