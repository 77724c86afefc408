"""What every store can do. The same suite of tests holds for all of them."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from calavera.server.token_store import TokenStore
from calavera.table.ports import Journal
from calavera.table.summary import Listing, Summary

GATHERING_LATELY: Final = 2 * 3600
PLAYING_LATELY: Final = 600
"""Seconds after which a table that nobody comes to is not in the lobby any more."""


SEEN_AGAIN: Final = 24 * 3600
"""Seconds after which it is noted again that somebody was seen."""

VISITED_AGAIN: Final = 3600
"""Seconds after which it is noted again that somebody is at a table."""


class CodeTaken(Exception):
    """There is a table of that code."""


class StoreError(Exception):
    """The store cannot be opened, or does not answer; the message says why."""


class CannotWrite(StoreError):
    """The store cannot write, whatever it is: its disk is full, say."""


class StoreDamaged(StoreError):
    """What the store is kept in is damaged, so that some of it cannot be read."""


class StoredIdentity(NamedTuple):
    """Somebody, as the store knows them."""

    identity: str
    """The hash of their first token; no token itself is kept anywhere."""

    name: str
    """What they call themselves."""


class Announcement(NamedTuple):
    """A message from whoever runs the server to everybody."""

    text: str
    """Never markup."""

    at: int
    """When it was made, in seconds since 1970."""


class Orders(NamedTuple):
    """What whoever runs the server has ordered, as far as it still holds."""

    announcement: Announcement | None = None
    banned: frozenset[str] = frozenset()
    """Identities that may not use the server."""


class Store(Journal, Protocol):
    """Histories of tables and the names of people. Everything is durable when it returns."""

    @property
    def is_shared(self) -> bool:
        """Whether several servers may use it at once."""

    @property
    def name(self) -> str:
        """By which servers of the same store know each other."""

    @property
    def lost(self) -> int:
        """How often it did not answer and had to be asked again, since the start."""

    @property
    def tokens(self) -> TokenStore:
        """By which people are known."""

    @property
    def shortened(self) -> Mapping[str, str]:
        """Tables whose history is shorter than players were told, with how much, by their codes."""

    async def create(self, code: str, entry: bytes, summary: Summary) -> None:
        """Begin a history; raises CodeTaken."""

    async def entries(self, code: str, after: int = 0) -> list[bytes]:
        """A table's history, after so many entries; empty for an unknown table."""

    async def news(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        """What came to some histories after so many entries; those with nothing are left out."""

    async def lobby(self, most: int, visited: Sequence[str] = ()) -> list[Listing]:
        """Listed tables that are not closed and changed lately or are visited, the latest first.

        Lately is two hours ago where people gather, ten minutes where they play. Who is there is
        not known to a store.
        """

    async def summary(self, code: str) -> Listing | None:
        """The line of one table."""

    async def put_summary(self, summary: Summary) -> None:
        """Replace the line of a table whose history cannot be continued."""

    async def all_tables(self, most: int) -> list[Listing]:
        """Every table that is not closed, the latest first: for who runs the server."""

    async def visit(self, codes: Sequence[str]) -> None:
        """Note that somebody is at these tables: `calavera store purge` spares them."""

    async def find_identity(self, identity: str) -> StoredIdentity | None:
        """Somebody's name; notes, once a day, that they were seen."""

    async def save_identity(self, person: StoredIdentity) -> None:
        """Keep somebody's name."""

    async def orders(self) -> Orders:
        """The announcement and the bans that hold now."""

    async def announce(self, text: str, seconds: int) -> None:
        """Replace the announcement for so long; an empty text withdraws it."""

    async def ban(self, identity: str, seconds: int) -> None:
        """Keep somebody out for so long; 0 lifts the ban."""

    async def try_writing(self) -> None:
        """Write something that changes nothing; raises CannotWrite."""

    async def changed_elsewhere(self) -> bool:
        """Whether another program may have written since this was last asked."""

    async def lease(self, holder: str, seconds: float, codes: Sequence[str]) -> set[str]:
        """Be alive for so long; returns which of these tables the holder is to run.

        Those are the ones that no other holder has who is alive. Nothing depends on it but who
        has bots think and watches the clock: two who think they are to run a table are at worst
        refused when they append.
        """

    async def release(self, holder: str, codes: Sequence[str] | None = None) -> None:
        """Give some tables back, or all of them for good."""

    async def others(self, holder: str) -> int:
        """How many other holders are alive."""

    async def close(self) -> None:
        """Write what is left and close."""


def without_secrets(address: str) -> str:
    """An address that can be shown: nobody's password is in it."""
    kind, _, rest = address.partition("://")
    return f"{kind}://{rest.rpartition('@')[2].partition('?')[0]}"
