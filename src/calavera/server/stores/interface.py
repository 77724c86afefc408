"""The interface of stores, and the queries that they share. The same tests hold for all of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from calavera.protocol.fields import TablePhase
from calavera.protocol.shapes import SUMMARY
from calavera.protocol.summary import Listing, Summary
from calavera.record.codec.json_text import read_json
from calavera.server.stores.games import Games
from calavera.server.stores.tokens import Tokens
from calavera.table.live.ports import Journal

GATHERING_LATELY: Final = 2 * 3600
PLAYING_LATELY: Final = 600
"""Seconds after which a table without visitors leaves the lobby."""


SEEN_AGAIN: Final = 24 * 3600
"""Seconds after which it is noted again that a person was seen."""

VISITED_AGAIN: Final = 3600
"""Seconds after which it is noted again that a table is visited."""


_CLOSED: Final = TablePhase.CLOSED.value


class CodeTaken(Exception):
    """A table with that code exists."""


class StoreError(Exception):
    """The store cannot be opened, or does not answer; the message says why."""


class CannotWrite(StoreError):
    """The store cannot write: its disk is full, say."""


class StoreDamaged(StoreError):
    """The file of the store is damaged, so that some of it cannot be read."""


class StoredIdentity(NamedTuple):
    """A person, as the store knows them."""

    identity: str
    """The hash of their first token; no token itself is stored anywhere."""

    name: str


class Announcement(NamedTuple):
    """A message from the operator to everybody."""

    text: str
    """Never markup."""

    at: int
    """When it was made, in seconds since 1970."""


class Orders(NamedTuple):
    """The operator's orders that are in force."""

    announcement: Announcement | None = None
    banned: frozenset[str] = frozenset()
    """Identities that may not use the server."""


