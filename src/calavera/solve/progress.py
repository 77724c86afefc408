"""How far a build or a check has come: for a person at a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
)


@contextmanager
def progress_bar(console: Console, doing: str) -> Iterator[Callable[[int, int], None]]:
    """Something to call with how many positions are done, and of how many.

    Where nobody looks it is silent. There is no time left told: late positions take much longer.
    """
    if not console.is_terminal:
        yield lambda *_: None
        return
    columns = (
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("positions,"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("")
        yield lambda done, count: bar.update(task, completed=done, total=count)
