"""Where a person's answers come from."""

import sys
from collections.abc import Iterable


class Keyboard:
    """Standard input, or lines that are given in its place."""

    def __init__(self, lines: Iterable[str] | None = None) -> None:
        self._lines = None if lines is None else iter(lines)

    @property
    def live(self) -> bool:
        """Whether somebody sits there and types."""
        return self._lines is None and sys.stdin is not None and sys.stdin.isatty()

    def read(self) -> str:
        """The next line; raises EOFError where there is none."""
        if self._lines is not None:
            try:
                return next(self._lines)
            except StopIteration:
                raise EOFError from None
        if sys.stdin is None:  # closed before the program started
            raise EOFError
        try:
            return input()
        except UnicodeDecodeError:  # nobody types that; what follows cannot be trusted either
            raise EOFError from None
