"""Opens the store that an address names."""

from typing import Final

from calavera.server.sqlite_store import SqliteStore
from calavera.server.store import Store, StoreError

SQLITE: Final = "sqlite:///"


async def open_store(address: str) -> Store:
    """The store of an address like `sqlite:///calavera.db`; raises StoreError."""
    if address.startswith(SQLITE):
        return SqliteStore(address.removeprefix(SQLITE) or ":memory:")
    raise StoreError(f"{address}: a store is sqlite:///FILE")
