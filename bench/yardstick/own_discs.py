"""What a player's own discs tell."""

from calavera.bots.own_discs import sure_flowers
from calavera.rules import Disc, OwnSeat, Place

__all__ = ["discs_to_place", "sure_flowers"]


def discs_to_place(own: OwnSeat) -> list[Disc]:
    """The kinds of disc that it may put down now."""
    return [move.disc for move in own.legal if isinstance(move, Place)]
