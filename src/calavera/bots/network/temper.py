"""A temper: a player's bias relative to the network.

The numbers are added to the logits of choices, so a temper affects close decisions and leaves clear
ones unchanged.
"""

from typing import Final, NamedTuple

from calavera.bots.network.choices import EVERYTHING, PASS_ON, PLACE_SKULL, RAISE
from calavera.rules import Disc, Holding


class Temper(NamedTuple):
    """A player's biases; 0 is none."""

    raising: float = 0.0  # towards bids that it may mean
    leaping: float = 0.0  # towards each step by which a bid is higher than it has to be
    bluffing: float = 0.0  # towards bids over its own skull
    lurking: float = 0.0  # towards placing its skull

    def leaning(self, choice: int, holding: Holding) -> float:
        """What is added to the logit of a choice."""
        if choice == PLACE_SKULL:
            return self.lurking
        if not RAISE <= choice < PASS_ON:
            return 0.0
        if Disc.SKULL in holding.stack:
            return self.bluffing
        return self.raising + self.leaping * (0 if choice == EVERYTHING else choice - RAISE)


EVEN: Final = Temper()
CAUTIOUS: Final = Temper(raising=-0.2, leaping=-0.1, bluffing=-0.3)
BOLD: Final = Temper(raising=0.3, leaping=0.1, bluffing=0.1)
HONEST: Final = Temper(bluffing=-0.5, lurking=-0.2)
TRICKSTER: Final = Temper(bluffing=0.5, lurking=0.4)
