"""Bots for tests: one with memory, and faulty ones."""

import random

from calavera.bots import acting_seat
from calavera.rules import Action, Bid, SeenEvent, Show, View
from calavera.rules.events import DiscLost, DiscPlaced, RoundBegan


def anything(view: View, rng: random.Random) -> Action:
    """Any legal action."""
    legal = acting_seat(view).legal
    return rng.choice([action for action in legal if not isinstance(action, Show)])


class Watcher:
    """Compares the events it sees with the view."""

    name = "watcher"

    def __init__(self) -> None:
        self.seen: list[SeenEvent] = []

    def see(self, event: SeenEvent) -> None:
        """Store the event."""
        self.seen.append(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        """Any action, if events and view agree."""
        assert isinstance(self.seen[0], RoundBegan)
        rounds = [event for event in self.seen if isinstance(event, RoundBegan)]
        assert rounds[-1].number == view.board.round
        own = [seat.seat for seat in view.own]
        secrets = [event for event in self.seen if isinstance(event, DiscPlaced | DiscLost)]
        assert all(event.seat in own for event in secrets)
        return anything(view, rng)


class Rogue:
    """Bids too high, as soon as it may bid."""

    name = "rogue"

    def choose(self, view: View, rng: random.Random) -> Action:
        """An illegal bid."""
        bids = any(isinstance(action, Bid) for action in acting_seat(view).legal)
        return Bid(99) if bids else anything(view, rng)


class Mute:
    """Returns no action."""

    name = "mute"

    def choose(self, view: View, rng: random.Random) -> None:
        """Nothing."""


class Clumsy:
    """Raises an error."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """An error of two lines."""
        raise KeyError("first line\nsecond {line}")


class Quitter:
    """Ends the whole process."""

    name = "quitter"

    def choose(self, view: View, rng: random.Random) -> Action:
        """Exit."""
        raise SystemExit(3)


class Needy:
    """Requires an argument."""

    def __init__(self, argument: int) -> None:
        self.argument = argument

    def choose(self, view: View, rng: random.Random) -> Action:
        """Any action."""
        return anything(view, rng)


class Once:
    """Can be created only once."""

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
    """Has a name that a record cannot hold."""

    name = "one, two"


class NoBot:
    """A class without `choose`."""


NOT_A_CLASS = Watcher()
