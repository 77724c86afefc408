"""Replays a game that somebody uploads. Nothing of it is kept."""

import gzip
from typing import Final

from calavera.protocol.reasons import Reason, Refused
from calavera.record.errors import RecordError
from calavera.record.reading import MOST_BYTES, read_record
from calavera.record.retelling.shape import RETELLING
from calavera.record.retelling.steps import UnknownViewpoint, retell

LONGEST_RECORD: Final = MOST_BYTES
GZIP_LEVEL: Final = 3
"""More would take longer than replaying the game."""


def replay(text: bytes, eyes: str | None, is_compressed: bool = False) -> bytes:
    """The game of a text from a viewpoint; raises Refused with the reader's message."""
    try:
        retelling = retell(read_record(text), eyes)
    except (RecordError, UnknownViewpoint) as error:
        raise Refused(Reason.BAD_MESSAGE, str(error)) from None
    plain = RETELLING.write(retelling).encode("ascii")
    return gzip.compress(plain, GZIP_LEVEL, mtime=0) if is_compressed else plain
