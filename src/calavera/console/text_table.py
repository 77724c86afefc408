"""Tables of names and figures."""

from rich import box
from rich.console import Console
from rich.table import Table


def columns(*headings: str) -> Table:
    """An empty table: names on the left, figures on the right."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left")
    return table


def show_table(console: Console, title: str, table: Table) -> None:
    """Print a table under its title."""
    console.print(f"\n{title}", style="bold")
    console.print(table)
