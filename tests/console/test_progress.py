"""The progress bar, on a terminal and elsewhere."""

import io

from rich.console import Console

from calavera.console.progress import progress_bar


def shown(*, terminal: bool, total: int | None) -> str:
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, color_system=None, width=100)
    with progress_bar(console, "playing", "games", total) as show:
        show(3)
        show(7, 8)
    return out.getvalue()


def test_a_terminal_shows_the_last_figures() -> None:
    for total in (None, 9):
        text = shown(terminal=True, total=total)
        assert "playing" in text
        assert "7/8 games," in text
        assert ("left" in text) == (total is not None)


def test_things_may_change_on_the_way() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system=None, width=100)
    with progress_bar(console) as show:
        show(1, 2, "tables")
        show(5, 6, "people")
    assert "5/6 people," in out.getvalue()


def test_a_file_gets_no_bar() -> None:
    assert shown(terminal=False, total=9) == ""
