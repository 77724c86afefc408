"""The file that a game is kept in."""

import os
from pathlib import Path

from calavera.record import Record, write_record


class Keeper:
    """Writes the whole record again after every move; does nothing without a path."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def keep(self, record: Record) -> None:
        """Put the record in the file, whole or not at all; raises OSError."""
        if self.path is None:
            return
        beside = self.path.with_name(f"{self.path.name}.part")
        try:
            beside.write_text(write_record(record), encoding="utf-8", newline="\n")
            os.replace(beside, self.path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise

    def give_up(self) -> None:
        """Write nothing any more."""
        self.path = None
