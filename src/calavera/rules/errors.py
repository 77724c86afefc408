"""The two ways to be refused.

Their arguments are kept as they are given, so that the errors can travel between processes.
"""

from calavera.rules.actions import Action
from calavera.rules.model.seats import Seat, seat_letter


class Forbidden(Exception):
    """A thing that the rules do not allow now, with the number of the rule that says so."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(reason, rule)
        self.reason = reason
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


class IllegalAction(ValueError):
    """An action that its seat may not take now; quotes both, the reason and the rule."""

    def __init__(self, seat: Seat, action: Action, reason: str, rule: str) -> None:
        super().__init__(seat, action, reason, rule)
        self.seat = seat
        self.action = action
        self.reason = reason
        self.rule = rule

    def __str__(self) -> str:
        return f"{seat_letter(self.seat)}{self.action}: {self.reason} ({self.rule})"
