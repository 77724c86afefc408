"""Records in files."""

import sys
from pathlib import Path

from calavera.errors import UserError
from calavera.record.reading import MOST_BYTES


def read_bytes(name: str) -> bytes:
    """The content of a file, or of standard input; raises UserError."""
    try:
        if name == "-":
            if sys.stdin is None:
                raise UserError("-: standard input is closed; name a file")
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UserError(f"{name}: {reason}") from None
