"""Bad input gets one clear line on standard error."""

import sys
from typing import Final

BAD_INPUT: Final = 2


def complain(message: str) -> None:
    """One line on standard error, whatever the message quotes."""
    print(f"calavera: {one_line(message)}", file=sys.stderr)


def one_line(text: str) -> str:
    """A text as it can stand within a line."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )
