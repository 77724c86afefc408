"""The whole truth about a game: the open table and every secret."""

from typing import Final, NamedTuple

from calavera.rules.model.board import Board
from calavera.rules.model.discs import Disc
from calavera.rules.model.holding import Holding

A_STATE: Final = "a State, as new_game and evolve return it"


class State(NamedTuple):
    """A game at one moment. Never handed to a player: see `view`."""

    board: Board
    """What lies open."""

    holdings: tuple[Holding, ...]
    """One per seat, each secret to its owner."""

    drawn: Disc | None = None
    """The disc the blind pick will take, once the discs are shuffled: secret to everybody."""
