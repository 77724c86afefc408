"""Names and pronouns of the players in sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from calavera.rules import Player, Seat, Setup, seat_letter
from calavera.terminal.drawing.paper import clean, shortened

LONGEST_NAME: Final = 20
_YOU: Final = "you"
_THIRD_PERSON: Final = {"be": "is", "pass": "passes", "have": "has", "were": "was"}
_SECOND_PERSON: Final = {"be": "are"}


@dataclass(frozen=True, slots=True)
class Cast:
    """How sentences refer to the players: by name, or as "you"."""

    setup: Setup
    names: tuple[str, ...]  # one per player, safe to print
    you: tuple[Seat, ...]  # the seats addressed as "you"; none in most records
    bots: frozenset[Player] = frozenset()  # who is marked as a bot, beside people

    def subject(self, seat: Seat) -> str:
        """A seat as the subject, at the start of a sentence."""
        return ("You" if seat in self.you else self._name(seat)) + self._which(seat)

    def them(self, seat: Seat) -> str:
        """A seat elsewhere in a sentence."""
        return (_YOU if seat in self.you else self._name(seat)) + self._which(seat)

    def whose(self, seat: Seat) -> str:
        """The possessive: 'Bo's', 'your'."""
        return ("your" if seat in self.you else f"{self._name(seat)}'s") + self._which(seat)

    def their(self, seat: Seat) -> str:
        """The possessive for a seat just mentioned: 'their', 'your'."""
        return "your" if seat in self.you else "their"

    def does(self, seat: Seat, verb: str) -> str:
        """Subject and verb: 'Bo passes', 'You pass'."""
        return f"{self.subject(seat)} {self.verb(seat, verb)}"

    def verb(self, seat: Seat, verb: str) -> str:
        """The verb in the form that agrees with the seat."""
        if seat in self.you:
            return _SECOND_PERSON.get(verb, verb)
        return _THIRD_PERSON.get(verb, f"{verb}s")

    def player(self, player: Player) -> str:
        """A player with all their seats, at the start of a sentence."""
        seat = self.setup.seats_of(player)[0]
        return "You" if seat in self.you else self._name(seat)

    def label(self, seat: Seat) -> str:
        """A seat in a drawing or a list: its letter and whose it is."""
        return f"{seat_letter(seat)} {self._name(seat)}"

    def _name(self, seat: Seat) -> str:
        return self.names[self.setup.owner(seat)]

    def _which(self, seat: Seat) -> str:
        """The seat's letter, if the name alone is ambiguous."""
        alone = self.setup.tribes == 1 and self.names.count(self._name(seat)) == 1
        return "" if alone else f" ({seat_letter(seat)})"


def cast_of(setup: Setup, names: Sequence[str], you: tuple[Seat, ...] | None = None) -> Cast:
    """The players of a table. Without `you`, a player named You is addressed."""
    fit = tuple(shortened(clean(name), LONGEST_NAME) for name in names)
    if you is None:
        you = tuple(seat for seat in setup.seats if fit[setup.owner(seat)].lower() == _YOU)
    return Cast(setup, fit, you)
