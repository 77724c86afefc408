"""What can go wrong, told in one line."""

from calavera.errors import UserError


class TrainError(UserError, ValueError):
    """A run that cannot be begun or resumed; the message says why."""
