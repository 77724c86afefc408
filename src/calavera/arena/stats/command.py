"""`calavera stats` as a command: files in, figures and a status out."""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Final

from rich.console import Console

from calavera.arena.errors import ArenaError
from calavera.arena.stats.batches import counted_batches
from calavera.arena.stats.figures import Figures
from calavera.arena.stats.plot import plot
from calavera.arena.stats.record_rows import record_files
from calavera.arena.stats.report import figures_as_json, show_figures
from calavera.console.progress import progress_bar

FINISHED: Final = 0
BAD_FILES: Final = 2


def run_stats(options: argparse.Namespace) -> int:
    """Count all readable files; each unreadable one is reported and makes the status 2."""
    if options.plot and options.plot.suffix.lower() != ".svg":
        raise ArenaError(
            f"--plot {options.plot}: a plot is an SVG; choose a name that ends in .svg"
        )
    files = record_files(options.files)
    figures = Figures()
    status = FINISHED
    done = 0
    notes = Console(stderr=True, highlight=False, markup=False)
    with progress_bar(notes, "counting", "records", len(files)) as progress:
        for counted in counted_batches(files, options.jobs or os.cpu_count() or 1):
            figures.add(counted.figures)
            done += counted.files
            progress(done)
            for complaint in counted.complaints:
                status = _complain(complaint)
    if options.plot and not figures.records:
        status = _complain(f"--plot {options.plot}: there are no records to draw")
    elif options.plot:
        _write(options.plot, plot(figures))
    if options.json:
        print(json.dumps(figures_as_json(figures)))
    elif figures.records:
        show_figures(figures, Console(highlight=False, markup=False, emoji=False))
    elif not files:
        print("no records")
    return status


def _complain(message: str) -> int:
    print(f"calavera: {message}", file=sys.stderr)
    return BAD_FILES


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None
