"""High-water marks: the version of each history that was sent to players, beside the store.

SQLite silently drops the end of a damaged log, so lost entries must be noticed elsewhere. A line is
appended for each entry after its commit and before anybody is sent it. It is not synced: it
survives the process, but a power cut may take the last lines. So a mark may be too low, and is
never too high.
"""

import errno
import logging
import os
import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from calavera.console.wording import counted
from calavera.server.stores.sqlite.schema import is_damage, own_like

_LOGGER: Final = logging.getLogger("calavera.store")

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""On a full disk marks stay too low, and the store itself reports that it cannot write."""

LONGEST: Final = 4_000_000
"""Bytes after which the file is rewritten with one line a table."""

_LINE: Final = re.compile(rb"([A-Z]{4,12}) ([0-9]{1,9})\n")


class Watermarks:
    """The high-water marks of one store."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._is_logged = False
        self._path = store.with_name(f"{store.name}.marks")
        self._file: int | None = None
        self._size = 0

    def read(self) -> dict[str, int]:
        """The highest version of each table that was not deleted."""
        try:
            text = self._path.read_bytes()
        except OSError:
            return {}
        marks: dict[str, int] = {}
        for code, version in _LINE.findall(text):
            name, number = code.decode(), int(version)
            marks[name] = max(marks.get(name, 0), number) if number else 0
        return {code: version for code, version in marks.items() if version}

    def add(self, marks: Iterable[tuple[str, int]]) -> None:
        """Append marks; 0 for a table that was deleted."""
        text = "".join([f"{code} {version}\n" for code, version in marks]).encode()
        try:
            if self._file is None:
                self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
                own_like(self._store, self._file)
                self._size = os.fstat(self._file).st_size
            self._size += os.write(self._file, text)
            if self._size > LONGEST:
                self.write(self.read())
        except OSError as error:
            self._failed(error)

    def write(self, marks: dict[str, int]) -> None:
        self.close()
        new = self._path.with_name(f"{self._path.name}.new")
        try:
            file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                own_like(self._store, file)
                text = "".join([f"{code} {version}\n" for code, version in marks.items()])
                os.write(file, text.encode())
            finally:
                os.close(file)
            new.replace(self._path)
        except OSError as error:
            self._failed(error)

    def _failed(self, error: OSError) -> None:
        if error.errno not in _FULL and not self._is_logged:
            self._is_logged = True
            why = "lost entries will not be noticed"
            _LOGGER.error("cannot write %s (%s): %s", self._path.name, error.strerror, why)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def shortened(database: sqlite3.Connection, watermarks: Watermarks | None) -> dict[str, str]:
    """Tables whose history is shorter than players were sent, in words, by their codes."""
    found: dict[str, str] = {}
    for code, due in (watermarks.read() if watermarks else {}).items():
        sql = "SELECT max(version) FROM entries WHERE code = ?"
        try:
            ((length,),) = database.execute(sql, (code,))
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            found[code] = f"SQLite: {error}"
            continue
        if (length or 0) < due:
            found[code] = (
                f"it has {counted(length or 0, 'entry', 'entries')}, and players saw {due}"
            )
    return found
