"""`calavera stats` as a command: files in, figures and a status out."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from rich.console import Console

from calavera.arena.errors import ArenaError
from calavera.arena.statistics.counting import count_record
from calavera.arena.statistics.figures import Figures
from calavera.arena.statistics.plot import plot
from calavera.arena.statistics.report import figures_as_json, show_figures
from calavera.record import RecordError, read_record

FINISHED: Final = 0
BAD_FILES: Final = 2


def run_stats(options: argparse.Namespace, load: Callable[[str], bytes]) -> int:
    """Count over all files that can be read; the others get a line each and make the status 2."""
    if options.plot and options.plot.suffix.lower() != ".svg":
        raise ArenaError(
            f"--plot {options.plot}: a plot is an SVG; choose a name that ends in .svg"
        )
    figures = Figures()
    status = FINISHED
    for name in _files(options.files):
        try:
            count_record(read_record(load(name)), figures)
        except RecordError as error:
            status = _complain(f"{name}: {error}")
        except ArenaError as error:
            status = _complain(str(error))
    if options.plot and not figures.records:
        status = _complain(f"--plot {options.plot}: there are no records to draw")
    elif options.plot:
        _write(options.plot, plot(figures))
    if options.json:
        print(json.dumps(figures_as_json(figures)))
    elif figures.records:
        show_figures(figures, Console(highlight=False, markup=False, emoji=False))
    return status


def _files(names: Iterable[str]) -> Iterator[str]:
    """The files that are named, and in a folder all records."""
    for name in names:
        folder = Path(name)
        if name != "-" and folder.is_dir():
            yield from sorted(map(str, folder.rglob("*.skull")))
        else:
            yield name


def _complain(message: str) -> int:
    print(f"calavera: {message}", file=sys.stderr)
    return BAD_FILES


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None
