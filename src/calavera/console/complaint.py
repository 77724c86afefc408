"""Error messages on standard error."""

import sys
from typing import Final

from calavera.console.wording import printable

BAD_INPUT: Final = 2


def complain(message: str) -> None:
    """Print the message as one line on standard error, with control codes removed."""
    print(f"calavera: {printable(message)}", file=sys.stderr)
