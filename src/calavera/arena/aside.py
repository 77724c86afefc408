"""What bots print has no place in a result: while they play, it goes to standard error."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def prints_aside() -> Iterator[None]:
    """Standard output leads to standard error: for Python, for C, for processes started here."""
    kept, descriptor = sys.stdout, _descriptor()
    if sys.stderr is None:
        yield
        return
    sys.stdout.flush()
    saved = os.dup(descriptor) if descriptor is not None else None
    if descriptor is not None:
        os.dup2(2, descriptor)
    sys.stdout = sys.stderr
    try:
        yield
    finally:
        sys.stdout = kept
        if saved is not None and descriptor is not None:
            os.dup2(saved, descriptor)
            os.close(saved)


def _descriptor() -> int | None:
    """Of standard output where it is a file of the system, and standard error is one too."""
    try:
        sys.stderr.fileno()
        return sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):
        return None
