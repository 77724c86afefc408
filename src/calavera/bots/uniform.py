"""A bot that does anything."""

import random

from calavera.bots.bot import Strength, acting_seat
from calavera.rules import Action, Show, View


class Uniform:
    """Every legal action is as likely as any other; it never shows its discs."""

    name = "uniform"
    nickname = "Azar"
    temper = "does anything at all"
    strength = Strength.YARDSTICK
    budget = 0.001

    def choose(self, view: View, rng: random.Random) -> Action:
        """Any legal action."""
        legal = acting_seat(view).legal
        return rng.choice([action for action in legal if not isinstance(action, Show)])
