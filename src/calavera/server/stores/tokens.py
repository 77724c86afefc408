"""The tokens in a store: hashes, never the tokens themselves."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, NamedTuple

UNUSED: Final = 365 * 24 * 3600
"""Seconds without use after which a token expires."""

USED_AGAIN: Final = 24 * 3600
"""Seconds after which the use of a token is noted again."""

MOST_TOKENS: Final = 100
"""How many tokens of one identity are listed, the latest first."""


class StoredToken(NamedTuple):
    """One token of an identity."""

    hash: str
    id: str
    """Its public id, which is random."""
    identity: str
    made: int
    """In seconds since 1970."""
    used: int
    """In seconds since 1970, to the day."""
    device: str
    """The family of the browser and the system that used it last."""


class Tokens:
    """The tokens of a store. Everything is durable when it returns."""

    def __init__(self, rows: Callable[..., Awaitable[list[Any]]]) -> None:
        self._rows = rows

    async def find(self, digest: str, device: str) -> tuple[str, str] | None:
        """Identity and name of the owner of a valid token; notes its use once a day."""
        sql = (
            "SELECT identity, name, used < {now} - ? OR seen < {now} - ?"
            " FROM tokens JOIN identities USING (identity) WHERE hash = ? AND used >= {now} - ?"
        )
        rows = await self._rows(sql, USED_AGAIN, USED_AGAIN, digest, UNUSED)
        if not rows:
            return None
        identity, name, is_stale = rows[0]
        if is_stale:
            sql = "UPDATE tokens SET used = {now}, device = ? WHERE hash = ?"
            await self._rows(sql, device, digest)
            await self._rows("UPDATE identities SET seen = {now} WHERE identity = ?", identity)
        return identity, name

    async def add(self, digest: str, token_id: str, identity: str, device: str) -> None:
        """Give an identity another token; idempotent."""
        sql = "INSERT INTO tokens VALUES (?, ?, ?, {now}, {now}, ?) ON CONFLICT DO NOTHING"
        await self._rows(sql, digest, token_id, identity, device)

    async def of(self, identity: str) -> list[StoredToken]:
        sql = (
            "SELECT * FROM tokens WHERE identity = ? AND used >= {now} - ?"
            " ORDER BY used DESC, made DESC, id LIMIT ?"
        )
        return [StoredToken(*row) for row in await self._rows(sql, identity, UNUSED, MOST_TOKENS)]

    async def revoke(self, identity: str, token_id: str) -> bool:
        """Revoke one token; false if the identity has no such token."""
        sql = "DELETE FROM tokens WHERE identity = ? AND id = ? RETURNING id"
        return bool(await self._rows(sql, identity, token_id))

    async def revoke_others(self, identity: str, kept: str) -> int:
        """Revoke all tokens of an identity but the one with this hash; returns how many."""
        sql = "DELETE FROM tokens WHERE identity = ? AND hash != ? RETURNING id"
        return len(await self._rows(sql, identity, kept))

    async def valid(self, hashes: Collection[str]) -> set[str]:
        sql = "SELECT hash FROM tokens WHERE hash {among} AND used >= {now} - ?"
        return {digest for (digest,) in await self._rows(sql, [*hashes], UNUSED)}

    async def purge(self) -> int:
        """Delete expired tokens; returns how many.

        An identity without a token is deleted when it, too, was not seen for that long, and its
        list of games with it.
        """
        expired = await self._rows(
            "DELETE FROM tokens WHERE used < {now} - ? OR NOT EXISTS"
            " (SELECT 1 FROM identities WHERE identities.identity = tokens.identity) RETURNING id",
            UNUSED,
        )
        gone = await self._rows(
            "DELETE FROM identities WHERE seen < {now} - ? AND NOT EXISTS"
            " (SELECT 1 FROM tokens WHERE tokens.identity = identities.identity)"
            " RETURNING identity",
            UNUSED,
        )
        for index in ("games", "removals"):
            sql = f"DELETE FROM {index} WHERE identity " + "{among}"
            await self._rows(sql, [identity for (identity,) in gone])
        return len(expired)
