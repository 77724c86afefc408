"""A game that somebody sends to look at again, as JSON. Nothing of it is kept."""

import gzip
from typing import Final

from calavera.record.errors import RecordError
from calavera.record.reading import MOST_BYTES, read_record
from calavera.record.retelling import UnknownEyes, retell
from calavera.record.retelling_shape import RETELLING
from calavera.table.reasons import Reason, Refused

LONGEST_RECORD: Final = MOST_BYTES
PACKING: Final = 3
"""How hard gzip tries: more would take longer than the game."""


def replay(text: bytes, eyes: str | None, is_packed: bool = False) -> bytes:
    """The game of a text through these eyes; raises Refused with the reader's own line."""
    try:
        told = retell(read_record(text), eyes)
    except (RecordError, UnknownEyes) as error:
        raise Refused(Reason.BAD_MESSAGE, str(error)) from None
    plain = RETELLING.write(told).encode("ascii")
    return gzip.compress(plain, PACKING, mtime=0) if is_packed else plain
