"""The one way in which this room refuses."""

from calavera.errors import UserError


class SolveError(UserError, ValueError):
    """Something that somebody asked for cannot be; the message is one line for a person."""
