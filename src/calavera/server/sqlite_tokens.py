"""Tokens in a SQLite file."""

import json
import sqlite3
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from calavera.server.token_store import MOST_TOKENS, UNUSED, USED_AGAIN, StoredToken

Work = Callable[[sqlite3.Connection], Any]


class SqliteTokens:
    """Works on the thread that writes the store."""

    def __init__(self, run: Callable[[Work], Awaitable[Any]]) -> None:
        self._run = run

    async def find(self, digest: str, device: str) -> tuple[str, str] | None:
        """Identity and name of whoever has a token that holds; notes its use once a day."""

        def work(database: sqlite3.Connection) -> tuple[str, str] | None:
            row: tuple[str, str, int] | None = database.execute(
                "SELECT identity, name, min(used, seen) < unixepoch() - ? FROM tokens"
                " JOIN identities USING (identity) WHERE hash = ? AND used >= unixepoch() - ?",
                (USED_AGAIN, digest, UNUSED),
            ).fetchone()
            if row is None:
                return None
            identity, name, is_stale = row
            if is_stale:
                touched = "UPDATE tokens SET used = unixepoch(), device = ? WHERE hash = ?"
                database.execute(touched, (device, digest))
                seen = "UPDATE identities SET seen = unixepoch() WHERE identity = ?"
                database.execute(seen, (identity,))
            return identity, name

        found: tuple[str, str] | None = await self._run(work)
        return found

    async def add(self, digest: str, token_id: str, identity: str, device: str) -> None:
        """Give an identity another token."""
        sql = "INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, unixepoch(), unixepoch(), ?)"
        await self._run(
            lambda database: database.execute(sql, (digest, token_id, identity, device))
        )

    async def of(self, identity: str) -> list[StoredToken]:
        """The tokens of an identity that hold, the latest first."""
        sql = (
            "SELECT hash, id, identity, made, used, device FROM tokens"
            " WHERE identity = ? AND used >= unixepoch() - ?"
            " ORDER BY used DESC, made DESC, id LIMIT ?"
        )
        return [StoredToken(*row) for row in await self._rows(sql, identity, UNUSED, MOST_TOKENS)]

    async def revoke(self, identity: str, token_id: str) -> bool:
        """Revoke one token; false where that identity has no such token."""
        sql = "DELETE FROM tokens WHERE identity = ? AND id = ? RETURNING id"
        return bool(await self._rows(sql, identity, token_id))

    async def revoke_others(self, identity: str, kept: str) -> int:
        """Revoke all tokens of an identity but the one with this hash; returns how many."""
        sql = "DELETE FROM tokens WHERE identity = ? AND hash != ? RETURNING id"
        return len(await self._rows(sql, identity, kept))

    async def holding(self, hashes: Collection[str]) -> set[str]:
        """Which of these tokens hold."""
        sql = (
            "SELECT hash FROM tokens WHERE hash IN (SELECT value FROM json_each(?))"
            " AND used >= unixepoch() - ?"
        )
        return {digest for (digest,) in await self._rows(sql, json.dumps([*hashes]), UNUSED)}

    async def purge(self) -> int:
        """Delete tokens that expired, and identities that nobody can use."""

        def work(database: sqlite3.Connection) -> int:
            gone = database.execute("DELETE FROM tokens WHERE used < unixepoch() - ?", (UNUSED,))
            database.execute(
                "DELETE FROM identities WHERE seen < unixepoch() - ? AND NOT EXISTS"
                " (SELECT 1 FROM tokens WHERE tokens.identity = identities.identity)",
                (UNUSED,),
            )
            database.execute(
                "DELETE FROM tokens WHERE identity NOT IN (SELECT identity FROM identities)"
            )
            return gone.rowcount

        count: int = await self._run(work)
        return count

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        rows: list[Any] = await self._run(lambda database: database.execute(sql, values).fetchall())
        return rows
