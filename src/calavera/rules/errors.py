"""The two ways to be refused."""

from calavera.rules.actions import Action
from calavera.rules.seats import Seat, seat_letter


class Forbidden(Exception):
    """A thing that the rules do not allow now, with the number of the rule that says so."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason = reason
        self.rule = rule


class IllegalAction(ValueError):
    """An action that its seat may not take now; quotes both, the reason and the rule."""

    def __init__(self, seat: Seat, action: Action, reason: str, rule: str) -> None:
        super().__init__(f"{seat_letter(seat)}{action}: {reason} ({rule})")
        self.seat = seat
        self.action = action
        self.reason = reason
        self.rule = rule
