"""A progress bar for long-running commands."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


@contextmanager
def progress_bar(
    console: Console, verb: str = "", things: str = "", total: int | None = None, done: int = 0
) -> Iterator[Callable[..., None]]:
    """Yield a function that takes the number done, and a new total or noun if they change.

    Silent unless the console is a terminal. Shows the remaining time if the total is known at
    first.
    """
    if not console.is_terminal:
        yield lambda *_: None
        return
    columns: list[ProgressColumn] = [
        TextColumn(verb),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description},"),
        TimeElapsedColumn(),
    ]
    if total is not None:
        columns += [TextColumn("elapsed,"), TimeRemainingColumn(), TextColumn("left")]
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(things, total=total, completed=done)

        def show(now: int, of: int | None = total, what: str = things) -> None:
            bar.update(task, completed=now, total=of, description=what)

        yield show
