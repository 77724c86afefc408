"""What a player's own discs tell."""

from calavera.rules import Disc, Holding


def sure_flowers(holding: Holding) -> int:
    """How many discs of a stack can be flipped without meeting its skull."""
    from_top = holding.stack[::-1]
    return from_top.index(Disc.SKULL) if Disc.SKULL in from_top else len(from_top)
