"""Consoles that write into a text."""

import io

from rich.console import Console

from calavera.record import Record
from calavera.terminal.replay import show_replay


def piped(width: int = 80) -> Console:
    """A console as a file gets it: no colours, no escape codes."""
    return Console(file=io.StringIO(), width=width, highlight=False)


def terminal(width: int = 80, *, no_color: bool = False) -> Console:
    """A console as a terminal gets it, in full colour unless none is wanted."""
    return Console(
        file=io.StringIO(),
        width=width,
        highlight=False,
        force_terminal=True,
        color_system="truecolor",
        no_color=no_color,
    )


def written(console: Console) -> str:
    """All that a console has written."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def replayed(record: Record, width: int = 80) -> str:
    """A game as `calavera replay` tells it into a file."""
    console = piped(width)
    show_replay(record, console)
    return written(console)
