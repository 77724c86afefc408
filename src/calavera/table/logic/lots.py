"""Draws for bots: when they move, how they choose, when they talk."""

import hmac

from calavera.table.logic.table import Game


def draw_lot(game: Game, what: str) -> bytes:
    """Random bytes for one purpose in a game, the same after a restart; they depend on no disc."""
    key = bytes.fromhex(game.dice.master)
    return hmac.digest(key, f"bots/{game.number}/{what}".encode(), "sha256")
