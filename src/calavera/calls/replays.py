"""Replays a game that somebody uploads. Nothing of it is kept."""

from typing import Final

from calavera.protocol.reasons import Reason, Refused
from calavera.record.errors import RecordError
from calavera.record.reading import MOST_BYTES, read_record
from calavera.record.retelling.shape import RETELLING
from calavera.record.retelling.steps import UnknownViewpoint, retell

LONGEST_RECORD: Final = MOST_BYTES


def replay(text: bytes, eyes: str | None) -> bytes:
    """The game of a text from a viewpoint; raises Refused with the reader's message."""
    try:
        retelling = retell(read_record(text), eyes)
    except (RecordError, UnknownViewpoint) as error:
        raise Refused(Reason.BAD_MESSAGE, str(error)) from None
    return RETELLING.write(retelling).encode("ascii")
