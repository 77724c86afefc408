"""Everything that lies open on the table (R39).

The board is what all rules but the secret ones are about, and it is public as a whole: a state is
a board and the secrets, a view is a board and the viewer's own secrets. No field here may ever
depend on a disc that has not been turned over.
"""

from collections.abc import Iterator
from typing import NamedTuple

from calavera.rules.model.discs import Disc
from calavera.rules.model.outcome import Outcome
from calavera.rules.model.phases import Phase
from calavera.rules.model.seats import Player, Seat, seat_letter
from calavera.rules.model.setup import Setup


class Mat(NamedTuple):
    """What everybody sees of one seat."""

    owner: Player
    """Whose seat it is."""

    discs: int
    """How many discs it still owns; a loss counts at once."""

    hand: int
    """How many it holds. Like `height` it stays as at the last flip until the next round."""

    height: int
    """How many lie on the mat."""

    flipped: int
    """How many of those, from the top, the challenger has turned over."""

    faces: tuple[Disc, ...]
    """What has been seen of the stack, topmost first: flipped discs, then shown ones (R22)."""

    wins: int
    """Successes; the flower side is up from the first on (R30)."""

    passed: bool
    """Whether it has left this bidding (R15)."""

    def __repr__(self) -> str:
        return f"Mat{tuple(self)}"

    @property
    def out(self) -> bool:
        """Whether the seat is out of the game (R27)."""
        return self.discs == 0

    @property
    def face_down(self) -> int:
        """How many discs of the stack nobody has turned over or shown."""
        return self.height - len(self.faces)


class Bidding(NamedTuple):
    """The challenge as it stands."""

    number: int
    """The highest bid."""

    bidder: Seat
    """Who made it."""

    spoke: tuple[Seat, ...]
    """Who bid or passed, in order."""


class Attempt(NamedTuple):
    """The flipping of discs."""

    challenger: Seat
    """Who flips."""

    flips: int
    """How many discs have been turned over."""

    skull: Seat | None
    """On whose mat the skull showed that ended the attempt."""


class Board(NamedTuple):
    """The open table."""

    setup: Setup
    """What was agreed before the game."""

    round: int
    """The number of this round; 0 before the first player is drawn."""

    first: Seat | None
    """The first player of this round; none before the draw."""

    phase: Phase
    """Where in the round the game is."""

    turn: tuple[Seat, ...]
    """The seats that have to act now, in seat order; several while all place at once (R7)."""

    mats: tuple[Mat, ...]
    """One per seat, clockwise."""

    total: int
    """How many discs lie on all mats: the highest bid there can be (R12)."""

    bidding: Bidding | None
    """From the opening of a challenge to the end of the round."""

    attempt: Attempt | None
    """From the end of the bidding to the end of the round."""

    outcome: Outcome | None
    """How the game ended, once it has."""

    def __str__(self) -> str:
        return ", ".join([f"round {self.round}", *self._news()])

    def __repr__(self) -> str:
        return f"Board{tuple(self)}"

    def _news(self) -> Iterator[str]:
        if self.outcome is not None:
            yield f"{seat_letter(self.outcome.seat)} has won"
        elif self.attempt is not None and self.bidding is not None:
            challenger, flips, skull = self.attempt
            yield f"{seat_letter(challenger)} has turned over {flips} of {self.bidding.number}"
            if skull is not None:
                yield f"a skull of {seat_letter(skull)}"
        elif self.bidding is not None:
            yield f"{seat_letter(self.bidding.bidder)} bids {self.bidding.number} of {self.total}"
        if self.turn:
            yield f"{' '.join(map(seat_letter, self.turn))} to act"
