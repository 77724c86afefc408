"""The base class of errors that a user can fix."""


class UserError(Exception):
    """A request that cannot be met; the message is one line for a person."""
