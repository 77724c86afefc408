"""Tokens in PostgreSQL."""

from collections.abc import Collection
from typing import Final

from calavera.server.postgres_link import Links
from calavera.server.token_store import MOST_TOKENS, UNUSED, USED_AGAIN, StoredToken

FIND: Final = """
WITH found AS (
    SELECT identity, name, least(used, seen) < extract(epoch FROM now()) - $3::bigint AS is_stale
    FROM calavera.tokens JOIN calavera.identities USING (identity)
    WHERE hash = $1 AND used >= extract(epoch FROM now()) - $4::bigint
), used AS (
    UPDATE calavera.tokens SET used = floor(extract(epoch FROM now()))::bigint, device = $2
    FROM found WHERE hash = $1 AND is_stale
), seen AS (
    UPDATE calavera.identities SET seen = floor(extract(epoch FROM now()))::bigint
    FROM found WHERE identities.identity = found.identity AND is_stale
)
SELECT identity, name FROM found
"""
ADD: Final = """
INSERT INTO calavera.tokens (hash, id, identity, made, used, device)
SELECT $1, $2, $3, at, at, $4 FROM floor(extract(epoch FROM now())) AS at
ON CONFLICT DO NOTHING
"""
OF: Final = """
SELECT hash, id, identity, made, used, device FROM calavera.tokens
WHERE identity = $1 AND used >= extract(epoch FROM now()) - $2::bigint
ORDER BY used DESC, made DESC, id LIMIT $3
"""
HOLDING: Final = """
SELECT hash FROM calavera.tokens
WHERE hash = ANY ($1::text[]) AND used >= extract(epoch FROM now()) - $2::bigint
"""
EXPIRED: Final = """
DELETE FROM calavera.tokens WHERE used < extract(epoch FROM now()) - $1::bigint
    OR NOT EXISTS (SELECT FROM calavera.identities WHERE identities.identity = tokens.identity)
RETURNING id
"""
FORGOTTEN: Final = """
DELETE FROM calavera.identities WHERE seen < extract(epoch FROM now()) - $1::bigint
    AND NOT EXISTS (SELECT FROM calavera.tokens WHERE tokens.identity = identities.identity)
"""


class PostgresTokens:
    """Asks over the connections for questions."""

    def __init__(self, links: Links) -> None:
        self._links = links

    async def find(self, digest: str, device: str) -> tuple[str, str] | None:
        """Identity and name of whoever has a token that holds; notes its use once a day."""
        rows = await self._links.fetch(FIND, digest, device, USED_AGAIN, UNUSED)
        return (rows[0][0], rows[0][1]) if rows else None

    async def add(self, digest: str, token_id: str, identity: str, device: str) -> None:
        """Give an identity another token."""
        await self._links.fetch(ADD, digest, token_id, identity, device)

    async def of(self, identity: str) -> list[StoredToken]:
        """The tokens of an identity that hold, the latest first."""
        rows = await self._links.fetch(OF, identity, UNUSED, MOST_TOKENS)
        return [StoredToken(*row) for row in rows]

    async def revoke(self, identity: str, token_id: str) -> bool:
        """Revoke one token; false where that identity has no such token."""
        sql = "DELETE FROM calavera.tokens WHERE identity = $1 AND id = $2 RETURNING id"
        return bool(await self._links.fetch(sql, identity, token_id))

    async def revoke_others(self, identity: str, kept: str) -> int:
        """Revoke all tokens of an identity but the one with this hash; returns how many."""
        sql = "DELETE FROM calavera.tokens WHERE identity = $1 AND hash != $2 RETURNING id"
        return len(await self._links.fetch(sql, identity, kept))

    async def holding(self, hashes: Collection[str]) -> set[str]:
        """Which of these tokens hold."""
        return {digest for (digest,) in await self._links.fetch(HOLDING, [*hashes], UNUSED)}

    async def purge(self) -> int:
        """Delete tokens that expired, and identities that nobody can use."""
        gone = await self._links.fetch(EXPIRED, UNUSED)
        await self._links.fetch(FORGOTTEN, UNUSED)
        return len(gone)
