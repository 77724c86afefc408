"""The rich console that commands print to."""

from typing import NoReturn

from rich.console import Console


class PlainConsole(Console):
    """Prints text verbatim, and raises BrokenPipeError instead of exiting."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> NoReturn:
        """Leave the exit status to the caller: rich would exit with 1."""
        raise BrokenPipeError
