"""Locks a bot's token file: two runs with one token would play the same seats."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from calavera.errors import UserError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

SUFFIX: Final = ".lock"


class InUse(UserError):
    """Another run has the token file."""


@contextlib.contextmanager
def claimed(token_file: Path | None) -> Iterator[None]:
    """Lock a token file; raises InUse. The lock ends with the process; the lock file stays."""
    if token_file is None or fcntl is None:
        yield
        return
    token_file.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(f"{token_file}{SUFFIX}", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InUse(f"{token_file}: another bot run plays with these tokens") from None
        yield
    finally:
        os.close(lock)
