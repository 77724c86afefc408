"""Where a device keeps what must not be lost: rows of text by their keys."""

import asyncio
import json
import os
from collections.abc import Awaitable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, TypeAlias

from calavera.table.live.ports import Conflict

Rows: TypeAlias = Mapping[str, str | None]
"""Rows to write; None deletes one."""


class Storage(Protocol):
    """Rows of text. Those of one call are written together, or none of them."""

    async def read(self, prefix: str) -> Sequence[tuple[str, str]]:
        """Return the rows whose keys begin so, in the order of their keys."""

    def write(self, rows: Rows, fresh: str = "") -> Awaitable[None]:
        """Return when the rows are durable; raises Conflict if the row `fresh` exists already.

        What is called first is written first.
        """


class FileStorage:
    """Rows in a file: a line for each call. A line that was cut off was never written."""

    def __init__(self, path: Path) -> None:
        self._rows: dict[str, str] = {}
        known = path.read_bytes() if path.exists() else b""
        *lines, rest = known.split(b"\n")
        for line in lines:
            self._apply(json.loads(line))
        self._file = path.open("ab")
        if rest:
            self._file.truncate(len(known) - len(rest))

    def _apply(self, rows: Rows) -> None:
        for key, text in rows.items():
            if text is None:
                self._rows.pop(key, None)
            else:
                self._rows[key] = text

    async def read(self, prefix: str) -> Sequence[tuple[str, str]]:
        return sorted(row for row in self._rows.items() if row[0].startswith(prefix))

    def write(self, rows: Rows, fresh: str = "") -> Awaitable[None]:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if fresh in self._rows:
            written.set_exception(Conflict(fresh))
            return written
        self._file.write(json.dumps(dict(rows)).encode("ascii") + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._apply(rows)
        written.set_result(None)
        return written

    def close(self) -> None:
        self._file.close()
