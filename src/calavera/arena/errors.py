"""The one way in which the arena refuses."""

from calavera.errors import UserError


class ArenaError(UserError, ValueError):
    """Something that somebody asked for cannot be; the message is one line for a person."""
