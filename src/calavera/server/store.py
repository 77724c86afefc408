"""What every store can do. The same suite of tests holds for all of them."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from calavera.table.ports import Journal
from calavera.table.summary import Listing, Summary

GATHERING_LATELY: Final = 2 * 3600
PLAYING_LATELY: Final = 600
"""Seconds after which a table that nobody comes to is not in the lobby any more."""


class CodeTaken(Exception):
    """There is a table of that code."""


class StoreError(Exception):
    """The store cannot be opened, or does not answer; the message says why."""


class StoredIdentity(NamedTuple):
    """Somebody, as the store knows them."""

    identity: str
    """A hash of the token; the token itself is nowhere kept."""

    name: str
    """What they call themselves."""


class Store(Journal, Protocol):
    """Histories of tables and the names of people. Everything is durable when it returns."""

    async def create(self, code: str, entry: bytes, summary: Summary) -> None:
        """Begin a history; raises CodeTaken."""

    async def entries(self, code: str, after: int = 0) -> list[bytes]:
        """A table's history, after so many entries; empty for an unknown table."""

    async def versions(self, codes: Sequence[str]) -> dict[str, int]:
        """How many entries the histories of some tables have."""

    async def lobby(self, most: int, visited: Sequence[str] = ()) -> list[Listing]:
        """Listed tables that are not closed and changed lately or are visited, the latest first.

        Lately is two hours ago where people gather, ten minutes where they play. Who is there is
        not known to a store.
        """

    async def summary(self, code: str) -> Listing | None:
        """The line of one table."""

    async def all_tables(self, most: int) -> list[Listing]:
        """Every table that is not closed, the latest first: for who runs the server."""

    async def find_identity(self, identity: str) -> StoredIdentity | None:
        """Somebody by the hash of their token."""

    async def save_identity(self, person: StoredIdentity) -> None:
        """Keep somebody's name."""

    async def changed_elsewhere(self) -> bool:
        """Whether another program has written since this was last asked."""

    async def close(self) -> None:
        """Write what is left and close."""
