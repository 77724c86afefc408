"""A bot that does anything."""

import random

from calavera.bots.bot import acting_seat
from calavera.rules import Action, Show, View


class Uniform:
    """Every legal action is as likely as any other; it never shows its discs."""

    name = "uniform"
    temper = "does anything at all"

    def choose(self, view: View, rng: random.Random) -> Action:
        """Any legal action."""
        legal = acting_seat(view).legal
        return rng.choice([action for action in legal if not isinstance(action, Show)])
