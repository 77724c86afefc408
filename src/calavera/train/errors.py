"""Errors of training."""

from calavera.errors import UserError


class TrainError(UserError, ValueError):
    """A run that cannot be begun or resumed; the message says why."""
