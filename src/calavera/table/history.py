"""A game from its beginning, for a player who was not there all the time."""

from typing import Annotated, NamedTuple

from calavera.record.derive import AtMost
from calavera.rules import SeenEvent
from calavera.table.fields import MOST_EVENTS, Count


class History(NamedTuple):
    """The game that is played, or was played last, as one viewer saw it."""

    version: Count
    """How many entries the table's history has: frames up to this one tell nothing new."""

    number: Count
    """The game's, counted from 1."""

    events: Annotated[tuple[SeenEvent, ...], AtMost(MOST_EVENTS)]
    """What the viewer has seen, from the first round's beginning on."""
