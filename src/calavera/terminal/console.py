"""The console of the command line."""

from typing import NoReturn

from rich.console import Console


class PlainConsole(Console):
    """Takes every text as it is, and leaves a broken pipe to whoever called."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> NoReturn:
        """Not an error of ours, so not a status of ours: rich itself would end with 1."""
        raise BrokenPipeError
