"""Opens the bus that an address names."""

from typing import Final
from urllib.parse import urlsplit

from calavera.server.cluster.bus import Bus, BusError, LocalBus
from calavera.server.stores.interface import Store
from calavera.server.stores.opening import POSTGRES

REDIS: Final = ("redis://", "rediss://", "valkey://", "valkeys://", "unix://")
NO_REDIS: Final = "a bus over Redis needs redis: pip install 'calavera[cluster]'"


def open_bus(address: str | None, store: Store) -> Bus:
    """The bus of an address like `redis://localhost`; raises BusError."""
    if address is None:
        return LocalBus()
    try:
        from calavera.server.cluster.redis_bus import RedisBus  # noqa: PLC0415  # an extra
    except ImportError:
        raise BusError(NO_REDIS) from None
    return RedisBus(redis_address(address), store.name)


def redis_address(address: str) -> str:
    """The address with the scheme that the redis library knows."""
    return address.replace("valkey", "redis", 1) if address.startswith("valkey") else address


def check_bus(address: str, store: str) -> None:
    """Raise BusError for a wrong address, or a store that cannot be shared."""
    kind = address.partition(":")[0]
    if not address.startswith(REDIS):
        raise BusError(f"{kind}: a bus is redis://HOST:PORT")
    try:
        parts = urlsplit(address)
        is_clear = not parts.fragment and (parts.port is None or parts.port >= 0)
    except ValueError:
        is_clear = False
    if not is_clear:
        raise BusError(
            f"{kind}: a bus is redis://HOST:PORT; write # ? / in a password as %23 %3F %2F"
        )
    database = parts.path.strip("/")
    if kind != "unix" and database and not database.isdigit():
        raise BusError(f"{kind}: after the port comes the number of a database, or nothing")
    if not store.startswith(POSTGRES):
        raise BusError("--bus is for servers that share a store: give --store postgresql://… too")
