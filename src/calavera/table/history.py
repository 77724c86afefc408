"""A game from its beginning, for a player who was not there all the time."""

from typing import NamedTuple

from calavera.rules import SeenEvent


class History(NamedTuple):
    """The game that is played, or was played last, as one viewer saw it."""

    version: int
    """How many entries the table's history has: frames up to this one tell nothing new."""

    number: int
    """The game's, counted from 1."""

    events: tuple[SeenEvent, ...]
    """What the viewer has seen, from the first round's beginning on."""
