"""Reviews the record on standard input for a server: `python -m calavera.review.worker`.

A process of its own at a low priority: however long a review takes, tables do not wait for it.
It writes lines of JSON: `{"refused": …, "detail": …}`, or `{"done": …, "total": …}` as often as
there is news, and at last `{"review": …}`.
"""

import os
import sys
from collections.abc import Callable
from typing import Final

from calavera.protocol.reasons import Reason
from calavera.record.codec.json_text import Json, write_json
from calavera.record.errors import RecordError
from calavera.record.reading import MOST_BYTES, read_record
from calavera.review.reviewer import NOT_FINISHED, ReviewError, review
from calavera.review.shape import review_json

NICENESS: Final = 10
MOST_SECONDS: Final = 60
"""CPU time of one review."""

NEWS: Final = 40
"""How many lines of progress there are at most."""


def main() -> None:
    """Review one record."""
    _step_back()
    tell_review(sys.stdin.buffer.read(MOST_BYTES + 1), _write)


def tell_review(text: bytes, write: Callable[[Json], None]) -> None:
    """Review a record line by line."""
    told = 0

    def progress(done: int, total: int) -> None:
        nonlocal told
        if done * NEWS // total > told or done == 1:
            told = done * NEWS // total
            write({"done": done, "total": total})

    try:
        found = review(read_record(text), progress)
    except (RecordError, ReviewError) as error:
        is_running = str(error) == NOT_FINISHED
        reason = Reason.NOT_FINISHED if is_running else Reason.BAD_MESSAGE
        write({"refused": reason.value, "detail": str(error)})
        return
    write({"review": review_json(found)})


def _step_back() -> None:
    """Let everybody else go first, and end at some time."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        import resource  # noqa: PLC0415  not on every system
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def _write(line: Json) -> None:
    sys.stdout.buffer.write(write_json(line) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
