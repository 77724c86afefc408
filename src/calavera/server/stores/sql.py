"""SQL for SQLite and PostgreSQL, and entries on their way into a store.

Statements are written with `?` for values, `{now}` for the time in seconds since 1970, and
`{among}` for a comparison with a list.
"""

import logging
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

from calavera.table.live.ports import Stored
from calavera.table.views.finished import ListChanges

_LOGGER: Final = logging.getLogger("calavera.store")


@lru_cache
def for_sqlite(sql: str) -> str:
    """A statement in the dialect of SQLite, where lists are passed as JSON."""
    return sql.format(now="unixepoch()", among="IN (SELECT value FROM json_each(?))")


@lru_cache
def for_postgres(sql: str) -> str:
    """A statement in the dialect of PostgreSQL."""
    now = "floor(extract(epoch FROM now()))::bigint"
    first, *rest = sql.format(now=now, among="= ANY (?::text[])").split("?")
    return first + "".join([f"${number}{part}" for number, part in zip(count(1), rest)])


class Append(NamedTuple):
    """An entry that waits to be written."""

    code: str
    version: int
    body: bytes
    lists: ListChanges
    done: Stored

    def answer(self, error: Exception | None) -> None:
        """Call back; an error in one table's callback must not keep the others waiting."""
        try:
            self.done(error)
        except Exception:
            _LOGGER.exception("what follows an entry of table %s failed", self.code)
