"""The sender of a command."""

from typing import Final, NamedTuple


class Caller(NamedTuple):
    """The sender of commands, as the connection identifies them."""

    identity: str
    """Secret: identifies them."""
    name: str
    """What they call themselves."""


NOBODY: Final = Caller("", "")
"""A caller without an identity, who may only watch."""
