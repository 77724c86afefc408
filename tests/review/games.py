"""Finished games to review."""

import random
from functools import cache

from calavera.bots import BOTS
from calavera.record import Record
from calavera.review import Review, review
from calavera.review.self_play import play_game
from calavera.rules import set_up


@cache
def game(bots: str, seed: int, tribes: int = 1) -> Record:
    """A game of these bots."""
    kinds = [BOTS[name] for name in bots.split()]
    return play_game(set_up(len(kinds), tribes=tribes), kinds, random.Random(seed))


@cache
def reviewed(bots: str, seed: int, tribes: int = 1) -> Review:
    """Its review."""
    return review(game(bots, seed, tribes))


FOUR = ("champion bold cautious belief", 3)
TWO = ("champion champion", 5)
WEAK = ("champion uniform", 11)
