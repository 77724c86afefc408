"""The values of a review. Chances are from 0 to 1; a step is a step of the replay page.

Step 0 is the start of the game, step n the table after move n.
"""

from enum import Enum
from typing import Final, NamedTuple

from calavera.bots.hints import HintReason
from calavera.review.moments import Moment
from calavera.rules import Action, Player, Seat


class Grade(Enum):
    """How good a move was, from what its player knew."""

    BEST = "best"
    """It loses nothing, or the bot would do the same as far as the estimate can tell."""

    GOOD = "good"
    """It loses less than the estimate can tell, or little."""

    SLIP = "slip"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


SMALL: Final = 0.02
"""Less than this is no error worth a name."""

GRADES: Final = ((0.05, Grade.SLIP), (0.12, Grade.MISTAKE), (1.0, Grade.BLUNDER))
"""The largest loss of each grade."""


class Choice(NamedTuple):
    """A move that was open to a player."""

    action: Action
    share: float
    """How often the bot would play it."""

    wins: float | None
    """How likely the player wins then; None if unknown."""


class Decision(NamedTuple):
    """A move that a player chose, judged by what the player knew."""

    step: int
    round: int
    seat: Seat
    action: Action
    choices: tuple[Choice, ...]
    """What the bot would mix, the largest share first; then what else was possible."""

    wins: float
    """How likely the player wins with the bot's mix, or with the best move if that is exact."""

    loss: float
    """How much of that the move gave up; never negative."""

    low: float
    high: float
    """The interval of the loss; for an exact one the proven width of the position."""

    is_exact: bool
    """Whether two players were left and the loss is that of the solved game."""

    grade: Grade
    reasons: tuple[HintReason, ...]
    """What a hint would have said."""


Curve = tuple[tuple[float, ...], ...]
"""For each step the chance of every player; each adds up to 1."""


class Curves(NamedTuple):
    """Everybody's chance to win."""

    public: Curve
    open: Curve
    players: tuple[Curve, ...]
    """From each player's viewpoint."""


class Bracket(NamedTuple):
    """A step of the public curve that is proven: two players are left and a round begins."""

    step: int
    player: Player
    low: float
    high: float


class Account(NamedTuple):
    """Where a player's result came from; the parts add up to `result`."""

    player: Player
    share: float
    """An equal share of the game."""

    start: float
    """Who began, and the start position."""

    skill: float
    """What the player's own decisions gave up: 0 or less."""

    gifts: float
    """The player's part of what the others gave up."""

    blind: float
    """Blind losses: what was picked, against the mean of what could have been picked."""

    flips: float
    """What lay under the discs that were turned over."""

    hidden: float
    """All other luck: what the others happened to hold and to do, and errors of the estimate."""

    result: float
    """1 for the winner, else 0."""

    @property
    def luck(self) -> float:
        """Everything that was nobody's decision."""
        return self.start + self.blind + self.flips + self.hidden


class Review(NamedTuple):
    """A finished game, as the strongest bot sees it."""

    names: tuple[str, ...]
    winner: Player
    decisions: tuple[Decision, ...]
    curves: Curves
    brackets: tuple[Bracket, ...]
    few: tuple[int, ...]
    """The steps with few discs, where the chances are known less well (`interval.py`)."""

    accounts: tuple[Account, ...]
    moments: tuple[Moment, ...]
