"""What a hint can say: a closed list of codes with numbers.

Each is a statement about what one player knows: their own discs, what everybody saw, and what the
bot believes. Chances are per cent; 0 and 100 are used only for what is certain.
"""

from typing import Final, NamedTuple, TypeAlias, get_args

from calavera.rules import Seat


class Forced(NamedTuple):
    """There is only one legal action."""


class Blind(NamedTuple):
    """A blind pick: the discs are shuffled, so every choice is the same (R24)."""


class NoDifference(NamedTuple):
    """The player is out and names the next first player (R29)."""


class Solved(NamedTuple):
    """Two players are left, and the mix is that of the solved game."""


class Close(NamedTuple):
    """The two options with the largest shares win about equally often."""

    difference: int
    """How much more often the better one wins, in percentage points: 0 or 1."""


class OwnSkull(NamedTuple):
    """The own skull lies on the mat in turn: a higher bid than the flowers above it turns it up."""

    flowers: int
    """The flowers above it."""


class OwnFlowers(NamedTuple):
    """Only flowers lie on the mat in turn: a bid up to their number cannot fail."""

    flowers: int
    """How many."""


class Reach(NamedTuple):
    """A bid takes discs of other mats, and succeeds with that chance if they are well chosen."""

    bid: int
    """The bid."""
    needed: int
    """How many discs have to be turned over on other mats, from now on."""
    chance: int
    """How likely all of them are flowers."""


class Suspect(NamedTuple):
    """No other mat is more likely to have the skull on top."""

    seat: Seat
    """Whose mat."""
    chance: int
    """How likely its topmost face-down disc is the skull."""


class Trusted(NamedTuple):
    """No other mat is less likely to have the skull on top."""

    seat: Seat
    """Whose mat."""
    chance: int
    """How likely its topmost face-down disc is the skull."""


class UnseenStacks(NamedTuple):
    """Of the stacks of others with face-down discs, some belong to seats that bid this round."""

    stacks: int
    """How many such stacks there are."""
    bidders: int
    """How many of them belong to seats that bid."""
    bid: int
    """The highest bid."""


class NoSkull(NamedTuple):
    """A seat certainly has no skull any more."""

    seat: Seat
    """Which one."""


class SkullLeft(NamedTuple):
    """A seat that has lost discs may have lost its skull."""

    seat: Seat
    """Which one."""
    chance: int
    """How likely it still has its skull."""


class Leader(NamedTuple):
    """Another player's seat has a success: with another one it wins (R30)."""

    seat: Seat
    """Which one."""


class MatchPoint(NamedTuple):
    """The seat in turn has a success: with another one it wins (R30)."""


class LastDisc(NamedTuple):
    """The seat in turn has one disc left: a failure puts it out (R34)."""


class MustChallenge(NamedTuple):
    """The hand of the seat in turn is empty: it has to challenge (R10)."""


class LastInHand(NamedTuple):
    """One disc is left in hand: after it the seat has to challenge on its next turn (R10)."""


class Speaks(NamedTuple):
    """Where the seat in turn speaks in step 2, which the first player begins (R8)."""

    before: int
    """How many seats speak before it; 0 for the first player."""


class SkullGone(NamedTuple):
    """The seat in turn has no skull any more: nobody can run into one on its mat."""


class SecretLoss(NamedTuple):
    """The player chooses the disc to lose, and nobody else sees which it is (R25, R26)."""


HintReason: TypeAlias = (
    Forced
    | Blind
    | NoDifference
    | Solved
    | Close
    | OwnSkull
    | OwnFlowers
    | Reach
    | Suspect
    | Trusted
    | UnseenStacks
    | NoSkull
    | SkullLeft
    | Leader
    | MatchPoint
    | LastDisc
    | MustChallenge
    | LastInHand
    | Speaks
    | SkullGone
    | SecretLoss
)

REASONS: Final[tuple[type[HintReason], ...]] = get_args(HintReason)
"""Every kind of reason."""
