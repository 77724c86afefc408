"""How far a long command has come, with the time left: for a person at a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


@contextmanager
def progress_bar(
    console: Console, verb: str, things: str, total: int, done: int = 0
) -> Iterator[Callable[[int], None]]:
    """Something to call with the number of things that are done; silent where nobody looks."""
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (
        TextColumn(verb),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(f"{things},"),
        TimeElapsedColumn(),
        TextColumn("gone,"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total, completed=done)
        yield lambda now: bar.update(task, completed=now)
