"""The one way in which this room refuses."""


class SolveError(ValueError):
    """Something that somebody asked for cannot be; the message is one line for a person."""
