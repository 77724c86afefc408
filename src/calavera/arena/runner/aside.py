"""Redirects what bots print to standard error, so that results stay clean."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def prints_aside() -> Iterator[None]:
    """Redirect standard output to standard error: for Python, C and child processes."""
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
    """Return the descriptor of standard output, if both streams have one."""
    try:
        sys.stderr.fileno()
        return sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):
        return None
