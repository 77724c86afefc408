"""Saving the game to a file after every move."""

import os
from itertools import chain, count
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


def free_path(path: Path) -> Path:
    """The path, or one with a number that no file has."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(one for one in chain([path], names) if not one.exists())


def save_record(record: str, path: Path) -> str:
    """Write a finished game beside those that are there, and return what to say about it."""
    path = free_path(path)
    try:
        path.write_text(record, encoding="utf-8", newline="\n")
    except OSError as error:
        return f"The game cannot be saved in {path}: {error.strerror}."
    return f"The game is in {path}"
