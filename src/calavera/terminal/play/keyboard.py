"""The source of the person's answers."""

import sys
from collections.abc import Iterable


class Keyboard:
    """Standard input, or given lines in its place."""

    def __init__(self, lines: Iterable[str] | None = None) -> None:
        self._lines = None if lines is None else iter(lines)

    @property
    def live(self) -> bool:
        """Whether answers are typed at a terminal."""
        return self._lines is None and sys.stdin is not None and sys.stdin.isatty()

    def read(self) -> str:
        """The next line; raises EOFError at the end."""
        if self._lines is not None:
            try:
                return next(self._lines)
            except StopIteration:
                raise EOFError from None
        if sys.stdin is None:  # closed before the program started
            raise EOFError
        try:
            return input()
        except UnicodeDecodeError:  # not typed text; what follows cannot be trusted either
            raise EOFError from None
