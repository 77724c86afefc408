"""What can go wrong, told in one line."""


class TrainError(ValueError):
    """A run that cannot be begun or resumed; the message says why."""
