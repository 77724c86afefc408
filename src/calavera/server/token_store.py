"""What every store keeps of tokens: hashes, never the tokens themselves."""

from collections.abc import Collection
from typing import Final, NamedTuple, Protocol

UNUSED: Final = 365 * 24 * 3600
"""Seconds after which a token that was not used is worth nothing any more."""

USED_AGAIN: Final = 24 * 3600
"""Seconds after which it is noted again that a token is used."""

MOST_TOKENS: Final = 100
"""How many tokens of one identity are listed, the latest first."""


class StoredToken(NamedTuple):
    """One token of an identity."""

    hash: str
    id: str
    """By which its owner can name it; drawn by lot."""
    identity: str
    made: int
    """In seconds since 1970."""
    used: int
    """In seconds since 1970, to the day."""
    device: str
    """The family of the browser and the system that used it last."""


class TokenStore(Protocol):
    """The tokens of a store. Everything is durable when it returns."""

    async def find(self, digest: str, device: str) -> tuple[str, str] | None:
        """Identity and name of whoever has a token that holds; notes its use once a day."""

    async def add(self, digest: str, token_id: str, identity: str, device: str) -> None:
        """Give an identity another token."""

    async def of(self, identity: str) -> list[StoredToken]:
        """The tokens of an identity that hold, the latest first."""

    async def revoke(self, identity: str, token_id: str) -> bool:
        """Revoke one token; false where that identity has no such token."""

    async def revoke_others(self, identity: str, kept: str) -> int:
        """Revoke all tokens of an identity but the one with this hash; returns how many."""

    async def holding(self, hashes: Collection[str]) -> set[str]:
        """Which of these tokens hold."""

    async def purge(self) -> int:
        """Delete tokens that expired, and identities that nobody can use; returns how many tokens.

        An identity without a token goes when it, too, was not seen for that long.
        """
