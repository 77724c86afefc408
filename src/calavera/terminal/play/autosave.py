"""Saving the game to a file after every move."""

import os
from pathlib import Path

from calavera.record import Record, write_record


class Autosave:
    """Rewrites the record after every move; does nothing without a path."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def save(self, record: Record) -> None:
        """Replace the file by the record, atomically; raises OSError."""
        if self.path is None:
            return
        beside = self.path.with_name(f"{self.path.name}.part")
        try:
            beside.write_text(write_record(record), encoding="utf-8", newline="\n")
            os.replace(beside, self.path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise

    def stop(self) -> None:
        """Save nothing from now on."""
        self.path = None
