"""The command `review`."""

import argparse
import json

from rich.console import Console

from calavera.console.console import PlainConsole
from calavera.console.progress import progress_bar
from calavera.errors import UserError
from calavera.record import RecordError, read
from calavera.record.files import read_bytes
from calavera.review import ReviewError, review, review_json
from calavera.review.reviewer import finished_steps
from calavera.terminal.review.report import show_review


def run_review(options: argparse.Namespace) -> int:
    """Review one game."""
    try:
        record = read(read_bytes(options.file)).record
        total = len(finished_steps(record))
        with progress_bar(Console(stderr=True), "reviewed", "steps", total) as show:
            found = review(record, lambda done, _: show(done))
    except (RecordError, ReviewError) as error:
        raise UserError(f"{options.file}: {error}") from None
    if options.json:
        print(json.dumps(review_json(found)))
    else:
        show_review(record, found, PlainConsole(), every=options.all)
    return 0
