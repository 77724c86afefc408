"""The base of every error that is a person's, not ours."""


class UserError(Exception):
    """Something that was asked for cannot be; the message is one line for a person."""
