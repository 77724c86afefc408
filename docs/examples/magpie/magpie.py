"""A bot of one's own: the magpie goes for whatever lies open and shiny."""

import random

from calavera.bots import acting_seat
from calavera.rules import Action, Bid, Disc, Flip, Pass, Place, SeenEvent, Show, View
from calavera.rules.events import DiscFlipped


class Magpie:
    """Bids its own flowers and one more, and shuns mats that bit before."""

    name = "magpie"
    temper = "goes for whatever lies open and shiny"
    budget = 0.001

    def __init__(self) -> None:
        self.skulls: set[int] = set()

    def see(self, event: SeenEvent) -> None:
        """Remember where skulls were found. Leave this method out, and nothing is told."""
        if isinstance(event, DiscFlipped) and event.disc is Disc.SKULL:
            self.skulls.add(event.mat)

    def choose(self, view: View, rng: random.Random) -> Action:
        """One of the legal actions; all dice come from `rng`, so that a game can be repeated."""
        own = acting_seat(view)
        legal = [action for action in own.legal if not isinstance(action, Show)]
        if Place(Disc.FLOWER) in legal and rng.random() < 0.7:
            return Place(Disc.FLOWER)
        flips = [action for action in legal if isinstance(action, Flip)]
        if flips:
            return min(flips, key=lambda flip: (flip.mat in self.skulls, rng.random()))
        bids = [action for action in legal if isinstance(action, Bid)]
        flowers = 0 if Disc.SKULL in own.holding.stack else len(own.holding.stack)
        within_reach = [bid for bid in bids if bid.number <= flowers + 1]
        if flowers and within_reach:
            return within_reach[-1]
        return Pass() if Pass() in legal else rng.choice(legal)
