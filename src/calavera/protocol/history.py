"""A game from its beginning, for a player who missed parts of it."""

from typing import Annotated, NamedTuple

from calavera.protocol.fields import MOST_EVENTS, Count
from calavera.record.codec.annotations import AtMost
from calavera.rules import SeenEvent


class History(NamedTuple):
    """The current or last game, as one viewer saw it."""

    version: Count
    """The length of the table's history: frames up to this version contain nothing new."""

    number: Count
    """The number of the game, counted from 1."""

    events: Annotated[tuple[SeenEvent, ...], AtMost(MOST_EVENTS)]
    """What the viewer has seen since the start of the first round."""
