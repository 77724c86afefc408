"""The interface of bots."""

import random
from enum import Enum
from typing import NamedTuple, Protocol

from calavera.rules import Action, OwnSeat, SeenEvent, View


class Strength(Enum):
    """How hard a bot is to beat, from the easiest on; the matches behind it are in the docs."""

    YARDSTICK = "yardstick"
    """Plays at random: a baseline for the others."""

    EASY = "easy"
    MEDIUM = "medium"
    ADVANCED = "advanced"
    HARD = "hard"
    EXPERT = "expert"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Strength.{self.name}"


class MoveTime(NamedTuple):
    """The time that a player has; none of it counts while others think."""

    left: float | None = None
    """Seconds left for the rest of the game, this move included."""

    increment: float = 0.0
    """Seconds that are added after every move."""

    move: float | None = None
    """Seconds for this move at most."""


class Bot(Protocol):
    """A way of playing: one object for one player of one game, made without arguments.

    All it is ever handed is what its player may know.
    """

    name: str
    """What this way of playing is called on a command line."""

    nickname: str
    """The name of the character."""

    temper: str
    """How it plays, in one line for a person."""

    strength: Strength
    """How hard it is to beat."""

    budget: float
    """CPU seconds that a move takes at most; the first move after a rebuild may take longer."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """One of the legal actions of `acting_seat(view)`."""
        ...


class WatchingBot(Bot, Protocol):
    """A bot that remembers its game.

    It is given every event as its player sees it, in order, from the first `RoundBegan` on. A new
    one that is given the same events chooses the same: so it can be rebuilt at any moment.
    """

    def see(self, event: SeenEvent) -> None:
        """Take note of what happened."""
        ...


class ClockedBot(Bot, Protocol):
    """A bot that looks at the clock."""

    clock: MoveTime | None
    """The time for the next move, set before each; none where time is not limited."""


class LastingBot(Bot, Protocol):
    """A bot that holds something, such as a process."""

    def close(self) -> None:
        """Let it go: the game is over."""
        ...


def acting_seat(view: View) -> OwnSeat:
    """The seat that a player acts for: the first of its own whose turn it is.

    With two tribes both may be in turn while all place at once. Raises ValueError where none is.
    """
    for own in view.own:
        if own.seat in view.board.turn:
            return own
    raise ValueError("it is not this player's turn")
