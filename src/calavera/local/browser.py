"""A device in a browser's worker; `web/src/wire/device/worker.ts` is the other side."""

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from calavera.local.device import Device
from calavera.local.storage import Rows
from calavera.table.live.ports import Conflict

CONFLICT = "conflict"


class ScriptRows(Protocol):
    """Rows as a script keeps them: everything is text, for its null is not ours."""

    def read(self, prefix: str) -> Awaitable[str]:
        """Return pairs of keys and texts as JSON."""

    def write(self, rows: str, fresh: str) -> Awaitable[str]:
        """Return nothing once the rows are durable, or `conflict`."""


class ScriptStorage:
    """The storage of a device in a browser."""

    def __init__(self, rows: ScriptRows) -> None:
        self._rows = rows

    async def read(self, prefix: str) -> Sequence[tuple[str, str]]:
        return [(key, text) for key, text in json.loads(await self._rows.read(prefix))]

    def write(self, rows: Rows, fresh: str = "") -> Awaitable[None]:
        # Begun here and not when it is awaited: what is called first is written first.
        return _written(self._rows.write(json.dumps(dict(rows)), fresh))


async def _written(written: Awaitable[str]) -> None:
    if await written == CONFLICT:
        raise Conflict


async def start(rows: ScriptRows, post: Callable[[str], None]) -> Callable[[str], None]:
    """Start a device; returns what takes the messages of the page."""
    device = Device(ScriptStorage(rows), post)
    await device.start()
    return device.receive
