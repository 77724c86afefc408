"""Where every skull may be, from public events.

The tracker assumes that hidden choices are random: each disc in hand is equally likely to be
placed, each disc owned equally likely to be lost. It has no constants, so it is the same in
training and in play; the meaning of bids is for the network to learn.
"""

from calavera.bots.network.suspicion import (
    GONE,
    STACK,
    Suspicion,
    at_start,
    lost_one,
    placed,
    seen_flower,
    seen_skull,
    taken_back,
)
from calavera.rules import Disc, Seat, SeenEvent, Setup
from calavera.rules.advance import advance
from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    LossUnseen,
    PlacementUnseen,
    RoundBegan,
)
from calavera.rules.evolve import new_board


class Tracker:
    """The public history of a game, one event after the other; a game has one tribe a player."""

    def __init__(self, setup: Setup) -> None:
        self.board = new_board(setup)
        self.suspicions: list[Suspicion] = [
            at_start(has_skull=Disc.SKULL in entry.discs) for entry in setup.start
        ]
        self.last_bids = [0] * len(setup.start)
        """The latest bid of each seat in this round; 0 where it made none."""

        self.chose_loss = [False] * len(setup.start)
        """Whether a seat chose a disc to lose (R25) and has not shown its skull since."""

    def take(self, event: SeenEvent) -> None:
        """Learn from an event."""
        match event:
            case RoundBegan():
                self.suspicions = [taken_back(suspicion) for suspicion in self.suspicions]
                self.last_bids = [0] * len(self.last_bids)
            case DiscPlaced(seat=seat) | PlacementUnseen(seat=seat):
                chance = self._skull_chance(self.board.mats[seat].hand)
                self.suspicions[seat] = placed(self.suspicions[seat], chance)
            case BidMade(seat=seat, number=number):
                self.last_bids[seat] = number
            case DiscFlipped(mat=seat, disc=disc):
                mat = self.board.mats[seat]
                self._see(seat, mat.height - 1 - mat.flipped, disc)
            case DiscsShown(seat=seat, discs=discs):
                lowest = self.board.mats[seat].face_down - 1
                for depth, disc in enumerate(discs):
                    self._see(seat, lowest - depth, disc)
            case DiscLost(seat=seat, taker=taker) | LossUnseen(seat=seat, taker=taker):
                chance = self._skull_chance(self.board.mats[seat].discs)
                self.suspicions[seat] = lost_one(self.suspicions[seat], chance)
                self.chose_loss[seat] = self.chose_loss[seat] or seat == taker
            case _:
                pass
        self.board = advance(self.board, event)

    def has_skull(self, seat: Seat) -> float:
        """How likely a seat still owns its skull."""
        return 1.0 - self.suspicions[seat][GONE]

    def _skull_chance(self, discs: int) -> float:
        """The probability that a disc taken from that many is the skull, if it is among them."""
        return 1.0 / discs

    def _see(self, seat: Seat, place: int, disc: Disc) -> None:
        if disc is Disc.SKULL:
            self.suspicions[seat] = seen_skull(self.suspicions[seat], place)
            self.chose_loss[seat] = False
        else:
            self.suspicions[seat] = seen_flower(self.suspicions[seat], place)


def on_mat(suspicion: Suspicion) -> float:
    """How likely the skull lies on the mat."""
    return sum(suspicion[STACK:])
