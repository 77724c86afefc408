"""Opens the store that an address names."""

from pathlib import Path
from typing import Final

from calavera.server.stores.interface import Store, StoreError
from calavera.server.stores.sqlite.store import SqliteStore

SQLITE: Final = "sqlite:///"
MEMORY: Final = ":memory:"
POSTGRES: Final = ("postgresql://", "postgres://")
NO_ASYNCPG: Final = "a store in PostgreSQL needs asyncpg: pip install 'calavera[cluster]'"


async def open_store(address: str, *, create: bool = True) -> Store:
    """The store of an address like `sqlite:///calavera.db`; raises StoreError."""
    if address.startswith(POSTGRES):
        return await _open_postgres(address, create=create)
    check_kind(address)
    path = file_of(address)
    if path is None:
        return SqliteStore(MEMORY)
    if not create and not path.exists():
        raise StoreError(f"there is no store {path}")
    return SqliteStore(str(path))


async def _open_postgres(address: str, *, create: bool) -> Store:
    try:
        from calavera.server.stores.postgres import schema  # noqa: PLC0415  # an extra
        from calavera.server.stores.postgres.store import PostgresStore  # noqa: PLC0415
    except ImportError:
        raise StoreError(NO_ASYNCPG) from None
    return PostgresStore(address, await schema.prepare(address, create=create))


def check_kind(address: str) -> None:
    """Raise StoreError for an invalid address."""
    if not address.startswith((SQLITE, *POSTGRES)):
        kind = address.partition(":")[0]
        if address.startswith("sqlite:"):
            name = address.removeprefix("sqlite:").lstrip("/")
            raise StoreError(f"{address}: three slashes come before the file: {SQLITE}{name}")
        raise StoreError(f"{kind}: a store is sqlite:///FILE or postgresql://HOST/DATABASE")


def file_of(address: str) -> Path | None:
    name = address.removeprefix(SQLITE)
    return None if name in ("", MEMORY) or not address.startswith(SQLITE) else Path(name)
