"""The one way in which the arena refuses."""


class ArenaError(ValueError):
    """Something that somebody asked for cannot be; the message is one line for a person."""
