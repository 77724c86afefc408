"""Opens the store that an address names."""

from pathlib import Path
from typing import Final

from calavera.server.sqlite_store import SqliteStore
from calavera.server.store import Store, StoreError

SQLITE: Final = "sqlite:///"
MEMORY: Final = ":memory:"


async def open_store(address: str, *, create: bool = True) -> Store:
    """The store of an address like `sqlite:///calavera.db`; raises StoreError."""
    if not address.startswith(SQLITE):
        raise StoreError(f"{address}: a store is sqlite:///FILE")
    path = file_of(address)
    if path is None:
        return SqliteStore(MEMORY)
    if not create and not path.exists():
        raise StoreError(f"there is no store {path}")
    return SqliteStore(str(path))


def file_of(address: str) -> Path | None:
    """The file of a store, if it has one."""
    name = address.removeprefix(SQLITE)
    return None if name in ("", MEMORY) else Path(name)
