"""What every store takes in and hands out in the same way."""

import logging
from typing import Final, NamedTuple

from calavera.record.json_text import read_json
from calavera.table.ports import Stored
from calavera.table.shapes import SUMMARY
from calavera.table.summary import Listing, Summary
from calavera.table.table import TablePhase

_LOGGER: Final = logging.getLogger("calavera.store")

CLOSED: Final = TablePhase.CLOSED.value
"""The phase of tables that no list has."""


class Append(NamedTuple):
    """An entry on its way."""

    code: str
    version: int
    body: bytes
    summary: Summary | None
    done: Stored

    def answer(self, error: Exception | None) -> None:
        """Tell whoever waits; a mistake there is one table's, and the others are answered too."""
        try:
            self.done(error)
        except Exception:
            _LOGGER.exception("what follows an entry of table %s failed", self.code)


def listing_of(text: str, changed: int) -> Listing:
    """The line of a table, from what is kept of it; who is there is not known to a store."""
    return Listing(*SUMMARY.decode(read_json(text)), 0, changed * 1000)
