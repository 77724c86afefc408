"""Consoles that write to a string."""

import io

from rich.console import Console

from calavera.record import Record
from calavera.terminal.replay.narration import show_replay


def piped(width: int = 80) -> Console:
    """A console that writes to a file: no colours, no escape codes."""
    return Console(file=io.StringIO(), width=width, highlight=False)


def terminal(width: int = 80, *, no_color: bool = False) -> Console:
    """A console that writes to a terminal, in full colour unless disabled."""
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
    """A game as `calavera replay` prints it to a file."""
    console = piped(width)
    show_replay(record, console)
    return written(console)