class Store(Journal, Protocol):
    """Histories of tables and names of people. Everything is durable when it returns.

    Tables are event-sourced: a table is what the entries of its history add up to.
    """

    is_shared: bool
    """Whether several servers may use it at once."""

    name: str
    """A random name that all servers of the store share; a secret."""

    tokens: Tokens

    games: Games

    shortened: Mapping[str, str]
    """Tables whose history is shorter than players were sent, in words, by their codes."""

    @property
    def lost(self) -> int:
        """How many answers were lost and queries retried, since the start."""
        return 0

    async def _rows(self, sql: str, *values: Any, is_long: bool = False) -> list[Any]:
        """The rows of a statement, written as for `sql.for_sqlite`."""
        raise NotImplementedError

    async def create(self, code: str, entry: bytes, summary: Summary) -> None:
        """Create a table; raises CodeTaken."""

    async def entries(self, code: str, after: int = 0) -> list[bytes]:
        """A table's entries after a version; empty for an unknown table."""

    async def news(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        """The entries of tables after the versions known; tables without any are left out."""

    async def visit(self, codes: Sequence[str]) -> None:
        """Note that these tables are visited, so that they are not purged."""

    async def try_writing(self) -> None:
        """Write something that changes nothing; raises CannotWrite."""

    async def changed_elsewhere(self) -> bool:
        """Whether another program may have written since the last call."""

    async def lease(self, holder: str, seconds: float, codes: Sequence[str]) -> set[str]:
        """Renew a lease; returns the tables among these that no other live holder has.

        Only bots and clocks depend on it: of two servers that run the same table, one gets a
        version conflict when it appends.
        """

    async def release(self, holder: str, codes: Sequence[str] | None = None) -> None:
        """Release tables, or the whole lease."""

    async def others(self, holder: str) -> int:
        """How many other holders have a lease."""

    async def close(self) -> None:
        """Write what is queued, and close."""

    # Tables.

    async def lobby(self, most: int, visited: Sequence[str] = ()) -> list[Listing]:
        """Public open tables that changed lately or are visited, the latest first.

        Lately is within two hours while people gather, within ten minutes while they play. A store
        does not know who is connected.
        """
        rows = await self._rows(
            "SELECT summary, changed FROM tables WHERE listed AND phase != ? AND (changed >= {now}"
            " - CASE phase WHEN ? THEN CAST(? AS INTEGER) ELSE CAST(? AS INTEGER) END"
            " OR code {among}) ORDER BY changed DESC LIMIT ?",
            _CLOSED,
            TablePhase.GATHERING.value,
            GATHERING_LATELY,
            PLAYING_LATELY,
            [*visited],
            most,
        )
        return [_listing(*row) for row in rows]

    async def all_tables(self, most: int) -> list[Listing]:
        """Every open table, the latest first: for the operator."""
        sql = "SELECT summary, changed FROM tables WHERE phase != ? ORDER BY changed DESC LIMIT ?"
        return [_listing(*row) for row in await self._rows(sql, _CLOSED, most, is_long=True)]

    async def summary(self, code: str) -> Listing | None:
        """The lobby's line of one table."""
        rows = await self._rows("SELECT summary, changed FROM tables WHERE code = ?", code)
        return _listing(*rows[0]) if rows else None

    async def put_summary(self, summary: Summary) -> None:
        """Replace the line of a table whose history cannot be continued."""
        sql = "UPDATE tables SET listed = ?, phase = ?, summary = ?, changed = {now} WHERE code = ?"
        listed, phase = summary.settings.listed, summary.phase.value
        await self._rows(sql, listed, phase, SUMMARY.write(summary), summary.code)

    # People.

    async def find_identity(self, identity: str) -> StoredIdentity | None:
        """A person; notes, once a day, that they were seen."""
        sql = "SELECT name, seen < {now} - ? FROM identities WHERE identity = ?"
        rows = await self._rows(sql, SEEN_AGAIN, identity)
        if not rows:
            return None
        name, is_stale = rows[0]
        if is_stale:
            await self._rows("UPDATE identities SET seen = {now} WHERE identity = ?", identity)
        return StoredIdentity(identity, name)

    async def save_identity(self, person: StoredIdentity) -> None:
        """Insert or rename a person."""
        sql = (
            "INSERT INTO identities (identity, name, seen) VALUES (?, ?, {now})"
            " ON CONFLICT (identity) DO UPDATE SET name = excluded.name, seen = excluded.seen"
        )
        await self._rows(sql, *person)

    # Orders of the operator.

    async def orders(self) -> Orders:
        """The announcement and the bans in force."""
        shown = await self._rows("SELECT text, at FROM announcement WHERE until > {now}")
        banned = await self._rows("SELECT identity FROM bans WHERE until > {now}")
        announcement = Announcement(*shown[0]) if shown else None
        return Orders(announcement, frozenset([identity for (identity,) in banned]))

    async def announce(self, text: str, seconds: int) -> None:
        """Replace the announcement; an empty text withdraws it."""
        sql = (
            "INSERT INTO announcement VALUES (1, ?, {now}, {now} + ?) ON CONFLICT (id)"
            " DO UPDATE SET text = excluded.text, at = excluded.at, until = excluded.until"
        )
        await self._rows(sql, text, seconds if text else 0)

    async def ban(self, identity: str, seconds: int) -> None:
        """Ban a person for some time; 0 lifts the ban."""
        sql = (
            "INSERT INTO bans VALUES (?, {now} + ?)"
            " ON CONFLICT (identity) DO UPDATE SET until = excluded.until"
        )
        await self._rows(sql, identity, seconds)


def _listing(text: str, changed: int) -> Listing:
    return Listing(*SUMMARY.decode(read_json(text)), 0, changed * 1000)


def without_secrets(address: str) -> str:
    """An address without user, password and parameters, for messages."""
    kind, _, rest = address.partition("://")
    return f"{kind}://{rest.rpartition('@')[2].partition('?')[0]}"
