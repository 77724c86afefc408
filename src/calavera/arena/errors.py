"""The error of the arena."""

from calavera.errors import UserError


class ArenaError(UserError, ValueError):
    """A request that the arena cannot meet; the message is one line for a person."""
