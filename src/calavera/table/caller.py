"""Who sends a command."""

from typing import Final, NamedTuple


class Caller(NamedTuple):
    """Somebody who sends commands, as the connection knows them."""

    identity: str
    """Secret: by which they are known."""

    name: str
    """What they call themselves."""


NOBODY: Final = Caller("", "")
"""Somebody without an identity: they may watch, and nothing else."""
