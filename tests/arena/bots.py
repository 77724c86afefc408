"""Bots for tests: one that remembers, and those that do wrong."""

import random

from calavera.bots import acting_seat
from calavera.rules import Action, Bid, SeenEvent, Show, View
from calavera.rules.events import DiscLost, DiscPlaced, RoundBegan


def anything(view: View, rng: random.Random) -> Action:
    """Any legal action."""
    legal = acting_seat(view).legal
    return rng.choice([action for action in legal if not isinstance(action, Show)])


class Watcher:
    """Holds what it is told against what it is shown."""

    name = "watcher"

    def __init__(self) -> None:
        self.seen: list[SeenEvent] = []

    def see(self, event: SeenEvent) -> None:
        """Note it."""
        self.seen.append(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        """Any action, if all is well."""
        assert isinstance(self.seen[0], RoundBegan)
        rounds = [event for event in self.seen if isinstance(event, RoundBegan)]
        assert rounds[-1].number == view.board.round
        own = [seat.seat for seat in view.own]
        secrets = [event for event in self.seen if isinstance(event, DiscPlaced | DiscLost)]
        assert all(event.seat in own for event in secrets)
        return anything(view, rng)


class Rogue:
    """Bids what is not there, as soon as it may bid."""

    name = "rogue"

    def choose(self, view: View, rng: random.Random) -> Action:
        """Too much."""
        bids = any(isinstance(action, Bid) for action in acting_seat(view).legal)
        return Bid(99) if bids else anything(view, rng)


class Mute:
    """Says nothing."""

    name = "mute"

    def choose(self, view: View, rng: random.Random) -> None:
        """Nothing."""


class Clumsy:
    """Stumbles."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """An error of two lines."""
        raise KeyError("first line\nsecond {line}")


class Quitter:
    """Leaves, and takes the whole program along."""

    name = "quitter"

    def choose(self, view: View, rng: random.Random) -> Action:
        """Nothing any more."""
        raise SystemExit(3)


class Needy:
    """Wants an argument."""

    def __init__(self, argument: int) -> None:
        self.argument = argument

    def choose(self, view: View, rng: random.Random) -> Action:
        """Any action."""
        return anything(view, rng)


class Once:
    """Can be made for a look, and never again."""

    made = False

    def __init__(self) -> None:
        if self.made:
            raise RuntimeError("worn")
        type(self).made = True

    def choose(self, view: View, rng: random.Random) -> Action:
        """Any action."""
        return anything(view, rng)


class Namesake(Watcher):
    """Has the name of one of ours."""

    name = "cautious"


class Unnameable(Watcher):
    """Has a name that no record can hold."""

    name = "one, two"


class NoBot:
    """Is a class and nothing else."""


NOT_A_CLASS = Watcher()
